package eval

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/state"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// One iteration of an unordered loop may read what another one wrote before or after
// it. Such a loop is run a second time in reverse order, and values that differ depend
// on the order.

// maxOtherWay limits the steps of a loop's iterations up to which the loop is run
// again.
const maxOtherWay = 20_000

// otherWay is an unordered loop that may be run a second time.
type otherWay struct {
	f     *frame
	n     *ir.Node // the loop
	items []rangeItem
	begin state.State // before the first iteration
	start uint64
	steps int
	defs  int
}

// otherWay records where a loop begins. It returns nil if the loop will not be run
// again.
func (m *Machine) otherWay(f *frame, n *ir.Node, items []rangeItem) *otherWay {
	if m.reversed || len(items) < 2 || static.LeavesLoop(n.Body(), 0) {
		return nil
	}
	begin := m.Mem.Keep()
	return &otherWay{f, n, items, begin, m.Mem.Kept, m.steps, len(m.Defs)}
}

// compare runs the loop in reverse order, and makes values unknown that differ
// afterwards. Loops that make or register tools are not run twice, nor are loops that
// wrote no constant to older cells.
func (o *otherWay) compare(m *Machine, written disorder, pos token.Pos) {
	if o == nil || m.steps-o.steps > maxOtherWay || len(m.Defs) > o.defs || !written.constants(o.start) || m.code().NodeYields(o.n.Body()) == static.Tools {
		return
	}
	forth := m.Mem.Keep()
	back, ok := o.back(m)
	m.Mem.Enter(forth)
	if !ok {
		return
	}
	m.apartFrom(forth, back, o.start, pos)
}

// apartFrom makes variables unknown that were made before the time start and have
// different values after the two orders.
func (m *Machine) apartFrom(forth, back state.State, start uint64, pos token.Pos) {
	for _, d := range m.Mem.Changes(forth, back) {
		// The order of appended elements is already unknown.
		if appended := d.C.Shuffled() || m.FilledInPlace(d.C); d.C.Born <= start && !appended {
			m.differing(heap.Place{C: d.C}, value.Plain(d.VA), value.Plain(d.VB), pos)
		}
	}
}

// back runs the iterations from the last to the first. It returns the state after them,
// or false if not all of them continued.
func (o *otherWay) back(m *Machine) (state.State, bool) {
	undo := m.trial(o.f)
	m.reversed, m.withheld = true, false
	_, end := m.BeginUnordered()
	m.Mem.Enter(o.begin)
	ok, exits := true, false
	for i := len(o.items) - 1; i >= 0 && ok; i-- {
		it, there := o.items[i].now()
		if !there {
			continue
		}
		ok = !it.maybe && !m.spend()
		if ok {
			m.bindRange(o.f, o.n, it.k, it.v)
			next, _, fl := m.iterate(o.f, o.n.Body(), o.n.Name)
			ok = next && !m.panicking
			exits = exits || len(fl.exits) > 0
		}
	}
	state := m.Mem.Keep()
	m.reversed = false
	ok = ok && !exits
	undo()
	end(o.n.Pos)
	return state, ok
}

// constants reports whether a constant was written to a cell made before the time
// start.
func (d disorder) constants(start uint64) bool {
	for w, wrote := range d {
		if w.c.Born <= start && !wrote.several {
			switch v := wrote.v.(type) {
			case *value.Const, *value.Struct, *value.Array:
				return true
			case *value.Native:
				if v.Kind == value.JSONKind {
					return true
				}
			}
		}
	}
	return false
}

// differing makes the constants in p unknown that differ between x and y, the values of
// p after a loop ran in its order and in reverse order. p is a variable or a part of
// one. A constant also counts as different if y is unknown and the second run skipped a
// call that registers tools.
func (m *Machine) differing(p heap.Place, x, y value.Value, pos token.Pos) {
	if xs, ok := x.(*value.Entries); ok {
		if ys, ok := y.(*value.Entries); ok {
			m.differingEntries(p, xs, ys, pos)
		}
		return
	}
	if xs, ys := value.PartsOf(x), value.PartsOf(y); xs != nil && len(xs) == len(ys) && types.Identical(value.TypeOf(x), value.TypeOf(y)) {
		for i := range xs {
			m.differing(p.Part(i), value.PartAt(x, i), value.PartAt(y, i), pos)
		}
		return
	}
	if m.differ(x, y) {
		m.SetAt(p, value.Disordered(p.Load(), []value.Value{x, y}, pos))
	}
}

// differingEntries is differing for the entries of a map.
func (m *Machine) differingEntries(p heap.Place, x, y *value.Entries, pos token.Pos) {
	now, ok := p.Load().(*value.Entries)
	if !ok {
		return
	}
	out := now
	for _, e := range x.Entries {
		if i := y.Find(e.K); i >= 0 && m.differ(e.Val, y.Entries[i].Val) {
			out = out.Disordered(e.K, []value.Value{e.Val, y.Entries[i].Val}, false, pos)
		}
	}
	if out != now {
		m.SetAt(p, out)
	}
}

// differ reports whether x is known and y differs or may differ.
func (m *Machine) differ(x, y value.Value) bool {
	return known(x) && (known(y) || m.withheld) && !value.Same(x, y) && !sameText(x, y)
}

// known reports whether a value is a constant or a JSON document.
func known(v value.Value) bool {
	if n, ok := v.(*value.Native); ok {
		return n.Kind == value.JSONKind
	}
	_, ok := v.(*value.Const)
	return ok
}
