package eval

import (
	"cmp"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file runs loops over the elements of values.

func (m *Machine) execRange(f *frame, n *ir.Node) flow {
	defer f.inLoop(n)()
	x := m.glance(f, n.X())
	if m.panicking {
		return flow{}
	}
	return m.rangeOver(f, n, x)
}

func (m *Machine) rangeOver(f *frame, n *ir.Node, x value.Value) (fl flow) {
	p, alias := x.(*value.Ptr)
	if alias {
		x = p.C.Get() // range over a pointer to an array
	}
	if c, ok := x.(*value.Closure); ok {
		return m.rangeFunc(f, n, c)
	}
	if it, ok := x.(*value.Native); ok {
		if s, ok := it.Data.(*value.MapSeq); ok && !s.Values {
			x = s.Map
		}
	}
	if u, ok := x.(*value.Unknown); ok && len(u.Alts) > 0 {
		return m.forAlts(f, u, func(x value.Value) flow { return m.rangeOver(f, n, x) })
	}
	if s, ok := x.(*value.Slice); ok && s.Own != nil {
		s.Own.Ranged++
		defer func() { s.Own.Ranged-- }()
	}
	items, open, random := m.rangeItems(n, x)
	if a, ok := x.(*value.Array); ok && alias {
		for i := range a.Parts {
			items[i].at = &heap.Place{C: p.C, Path: []int{i}}
		}
	}
	if random {
		return m.rangeAnyOrder(f, n, x, items, open)
	}
	if open != nil && len(items) > 0 && static.LeavesLoop(n.Body(), 0) {
		items = unsure(items)
	}
	return m.rangeItemwise(f, n, x, items, open)
}

// rangeUnordered runs a loop in which the order of the iterations decides how it ends.
func (m *Machine) rangeUnordered(f *frame, n *ir.Node, x value.Value, items []rangeItem, open *value.Unknown) flow {
	why := value.NewUnknown("depends on the random order of a map", n.X().Pos, nil)
	var entries value.Value
	if mp, ok := x.(*value.Map); ok {
		entries = mp.Obj.Get()
	}
	fl := m.unknownLoop(f, why, func() flow {
		ways := len(items)
		if open = cmp.Or(open, added(x, entries)); open != nil {
			ways++
		}
		return m.branches(f, why, ways, func(i int) flow {
			if i == len(items) {
				m.bindUnknown(f, n, x, open)
			} else {
				it, _ := items[i].now()
				m.bindRange(f, n, it.k, it.v)
			}
			return m.exec(f, n.Body())
		})
	}, n.Name, n)
	m.endLoop(&fl, n.Name)
	return fl
}

// rangeItemwise runs a loop over the known items of x one by one, and then over the unknown
// ones if open is not nil.
func (m *Machine) rangeItemwise(f *frame, n *ir.Node, x value.Value, items []rangeItem, open *value.Unknown) (fl flow) {
	start, finds := m.steps, m.finds
	mp, isMap := x.(*value.Map)
	var entries value.Value
	if isMap {
		entries = mp.Obj.Get()
	}
	for _, it := range items {
		if m.spend() {
			break
		}
		if limit := m.tooLong(start, finds); limit > 0 {
			open = value.NewUnknown("a loop of too many steps", n.Pos, nil)
			m.lost(n.Body(), "a loop of "+tooManySteps(twoDigits(limit)))
			break
		}
		it, there := it.now()
		if !there {
			continue
		}
		goesOn, stop, ended := m.rangeOnce(f, n, it)
		fl.then(ended)
		if m.panicking {
			m.endLoop(&fl, n.Name)
			return fl
		}
		if stop {
			break
		}
		if !goesOn {
			m.endLoopAway(f, &fl, n.Name)
			return fl
		}
	}
	if open = cmp.Or(open, added(x, entries)); open != nil {
		fl.then(m.rangeUnknown(f, n, x, open))
	}
	m.endLoop(&fl, n.Name)
	return fl
}

// rangeOnce runs the iteration of an item, which may not exist.
func (m *Machine) rangeOnce(f *frame, n *ir.Node, it rangeItem) (goesOn, stop bool, fl flow) {
	if !it.maybe {
		m.bindRange(f, n, it.k, it.v)
		return m.iterate(f, n.Body(), n.Name)
	}
	why := value.NewUnknown("an element depends on a condition known only at run time", value.PosOf(it.v), nil)
	fl = m.fork(f, why, func() flow {
		m.bindRange(f, n, it.k, it.v)
		goesOn, _, fl := m.iterate(f, n.Body(), n.Name)
		if goesOn {
			fl.ctl = ctl{}
		}
		return fl
	}, func() flow { return flow{} })
	return fl.kind != ctlReturn, false, fl
}

// rangeUnknown runs the iterations of a loop over the unknown elements of x.
func (m *Machine) rangeUnknown(f *frame, n *ir.Node, x value.Value, open *value.Unknown) flow {
	const loop = "a loop over partly unknown elements: "
	why := value.NewUnknown(loop+strings.TrimPrefix(open.Reason, loop), n.X().Pos, nil)
	return m.unknownLoop(f, why, func() flow {
		m.bindUnknown(f, n, x, open)
		return m.exec(f, n.Body())
	}, n.Name, n)
}

// rangeFunc runs a loop over an iterator: it calls the iterator with a function that
// runs the body.
func (m *Machine) rangeFunc(f *frame, n *ir.Node, iter *value.Closure) (fl flow) {
	done, away, cut := false, false, false
	yield := &value.HostFunc{Pos: n.Pos, F: func(args []value.Value) value.Value {
		if done {
			return value.NewBool(false, n.Pos)
		}
		var k, v value.Value
		if len(args) > 0 {
			k = args[0]
		}
		if len(args) > 1 {
			v = args[1]
		}
		m.bindRange(f, n, k, v)
		next, stop, round := m.iterate(f, n.Body(), n.Name)
		fl.then(round)
		if !next {
			cut = m.over() // the body did not leave the loop
			done, away = true, !stop && !cut
		}
		return value.NewBool(next, n.Pos)
	}}
	cond := m.cond
	m.CallValue(iter, []value.Value{yield}, n.Pos)
	m.cond = cond + len(fl.exits) // a call ends with the conditions with which it began
	if cut {
		why := budgetEnds(n.Pos)
		m.havocWritten(f.slots, []*ir.Node{n}, why)
		m.havocAll(f, why)
	}
	if away {
		m.endLoopAway(f, &fl, n.Name)
	} else {
		m.endLoop(&fl, n.Name)
	}
	return fl
}

// unsure returns items that a loop may not reach.
func unsure(items []rangeItem) []rangeItem {
	out := append([]rangeItem(nil), items...)
	for i := range out {
		out[i].maybe = true
	}
	return out
}

// trial prepares a trial run of statements in f. The returned function, called after the
// trial run, resets what the statements changed in f and m: deferred calls, panics and
// conditions. It does not reset the values of variables, which the caller restores with
// m.Mem.Enter.
func (m *Machine) trial(f *frame) (undo func()) {
	defers, cond, recovers := len(f.defers), m.cond, f.recovers
	return func() {
		m.panicking = false
		f.defers, m.cond = f.defers[:defers], cond
		if f.recovers && !recovers {
			m.Stop(f.seen)
			f.seen = nil
		}
		f.recovers = recovers
	}
}
