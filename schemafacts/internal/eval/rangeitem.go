package eval

import (
	"go/constant"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file lists what a loop over a value visits.

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
		switch i := st.Find(k); {
		case i >= 0:
			it.v, it.maybe = st.Entries[i].Val, it.maybe || st.Entries[i].Maybe
		case st.Open == nil:
			return it, false
		default: // the map became unknown
			it.v, it.maybe = value.NewUnknown(st.Open.Reason, st.Open.Pos, ir.Elem(ir.Under(it.in.T))), true
		}
		if it.key != nil {
			it.k, it.v = it.v, nil
		}
	}
	return it, true
}

// bindUnknown assigns an unknown element to the variables of a loop over x.
func (m *Machine) bindUnknown(f *frame, n *ir.Node, x value.Value, open *value.Unknown) {
	kt, vt := static.RangeTypes(value.TypeOf(x))
	var from value.Value = open
	if _, ok := x.(*value.Map); ok {
		from = x // entries that the loop adds
	}
	k, v := value.Symbolic(kt, open.Reason, open.Pos, 0), value.Symbolic(vt, open.Reason, open.Pos, 0)
	if value.SharesMemory(kt) || value.SharesMemory(vt) {
		elems := value.ElementsOf(from)
		m.work(len(elems))
		k, v = value.WithTargets(k, elems), value.WithTargets(v, elems)
	}
	m.bindRange(f, n, k, v)
}

func (m *Machine) bindRange(f *frame, n *ir.Node, k, v value.Value) {
	targets := []*ir.Node{n.Key(), n.Elem()}
	if ordered(targets) {
		slots := len(f.slots)
		defer func() { f.slots = f.slots[:slots] }()
		for i, t := range targets {
			targets[i] = m.operands(f, t)
		}
	}
	for i, val := range []value.Value{k, v} {
		target := targets[i]
		if target.Op == ir.OpUnknown {
			continue // blank or absent
		}
		if val == nil {
			val = value.NewUnknown("an unknown value", n.Pos, nil)
		}
		if n.Defines() && target.Op == ir.OpDeclare { // anything else does not compile
			f.slots[target.Int] = value.NewVar(value.Clone(val), m.typ(f, target.Type))
		} else {
			m.store(f, target, val)
		}
	}
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
		random = len(items) > 1 || len(items) > 0 && open != nil
	case *value.Nil:
	case *value.Const:
		if s, ok := value.StringOf(x); ok {
			for i, r := range s {
				items = append(items, rangeItem{k: value.NewInt(int64(i), n.Pos), v: &value.Const{V: makeRune(r), T: types.Typ[types.Rune], Pos: x.Pos}})
			}
		} else if i, ok := value.IntOf(x); ok {
			if i > maxRounds {
				open = value.NewUnknown("a loop of too many rounds", n.X().Pos, x.T)
				m.lost(n.Body(), "a loop of more than "+grouped(maxRounds)+" rounds")
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
			open = value.NewUnknown("a loop over something unknown", n.X().Pos, nil)
		}
	case *value.Unknown:
		open = x
	default:
		open = value.NewUnknown("a loop over something unknown", n.X().Pos, nil)
	}
	return items, open, random
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
