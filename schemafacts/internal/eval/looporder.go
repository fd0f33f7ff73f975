package eval

import (
	"go/token"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// leavesLoop reports whether the body of a loop has a statement that ends the
// loop. depth counts the loops and switches around it.
func leavesLoop(n *ir.Node, depth int) bool {
	switch n.Op {
	case ir.OpReturn:
		return true
	case ir.OpBranch:
		return n.Name != "" || depth == 0 && token.Token(n.Int) == token.BREAK
	case ir.OpFor, ir.OpRange, ir.OpLabeled:
		depth++
	}
	for _, k := range n.Kids {
		if leavesLoop(k, depth) {
			return true
		}
	}
	return false
}

// anyOrder returns what a loop that goes through items in a random order, and
// may end before it has seen all, is sure to find: one that alone ends it, if
// the others do nothing, else any of them.
func (m *Machine) anyOrder(f *frame, n *ir.Node, items []rangeItem) []rangeItem {
	var ends []rangeItem
	quiet := true
	for _, it := range items {
		before, from, cond := m.mem.keep(), len(f.parked), m.cond
		start := m.mem.kept
		m.cond++
		m.bindRange(f, n, it.k, it.v)
		next, _, _ := m.iterate(f, n.Kids[3], n.Name)
		if next && len(f.parked) == from && !m.panicking && !it.maybe {
			for _, d := range changes(before, m.mem.keep()) {
				quiet = quiet && d.c.born > start
			}
		} else {
			quiet = quiet && len(f.parked) == from && !m.panicking && !it.maybe
			ends = append(ends, it)
		}
		m.panicking = false
		f.parked, m.cond = f.parked[:from], cond
		m.mem.enter(before)
	}
	switch {
	case len(ends) == 0:
		return items
	case quiet && len(ends) == 1:
		return ends
	}
	out := append([]rangeItem(nil), items...)
	for i := range out {
		out[i].maybe = true
	}
	return out
}

// disorder is what the rounds of a loop in a random order wrote to what: to
// a variable, part -1, or to a field of a struct or an element of an array.
type disorder map[written]rounds

type written struct {
	c    *Cell
	part int
}

// rounds is what all of them wrote: one value, or several.
type rounds struct {
	v       Value
	several bool
}

// add notes that a round wrote v.
func (d disorder) add(w written, v Value) {
	old, again := d[w]
	d[w] = rounds{v, again && (old.several || !same(old.v, v))}
}

// note notes what one round made of a variable.
func (d disorder) note(c *Cell, before, after Value) {
	if identicalValue(before, after) {
		return
	}
	xs, ys := partsOf(before), partsOf(after)
	if xs == nil || len(xs) != len(ys) || !identical(TypeOf(before), TypeOf(after)) {
		d.add(written{c, -1}, after)
		return
	}
	for i := range xs {
		if !identicalValue(xs[i], ys[i]) {
			d.add(written{c, i}, partAt(after, i))
		}
	}
}

// partsOf returns the parts of a struct or an array, nil of any other value.
func partsOf(v Value) parts {
	switch v := v.(type) {
	case *Struct:
		return v.parts
	case *Array:
		return v.parts
	}
	return nil
}

// apply makes what several rounds wrote depend on no order.
func (d disorder) apply(m *Machine, pos token.Pos) {
	for w, wrote := range d {
		if !wrote.several {
			continue
		}
		v := w.c.Get()
		if w.part < 0 || partsOf(v) == nil {
			m.Set(w.c, m.disordered(v, pos))
		} else {
			m.setAt(place{c: w.c}.part(w.part), m.disordered(partAt(v, w.part), pos))
		}
	}
}

// disordered returns what a variable holds to which values were written in a
// random order.
func (m *Machine) disordered(v Value, pos token.Pos) Value {
	switch v := v.(type) {
	case *Slice:
		m.InRandomOrder(v)
	case *Const, *Struct, *Array, *Ptr, *Nil:
		return NewUnknown("depends on the random order of a map", pos, TypeOf(v))
	}
	return v
}

// placed is what appends did while loops in a random order ran: which round put
// an element where it stands is not known if several appended.
type placed struct {
	loops, appends int
	cells          []*Cell
}

// note notes that an element was appended in its place.
func (p *placed) note(c *Cell) {
	if p.loops > 0 {
		p.cells = append(p.cells, c)
	}
}

// begin begins a loop in a random order. It returns what ends a round, and what
// ends the loop.
func (p *placed) begin() (round func(), end func(m *Machine, pos token.Pos)) {
	p.loops++
	from, seen, rounds := len(p.cells), p.appends, 0
	round = func() {
		if p.appends > seen {
			rounds++
		}
		seen = p.appends
	}
	end = func(m *Machine, pos token.Pos) {
		for _, c := range p.cells[from:] {
			if rounds > 1 && !c.shuffled() {
				m.Set(c, m.disordered(c.Get(), pos))
			}
		}
		if p.loops--; p.loops == 0 {
			p.cells = nil
		}
	}
	return round, end
}
