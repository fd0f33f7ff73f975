package eval

import (
	"go/constant"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file evaluates index and slice expressions.

func (m *Machine) evalIndex(f *frame, n *ir.Node) value.Value {
	x := m.glance(f, n.Kids[0])
	i := m.eval(f, n.Kids[1])
	commaOK := func(v value.Value, ok value.Value) value.Value {
		if n.Flag {
			return value.Tuple{v, ok}
		}
		return v
	}
	t := m.typ(f, n.Type)
	notKnown := func(reason string) value.Value {
		m.mayPanic()
		return commaOK(value.Symbolic(t, reason, n.Pos, 1), value.NewUnknown(reason, n.Pos, types.Typ[types.Bool]))
	}
	if p, ok := x.(*value.Ptr); ok {
		x = p.C.Get()
	}
	switch v := x.(type) {
	case *value.Map:
		st := v.State()
		k, ok := value.KeyIn(v.T, i)
		if !ok {
			const reason = "an entry of a map under an unknown key"
			return commaOK(st.AnyOf(reason, n.Pos, t), value.NewUnknown(reason, n.Pos, types.Typ[types.Bool]))
		}
		if j := st.Find(k); j >= 0 {
			if st.Entries[j].Maybe {
				const reason = "an entry of a map that depends on a condition"
				one := &value.Entries{Entries: st.Entries[j : j+1]}
				return commaOK(one.AnyOf(reason, n.Pos, t), value.NewUnknown(reason, n.Pos, types.Typ[types.Bool]))
			}
			return commaOK(st.Entries[j].Val, value.NewBool(true, n.Pos))
		}
		if st.Open != nil {
			reason := "an entry of an unknown map: " + st.Open.Reason
			none := &value.Entries{Open: st.Open}
			return commaOK(none.AnyOf(reason, n.Pos, t), value.NewUnknown(reason, n.Pos, types.Typ[types.Bool]))
		}
		return commaOK(value.Zero(t, n.Pos), value.NewBool(false, n.Pos))
	case *value.Nil:
		return commaOK(value.Zero(t, n.Pos), value.NewBool(false, n.Pos))
	case *value.Slice:
		j, ok := value.IntOf(i)
		if !ok {
			break
		}
		if v.Open == nil && j >= 0 && j < int64(len(v.Elems)) && !value.AnyMaybe(v.Elems[:j+1]) && !v.Unordered() {
			return v.Elems[j].C.Get()
		}
		if v.Open == nil && (j < 0 || j >= int64(len(v.Elems))) {
			m.panics(nil)
		}
	case *value.Array:
		j, ok := value.IntOf(i)
		if ok && j >= 0 && j < int64(v.Len()) && !v.Shuffled(int(j)) {
			return v.At(int(j))
		}
	case *value.Const:
		if s, ok := value.StringOf(v); ok {
			if j, ok := value.IntOf(i); ok && j >= 0 && j < int64(len(s)) {
				return &value.Const{V: constant.MakeInt64(int64(s[j])), T: types.Typ[types.Byte], Pos: n.Pos}
			}
		}
	case *value.Unknown:
		return notKnown(v.Reason)
	}
	switch x := x.(type) {
	case *value.Slice:
		m.mayPanic()
		return x.AnyOf("an unknown element", n.Pos, t)
	case *value.Array:
		s := &value.Slice{T: x.T, Pos: x.Pos}
		for i := range x.Parts {
			s.Elems = append(s.Elems, value.Elem{C: value.NewCell(x.At(i))})
		}
		return s.AnyOf("an unknown element", n.Pos, t)
	}
	return notKnown("an unknown element")
}

// sliced returns the operand of a slice expression and, for an array, its place.
func (m *Machine) sliced(f *frame, n *ir.Node) (x value.Value, at place, stands bool) {
	if n.Type != nil {
		if _, ok := ir.Under(n.Type).(*types.Array); ok {
			return m.holder(f, n)
		}
	}
	x = m.eval(f, n)
	if p, ok := x.(*value.Ptr); ok {
		return p.C.Get(), place{c: p.C}, true
	}
	return x, at, false
}

func (m *Machine) evalSlice(f *frame, n *ir.Node) value.Value {
	x, at, stands := m.sliced(f, n.Kids[0])
	if d, ok := x.(*value.Native); ok && d.Kind == value.JSONKind && n.Kids[1].Int == 1 && n.Kids[2].Int == 1 &&
		n.Kids[1].Op == ir.OpUnknown && n.Kids[2].Op == ir.OpUnknown {
		return d // the whole document
	}
	bound := func(i int, def int64) (int64, bool) {
		if n.Kids[i].Op == ir.OpUnknown && n.Kids[i].Int == 1 {
			return def, true
		}
		return value.IntOf(m.eval(f, n.Kids[i]))
	}
	size := int64(-1)
	switch v := x.(type) {
	case *value.Slice:
		if v.Open == nil && !value.AnyMaybe(v.Elems) {
			size = int64(len(v.Elems))
		} else if n.Kids[1].Int == 1 && n.Kids[2].Int == 1 {
			return v
		}
	case *value.Array:
		size = int64(v.Len())
	case *value.Const:
		if s, ok := value.StringOf(v); ok {
			size = int64(len(s))
		}
	}
	lo, ok1 := bound(1, 0)
	hi, ok2 := bound(2, size)
	top, ok3 := bound(3, -1)
	if s, ok := x.(*value.Slice); ok && size >= 0 && ok1 && ok2 && ok3 && lo >= 0 && lo <= hi && (top < 0 || hi <= top) {
		if s.Unordered() && (lo > 0 || hi != size) {
			m.blur(s)
		}
		if out, ok := s.Part(lo, hi, top); ok {
			return out
		}
	}
	if size < 0 || !ok1 || !ok2 || lo < 0 || lo > hi || hi > size {
		u := value.NewUnknown("a part of something unknown", n.Pos, m.typ(f, n.Type))
		for _, v := range value.Targets(x) {
			if _, ok := v.(*value.Slice); ok {
				u.PointsTo = append(u.PointsTo, v)
			}
		}
		return u
	}
	switch v := x.(type) {
	case *value.Array:
		if !stands {
			at = place{c: value.NewCell(v)}
		}
		cells := make([]*value.Cell, v.Len())
		for i := range cells {
			cells[i] = m.box(at.part(i))
		}
		out := &value.Slice{T: m.typ(f, n.Type), Pos: n.Pos, Array: &value.Backing{Cells: cells, Exact: true}, Off: int(lo)}
		if top >= 0 {
			out.Clipped, out.Limit = true, int(min(top, size))
		}
		for _, c := range cells[lo:hi] {
			out.Elems = append(out.Elems, value.Elem{C: c})
		}
		if hi-lo < size {
			out.MarkPartial()
		}
		return out
	case *value.Const:
		s, _ := value.StringOf(v)
		return &value.Const{V: constant.MakeString(s[lo:hi]), T: v.T, Pos: v.Pos}
	}
	return nil
}
