package eval

import (
	"cmp"
	"go/token"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/state"
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
	if s, ok := x.(*value.Slice); ok && s.Array != nil {
		s.Array.Ranged++
		defer func() { s.Array.Ranged-- }()
	}
	items, open, random := m.rangeItems(n, x)
	if a, ok := x.(*value.Array); ok && alias {
		for i := range a.Parts {
			items[i].at = &heap.Place{C: p.C, Path: []int{i}}
		}
	}
	var tried *firstRuns
	if static.LeavesLoop(n.Body(), 0) {
		if random && len(items) > 1 {
			items, tried = m.anyOrder(f, n, items)
		}
		if open != nil && len(items) > 0 && m.mayLeave(f, n, x, open) {
			items = unsure(items)
		}
	}
	before, undo, defs := m.Mem.Keep(), m.trial(f), len(m.Defs)
	fl, known := m.rangeItemwise(f, n, x, items, open, random, tried)
	if known || m.panicking || len(m.Defs) > defs || m.code().NodeYields(n.Body()) == static.Tools {
		return fl
	}
	undo()
	m.Mem.Enter(before)
	return m.rangeUnordered(f, n, x, items, open)
}

// rangeUnordered runs a loop in which the order of the iterations decides how it ends.
func (m *Machine) rangeUnordered(f *frame, n *ir.Node, x value.Value, items []rangeItem, open *value.Unknown) flow {
	why := value.NewUnknown("depends on the random order of a map", n.X().Pos, nil)
	ways := len(items)
	if open != nil {
		ways++
	}
	fl := m.unknownLoop(f, why, func() flow {
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
// ones if open is not nil. random reports whether the order is unknown. tried is not nil if
// an iteration may then leave the loop. rangeItemwise returns false if the order decides how
// the loop ends.
func (m *Machine) rangeItemwise(f *frame, n *ir.Node, x value.Value, items []rangeItem, open *value.Unknown, random bool, tried *firstRuns) (fl flow, known bool) {
	start, finds := m.steps, m.finds
	mp, isMap := x.(*value.Map)
	next, done := f.inRandomOrder(random || isMap)
	defer done()
	order := m.beginOrder(f, n, items, random, tried)
	defer order.close(m, n.X().Pos)
	var entries value.Value
	if isMap {
		entries = mp.Obj.Get()
	}
	for i, it := range items {
		if isMap && open != nil && i < maxBetween {
			// Unknown entries may come before the known ones.
			fl.then(m.rangeUnknown(f, n, x, open))
		}
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
		next()
		order.beginItem(m, f)
		goesOn, stop, ended := m.rangeOnce(f, n, it)
		fl.then(ended)
		if m.panicking {
			fl.ctl = ctl{}
			return fl, true
		}
		order.endItem(m, f, i)
		if (stop || !goesOn) && tried != nil && len(items) > 1 {
			return fl, false
		}
		if stop {
			break
		}
		if !goesOn {
			m.endLoopAway(f, &fl, n.Name)
			return fl, true
		}
	}
	next()
	if !order.compare(m, f, n, items) {
		return fl, false
	}
	if open = cmp.Or(open, added(x, entries)); open != nil {
		fl.then(m.rangeUnknown(f, n, x, open))
	}
	m.endLoop(&fl, n.Name)
	return fl, true
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

// itemOrder records what the iterations of a loop in an unknown order write. It is nil for a
// loop in a known order.
type itemOrder struct {
	written disorder
	begin   state.State // of the present iteration
	defers  int         // deferred calls before it
	born    uint64      // when it began
	round   func()
	end     func(token.Pos)
	second  *secondRun
}

// beginOrder begins a loop over items, whose order is unknown if random is set.
func (m *Machine) beginOrder(f *frame, n *ir.Node, items []rangeItem, random bool, tried *firstRuns) *itemOrder {
	if !random {
		return nil
	}
	o := &itemOrder{written: disorder{}}
	o.round, o.end = m.BeginUnordered()
	if (tried != nil || !static.LeavesLoop(n.Body(), 0)) && m.code().NodeYields(n.Body()) != static.Tools {
		o.second = m.secondRun(f, len(items), tried)
	}
	return o
}

// close ends the loop.
func (o *itemOrder) close(m *Machine, pos token.Pos) {
	if o != nil {
		o.end(pos)
	}
}

func (o *itemOrder) beginItem(m *Machine, f *frame) {
	if o != nil {
		o.begin, o.born, o.defers = m.Mem.Keep(), m.Mem.Kept, len(f.defers)
	}
}

// endItem ends the i-th iteration.
func (o *itemOrder) endItem(m *Machine, f *frame, i int) {
	if o == nil {
		return
	}
	for _, d := range m.Mem.Changes(o.begin, m.Mem.Keep()) {
		o.written.note(d.C, value.Plain(d.VA), value.Plain(d.VB))
		o.second.note(i, d.C, value.Plain(d.VA), value.Plain(d.VB), o.born)
	}
	o.second.deferred(i, f.defers[o.defers:])
	o.round()
}

// compare makes values unknown that depend on the order of the iterations. It returns false
// if the order decides how the loop ends.
func (o *itemOrder) compare(m *Machine, f *frame, n *ir.Node, items []rangeItem) bool {
	if o == nil || m.over() {
		return true // what the iterations wrote is forgotten at the end
	}
	o.written.apply(m, n.X().Pos)
	return o.second.compare(m, n.X().Pos, func(i int) (bool, []path) {
		it, there := items[i].now()
		if !there || m.spend() {
			return false, nil
		}
		m.bindRange(f, n, it.k, it.v)
		next, _, fl := m.iterate(f, n.Body(), n.Name)
		return next && !m.panicking, m.waysOut(next, fl)
	})
}

// maxBetween is the number of entries of a map before which the unknown ones are tried.
const maxBetween = 4

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
