package eval

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// What an index or a slice expression takes of a value.

func (m *Machine) evalIndex(f *frame, n *ir.Node) Value {
	x := m.glance(f, n.Kids[0])
	i := m.eval(f, n.Kids[1])
	commaOK := func(v Value, ok Value) Value {
		if n.Flag {
			return Tuple{v, ok}
		}
		return v
	}
	t := m.typ(f, n.Type)
	notKnown := func(reason string) Value {
		m.mayPanic()
		return commaOK(symbolic(t, reason, n.Pos, 1), NewUnknown(reason, n.Pos, types.Typ[types.Bool]))
	}
	if p, ok := x.(*Ptr); ok {
		x = p.C.Get()
	}
	switch v := x.(type) {
	case *Map:
		st := v.state()
		k, ok := keyIn(v.T, i)
		if !ok {
			const reason = "an entry of a map under an unknown key"
			return commaOK(st.anyOf(reason, n.Pos, t), NewUnknown(reason, n.Pos, types.Typ[types.Bool]))
		}
		if j := st.find(k); j >= 0 {
			if st.entries[j].maybe {
				const reason = "an entry of a map that depends on a condition"
				one := &mapState{entries: st.entries[j : j+1]}
				return commaOK(one.anyOf(reason, n.Pos, t), NewUnknown(reason, n.Pos, types.Typ[types.Bool]))
			}
			return commaOK(st.entries[j].val, NewBool(true, n.Pos))
		}
		if st.open != nil {
			reason := "an entry of an unknown map: " + st.open.Reason
			none := &mapState{open: st.open}
			return commaOK(none.anyOf(reason, n.Pos, t), NewUnknown(reason, n.Pos, types.Typ[types.Bool]))
		}
		return commaOK(Zero(t, n.Pos), NewBool(false, n.Pos))
	case *Nil:
		return commaOK(Zero(t, n.Pos), NewBool(false, n.Pos))
	case *Slice:
		j, ok := IntOf(i)
		if !ok {
			break
		}
		if v.Open == nil && j >= 0 && j < int64(len(v.Elems)) && !AnyMaybe(v.Elems[:j+1]) && !v.Unordered() {
			return v.Elems[j].C.Get()
		}
		if v.Open == nil && (j < 0 || j >= int64(len(v.Elems))) {
			m.panics(nil)
		}
	case *Array:
		j, ok := IntOf(i)
		if ok && j >= 0 && j < int64(v.Len()) && !v.shuffled(int(j)) {
			return v.At(int(j))
		}
	case *Const:
		if s, ok := StringOf(v); ok {
			if j, ok := IntOf(i); ok && j >= 0 && j < int64(len(s)) {
				return &Const{constant.MakeInt64(int64(s[j])), types.Typ[types.Byte], n.Pos}
			}
		}
	case *Unknown:
		return notKnown(v.Reason)
	}
	switch x := x.(type) {
	case *Slice:
		m.mayPanic()
		return x.anyOf("an unknown element", n.Pos, t)
	case *Array:
		s := &Slice{T: x.T, Pos: x.Pos}
		for i := range x.parts {
			s.Elems = append(s.Elems, Elem{C: NewCell(x.At(i))})
		}
		return s.anyOf("an unknown element", n.Pos, t)
	}
	return notKnown("an unknown element")
}

// anyOf returns a value that stands for any entry of a map, or for none.
func (st *mapState) anyOf(reason string, pos token.Pos, t types.Type) Value {
	u := NewUnknown(reason, pos, t)
	for _, e := range st.entries {
		u.addAlt(e.val)
	}
	z := Zero(t, pos)
	if IsNil(z) {
		u.addAlt(z)
	}
	if st.open != nil || !IsNil(z) {
		u.addAlt(symbolic(t, reason, pos, 1))
	}
	u.settle()
	if len(u.Alts) == 0 && len(u.among) == 0 {
		return symbolic(t, reason, pos, 1)
	}
	return u
}

