package eval

import (
	"go/constant"
	"go/token"
	"go/types"
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
	x := m.glance(f, n.Kids[0])
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
	items, open, random := m.rangeItems(n, x)
	if a, ok := x.(*value.Array); ok && alias {
		for i := range a.Parts {
			items[i].at = &heap.Place{C: p.C, Path: []int{i}}
		}
	}
	if static.LeavesLoop(n.Kids[3], 0) {
		if random && len(items) > 1 {
			items = m.anyOrder(f, n, items)
		}
		if open != nil && len(items) > 0 && m.mayLeave(f, n, x, open) {
			items = unsure(items)
		}
	}
	return m.rangeItemwise(f, n, x, items, open, random)
}

// rangeItemwise runs a loop over the known items of x one by one, and then over the unknown
// ones if open says that there may be some. random reports whether the order is unknown.
func (m *Machine) rangeItemwise(f *frame, n *ir.Node, x value.Value, items []rangeItem, open *value.Unknown, random bool) (fl flow) {
	start, finds := m.steps, m.finds
	mp, isMap := x.(*value.Map)
	next := func() {}
	if random || isMap {
		begin, done := f.inRandomOrder()
		next = begin
		defer done()
	}
	order := m.beginOrder(f, n, items, random)
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
		if m.tooLong(start, finds) {
			open = value.NewUnknown("a loop of too many steps", n.Pos, nil)
			m.lost(n.Kids[3], "a loop of "+tooManySteps(loopBudget))
			break
		}
		it, there := it.now()
		if !there {
			continue
		}
		next()
		order.beginItem(m)
		goesOn, stop, ended := m.rangeOnce(f, n, it)
		fl.then(ended)
		if m.panicking {
			fl.ctl = ctl{}
			return fl
		}
		order.endItem(m)
		if stop {
			break
		}
		if !goesOn {
			m.endLoopAway(f, &fl, n.Name)
			return fl
		}
	}
	next()
	order.compare(m, n.Kids[0].Pos)
	if open == nil {
		open = added(x, entries)
	}
	if open != nil {
		fl.then(m.rangeUnknown(f, n, x, open))
	}
	m.endLoop(&fl, n.Name)
	return fl
}

