package eval

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file evaluates index and slice expressions.

func (m *Machine) evalIndex(f *frame, n *ir.Node) value.Value {
	x := m.glance(f, n.X())
	v, ok := m.index(x, m.eval(f, n.Y()), m.typ(f, n.Type), n.Pos)
	if n.CommaOK() {
		return value.Tuple{v, ok}
	}
	return v
}

// index returns the element of type t at index i of x. If x is a map, index also returns
// whether it has the entry.
func (m *Machine) index(x, i value.Value, t types.Type, pos token.Pos) (v, ok value.Value) {
	if p, ok := x.(*value.Ptr); ok {
		x = p.C.Get()
	}
	reason := "an unknown element"
	switch x := x.(type) {
	case *value.Map:
		return entryAt(x, i, t, pos)
	case *value.Nil:
		return value.Zero(t, pos), value.NewBool(false, pos)
	case *value.Slice:
		return m.sliceElement(x, i, t, pos), nil
	case *value.Array:
		return m.arrayElement(x, i, t, pos), nil
	case *value.Const:
		if v := byteAt(x, i, pos); v != nil {
			return v, nil
		}
	case *value.Unknown:
		reason = x.Reason
	}
	m.mayPanic()
	return value.Symbolic(t, reason, pos, 1), value.NewUnknown(reason, pos, types.Typ[types.Bool])
}

// entryAt returns the entry of a map for a key, and whether the map has it.
func entryAt(x *value.Map, key value.Value, t types.Type, pos token.Pos) (v, ok value.Value) {
	st := x.State()
	anyOf := func(st *value.Entries, reason string) (v, ok value.Value) {
		return st.AnyOf(reason, pos, t), value.NewUnknown(reason, pos, types.Typ[types.Bool])
	}
	k, known := value.KeyIn(x.T, key)
	if !known {
		return anyOf(st, "an entry of a map under an unknown key")
	}
	if j := st.Find(k); j >= 0 {
		if st.Entries[j].Maybe {
			return anyOf(&value.Entries{Entries: st.Entries[j : j+1]}, "an entry of a map that depends on a condition")
		}
		return st.Entries[j].Val, value.NewBool(true, pos)
	}
	if st.Open != nil {
		return anyOf(&value.Entries{Open: st.Open}, "an entry of an unknown map: "+st.Open.Reason)
	}
	return value.Zero(t, pos), value.NewBool(false, pos)
}

func (m *Machine) sliceElement(x *value.Slice, i value.Value, t types.Type, pos token.Pos) value.Value {
	if j, ok := value.IntOf(i); ok && x.Open == nil {
		if j >= 0 && j < int64(len(x.Elems)) && !value.AnyMaybe(x.Elems[:j+1]) && !x.Unordered() {
			return x.Elems[j].C.Get()
		}
		if j < 0 || j >= int64(len(x.Elems)) {
			m.panics(nil)
		}
	}
	m.mayPanic()
	return x.AnyOf("an unknown element", pos, t)
}

func (m *Machine) arrayElement(x *value.Array, i value.Value, t types.Type, pos token.Pos) value.Value {
	if j, ok := value.IntOf(i); ok && j >= 0 && j < int64(x.Len()) && !x.Shuffled(int(j)) {
		return x.At(int(j))
	}
	m.mayPanic()
	s := &value.Slice{T: x.T, Pos: x.Pos}
	for i := range x.Parts {
		s.Elems = append(s.Elems, value.Elem{C: value.NewCell(x.At(i))})
	}
	return s.AnyOf("an unknown element", pos, t)
}

// byteAt returns the byte of a text at index i, or nil if it is unknown.
func byteAt(x *value.Const, i value.Value, pos token.Pos) value.Value {
	s, isText := value.StringOf(x)
	j, known := value.IntOf(i)
	if !isText || !known || j < 0 || j >= int64(len(s)) {
		return nil
	}
	return &value.Const{V: constant.MakeInt64(int64(s[j])), T: types.Typ[types.Byte], Pos: pos}
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
	x, at, stands := m.sliced(f, n.X())
	whole := n.Bounds()[0].IsAbsent() && n.Bounds()[1].IsAbsent()
	if d, ok := x.(*value.Native); ok && d.Kind == value.JSONKind && whole {
		return d
	}
	size := knownLen(x)
	if s, ok := x.(*value.Slice); ok && size < 0 && whole {
		return s
	}
	b := m.bounds(f, n, size)
	if s, ok := x.(*value.Slice); ok && size >= 0 && b.known && b.maxKnown && (b.max < 0 || b.hi <= b.max) {
		if s.Unordered() && (b.lo > 0 || b.hi != size) {
			m.blur(s)
		}
		if out, ok := s.Part(b.lo, b.hi, b.max); ok {
			return out
		}
	}
	if !b.known || b.hi > size {
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
		return m.sliceArray(at, v.Len(), b, m.typ(f, n.Type), n.Pos)
	case *value.Const:
		s, _ := value.StringOf(v)
		return &value.Const{V: constant.MakeString(s[b.lo:b.hi]), T: v.T, Pos: v.Pos}
	}
	return nil
}

// knownLen returns the length of the operand of a slice expression, or -1 if it is unknown.
func knownLen(x value.Value) int64 {
	switch v := x.(type) {
	case *value.Slice:
		if v.Open == nil && !value.AnyMaybe(v.Elems) {
			return int64(len(v.Elems))
		}
	case *value.Array:
		return int64(v.Len())
	case *value.Const:
		if s, ok := value.StringOf(v); ok {
			return int64(len(s))
		}
	}
	return -1
}

// bounds are the indexes of a slice expression. max is -1 if it is absent.
type bounds struct {
	lo, hi, max int64
	known       bool // lo and hi are known, and in order
	maxKnown    bool
}

// bounds evaluates the indexes of a slice expression whose operand has the given length.
func (m *Machine) bounds(f *frame, n *ir.Node, size int64) bounds {
	bound := func(i int, absent int64) (int64, bool) {
		if k := n.Bounds()[i]; !k.IsAbsent() {
			return value.IntOf(m.eval(f, k))
		}
		return absent, true
	}
	lo, ok1 := bound(0, 0)
	hi, ok2 := bound(1, size)
	top, ok3 := bound(2, -1)
	return bounds{lo, hi, top, ok1 && ok2 && lo >= 0 && lo <= hi, ok3}
}

// sliceArray returns a slice of an array with the given length. The elements of the
// array become separate cells.
func (m *Machine) sliceArray(at place, size int, b bounds, t types.Type, pos token.Pos) *value.Slice {
	cells := make([]*value.Cell, size)
	for i := range cells {
		cells[i] = m.box(at.part(i))
	}
	out := &value.Slice{T: t, Pos: pos, Array: &value.Backing{Cells: cells, Exact: true}, Off: int(b.lo)}
	if b.max >= 0 {
		out.Clipped, out.Limit = true, min(int(b.max), size)
	}
	for _, c := range cells[b.lo:b.hi] {
		out.Elems = append(out.Elems, value.Elem{C: c})
	}
	if int(b.hi-b.lo) < size {
		out.MarkPartial()
	}
	return out
}