// anyOf returns a value that stands for any element of a slice.
func (s *Slice) anyOf(reason string, pos token.Pos, t types.Type) Value {
	u := NewUnknown(reason, pos, t)
	for _, e := range s.Elems {
		u.addAlt(e.C.Get())
	}
	if s.Open != nil || len(u.Alts) < 2 {
		u.addAlt(symbolic(t, reason, pos, 1))
	}
	u.settle()
	if len(u.Alts) == 0 && len(u.among) == 0 {
		return symbolic(t, reason, pos, 1)
	}
	return u
}

func AnyMaybe(es []Elem) bool {
	for _, e := range es {
		if e.Maybe {
			return true
		}
	}
	return false
}

// sliced returns the value of which a part is taken, and the place of an array.
func (m *Machine) sliced(f *frame, n *ir.Node) (x Value, at place, stands bool) {
	if n.Type != nil {
		if _, ok := ir.Under(n.Type).(*types.Array); ok {
			return m.holder(f, n)
		}
	}
	x = m.eval(f, n)
	if p, ok := x.(*Ptr); ok {
		return p.C.Get(), place{c: p.C}, true
	}
	return x, at, false
}

// shuffled reports whether an element stands somewhere else by now, nobody knows
// where.
func (a *Array) shuffled(i int) bool {
	c, ok := a.parts[i].(*Cell)
	return ok && c.shuffled()
}

func (m *Machine) evalSlice(f *frame, n *ir.Node) Value {
	x, at, stands := m.sliced(f, n.Kids[0])
	if d, ok := x.(*Native); ok && d.Kind == JSONKind && n.Kids[1].Int == 1 && n.Kids[2].Int == 1 &&
		n.Kids[1].Op == ir.OpUnknown && n.Kids[2].Op == ir.OpUnknown {
		return d // all of a document
	}
	bound := func(i int, def int64) (int64, bool) {
		if n.Kids[i].Op == ir.OpUnknown && n.Kids[i].Int == 1 {
			return def, true
		}
		return IntOf(m.eval(f, n.Kids[i]))
	}
	size := int64(-1)
	switch v := x.(type) {
	case *Slice:
		if v.Open == nil && !AnyMaybe(v.Elems) {
			size = int64(len(v.Elems))
		} else if n.Kids[1].Int == 1 && n.Kids[2].Int == 1 {
			return v
		}
	case *Array:
		size = int64(v.Len())
	case *Const:
		if s, ok := StringOf(v); ok {
			size = int64(len(s))
		}
	}
	lo, ok1 := bound(1, 0)
	hi, ok2 := bound(2, size)
	top, ok3 := bound(3, -1)
	if s, ok := x.(*Slice); ok && size >= 0 && ok1 && ok2 && ok3 && lo >= 0 && lo <= hi && (top < 0 || hi <= top) {
		if s.Unordered() && (lo > 0 || hi != size) {
			m.blur(s)
		}
		if out, ok := s.Part(lo, hi, top); ok {
			return out
		}
	}
	if size < 0 || !ok1 || !ok2 || lo < 0 || lo > hi || hi > size {
		u := NewUnknown("a part of something unknown", n.Pos, m.typ(f, n.Type))
		for _, v := range candidates(x) {
			if _, ok := v.(*Slice); ok {
				u.among = append(u.among, v)
			}
		}
		return u
	}
	switch v := x.(type) {
	case *Array:
		if !stands {
			at = place{c: NewCell(v)}
		}
		cells := make([]*Cell, v.Len())
		for i := range cells {
			cells[i] = m.box(at.part(i))
		}
		out := &Slice{T: m.typ(f, n.Type), Pos: n.Pos, arr: &array{cells: cells, exact: true}, off: int(lo)}
		if top >= 0 {
			out.clipped, out.limit = true, int(min(top, size))
		}
		for _, c := range cells[lo:hi] {
			out.Elems = append(out.Elems, Elem{C: c})
		}
		if hi-lo < size {
			out.isCut()
		}
		return out
	case *Const:
		s, _ := StringOf(v)
		return &Const{constant.MakeString(s[lo:hi]), v.T, v.Pos}
	}
	return nil
}