// rangeOnce runs the iteration of an item, which may not exist.
func (m *Machine) rangeOnce(f *frame, n *ir.Node, it rangeItem) (goesOn, stop bool, fl flow) {
	if !it.maybe {
		m.bindRange(f, n, it.k, it.v)
		return m.iterate(f, n.Kids[3], n.Name)
	}
	why := value.NewUnknown("an element depends on a condition known only at run time", value.PosOf(it.v), nil)
	fl = m.fork(f, why, func() flow {
		m.bindRange(f, n, it.k, it.v)
		goesOn, _, fl := m.iterate(f, n.Kids[3], n.Name)
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
	round   func()
	end     func(token.Pos)
	other   *otherWay
}

// beginOrder begins a loop over items, whose order is unknown if random is set.
func (m *Machine) beginOrder(f *frame, n *ir.Node, items []rangeItem, random bool) *itemOrder {
	if !random {
		return nil
	}
	o := &itemOrder{written: disorder{}}
	o.round, o.end = m.BeginUnordered()
	o.other = m.otherWay(f, n, items)
	return o
}

// close ends the loop.
func (o *itemOrder) close(m *Machine, pos token.Pos) {
	if o != nil {
		o.end(pos)
	}
}

func (o *itemOrder) beginItem(m *Machine) {
	if o != nil {
		o.begin = m.Mem.Keep()
	}
}

func (o *itemOrder) endItem(m *Machine) {
	if o == nil {
		return
	}
	for _, d := range m.Mem.Changes(o.begin, m.Mem.Keep()) {
		o.written.note(d.C, value.Plain(d.VA), value.Plain(d.VB))
	}
	o.round()
}

// compare makes values unknown that depend on the order of the iterations.
func (o *itemOrder) compare(m *Machine, pos token.Pos) {
	if o != nil {
		o.written.apply(m, pos)
		o.other.compare(m, o.written, pos)
	}
}

// maxBetween is the number of entries of a map before which the unknown ones are tried.
const maxBetween = 4

// rangeUnknown runs the iterations of a loop over the unknown elements of x.
func (m *Machine) rangeUnknown(f *frame, n *ir.Node, x value.Value, open *value.Unknown) flow {
	const loop = "a loop over partly unknown elements: "
	why := value.NewUnknown(loop+strings.TrimPrefix(open.Reason, loop), n.Kids[0].Pos, nil)
	return m.unknownLoop(f, why, func() flow {
		m.bindUnknown(f, n, x, open)
		return m.exec(f, n.Kids[3])
	}, n.Name, n)
}

// rangeItem is the value of one iteration of a loop.
type rangeItem struct {
	k, v  value.Value
	maybe bool
	// c, if not nil, contains the value when the iteration begins. in is the map from
	// which the entry may have been deleted by then.
	c  *value.Cell
	in *value.Map
	at *heap.Place // of an element of an array
	// seq, if not nil, contains the value that an iterator yields when the iteration
	// begins. key is the key of the entry whose value an iterator over a map yields.
	seq *value.Cell
	key value.Value
}

// now returns the item at the beginning of its iteration, or false if it was deleted.
func (it rangeItem) now() (rangeItem, bool) {
	switch {
	case it.c != nil:
		it.v = it.c.Get()
	case it.seq != nil:
		it.k = it.seq.Get()
	case it.at != nil:
		it.v = it.at.Load()
	case it.in != nil:
		key := it.k
		if it.key != nil {
			key = it.key
		}
		k, ok := value.KeyIn(it.in.T, key)
		st := it.in.State()
		if !ok {
			break
		}
		i := st.Find(k)
		if i < 0 {
			return it, false
		}
		it.v, it.maybe = st.Entries[i].Val, it.maybe || st.Entries[i].Maybe
		if it.key != nil {
			it.k, it.v = it.v, nil
		}
	}
	return it, true
}

// bindUnknown assigns an unknown element to the variables of a loop over x.
func (m *Machine) bindUnknown(f *frame, n *ir.Node, x value.Value, open *value.Unknown) {
	kt, vt := static.RangeTypes(value.TypeOf(x))
	m.bindRange(f, n, value.Symbolic(kt, open.Reason, open.Pos, 0), value.Symbolic(vt, open.Reason, open.Pos, 0))
}

// added returns why a loop over a map may visit entries that its body has added, or
// nil.
func added(x value.Value, before value.Value) *value.Unknown {
	mp, ok := x.(*value.Map)
	if !ok || mp.Obj.Get() == before {
		return nil
	}
	old, now := before.(*value.Entries), mp.State()
	if old.Open == nil && now.Open != nil {
		return now.Open // under an unknown key
	}
	for _, e := range now.Entries {
		if old.Find(e.K) < 0 {
			return value.NewUnknown("entries added during a loop over the map", value.PosOf(e.Val), nil)
		}
	}
	return nil
}

// rangeItems returns the items of a loop over x, why there may be more, and whether the
// order is random.
func (m *Machine) rangeItems(n *ir.Node, x value.Value) (items []rangeItem, open *value.Unknown, random bool) {
	switch x := x.(type) {
	case *value.Slice:
		// After elements that may be missing, indexes are unknown.
		certain := x.Open == nil && !x.Unordered()
		for i, e := range x.Elems {
			certain = certain && !e.Maybe
			var k value.Value = value.NewInt(int64(i), n.Pos)
			if !certain {
				k = value.NewUnknown("the place of an element in an unknown slice", n.Pos, types.Typ[types.Int])
			}
			items = append(items, rangeItem{k: k, v: e.C.Get(), maybe: e.Maybe, c: e.C})
		}
		open, random = x.Open, x.Unordered()
	case *value.Array:
		for i := range x.Parts {
			items = append(items, rangeItem{k: value.NewInt(int64(i), n.Pos), v: value.Clone(x.At(i))})
		}
	case *value.Map:
		open = x.Entries(func(k, v value.Value, maybe bool) { items = append(items, rangeItem{k: k, v: v, maybe: maybe, in: x}) })
		random = len(items) > 1
	case *value.Nil:
	case *value.Const:
		if s, ok := value.StringOf(x); ok {
			for i, r := range s {
				items = append(items, rangeItem{k: value.NewInt(int64(i), n.Pos), v: &value.Const{V: makeRune(r), T: types.Typ[types.Rune], Pos: x.Pos}})
			}
		} else if i, ok := value.IntOf(x); ok {
			if i > maxRounds {
				open = value.NewUnknown("a loop of too many rounds", n.Kids[0].Pos, x.T)
				m.lost(n.Kids[3], "a loop of more than "+grouped(maxRounds)+" rounds")
				break
			}
			for j := range i {
				items = append(items, rangeItem{k: &value.Const{V: constant.MakeInt64(j), T: x.T, Pos: n.Pos}})
			}
		}
	case *value.Native:
		if s, ok := x.Data.(*value.MapSeq); ok {
			open = s.Map.Entries(func(k, v value.Value, maybe bool) {
				items = append(items, rangeItem{k: v, maybe: maybe, in: s.Map, key: k})
			})
			random = len(items) > 1
		} else if s, ok := x.Data.(*value.Slice); ok && x.Kind == value.SeqKind {
			for _, e := range s.Elems {
				items = append(items, rangeItem{k: e.C.Get(), maybe: e.Maybe, seq: e.C})
			}
			open, random = s.Open, s.Unordered()
		} else {
			open = value.NewUnknown("a loop over something unknown", n.Kids[0].Pos, nil)
		}
	case *value.Unknown:
		open = x
	default:
		open = value.NewUnknown("a loop over something unknown", n.Kids[0].Pos, nil)
	}
	return items, open, random
}

// rangeFunc runs a loop over an iterator: it calls the iterator with a function that
// runs the body.
func (m *Machine) rangeFunc(f *frame, n *ir.Node, iter *value.Closure) (fl flow) {
	done, away := false, false
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
		next, stop, round := m.iterate(f, n.Kids[3], n.Name)
		fl.then(round)
		if !next {
			done, away = true, !stop
		}
		return value.NewBool(next, n.Pos)
	}}
	cond := m.cond
	m.CallValue(iter, []value.Value{yield}, n.Pos)
	m.cond = cond + len(fl.exits) // a call ends with the conditions with which it began
	if away {
		m.endLoopAway(f, &fl, n.Name)
	} else {
		m.endLoop(&fl, n.Name)
	}
	return fl
}

func (m *Machine) bindRange(f *frame, n *ir.Node, k, v value.Value) {
	for i, val := range []value.Value{k, v} {
		target := n.Kids[1+i]
		if target.Op == ir.OpUnknown {
			continue // blank or absent
		}
		if val == nil {
			val = value.NewUnknown("an unknown value", n.Pos, nil)
		}
		if n.Flag && target.Op == ir.OpDeclare { // anything else does not compile
			f.slots[target.Int] = value.NewCell(value.Clone(val))
		} else {
			m.store(f, target, val)
		}
	}
}
