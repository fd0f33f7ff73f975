package eval

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file finds elements and entries, and evaluates slice expressions.

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
	v = value.Symbolic(t, reason, pos, 1)
	if u, ok := x.(*value.Unknown); ok {
		v = m.withTargets(v, value.Targets(u), func(x value.Value) value.Value {
			if x == u {
				return nil
			}
			v, _ := m.index(x, i, t, pos)
			return v
		})
	}
	return v, value.NewUnknown(reason, pos, types.Typ[types.Bool])
}

// entryAt returns the entry of a map for a key, and whether the map has it. An entry whose own
// key is unknown is an example, and the value under any unknown key.
func entryAt(x *value.Map, key value.Value, t types.Type, pos token.Pos) (v, ok value.Value) {
	st := x.State()
	anyOf := func(st *value.Entries, reason string) (v, ok value.Value) {
		return st.AnyOf(reason, pos, t), value.NewUnknown(reason, pos, types.Typ[types.Bool])
	}
	k, known := value.KeyIn(x.T, key)
	if !known {
		if len(st.Entries) > 0 {
			if _, example := st.Entries[0].Key.(*value.Unknown); example {
				return st.Entries[0].Val, value.NewBool(true, pos)
			}
		}
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
	return x.AnyOf("an unknown element", pos, t)
}

func (m *Machine) arrayElement(x *value.Array, i value.Value, t types.Type, pos token.Pos) value.Value {
	if j, ok := value.IntOf(i); ok && j >= 0 && j < int64(x.Len()) && !x.Shuffled(int(j)) {
		return x.At(int(j))
	}
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
func (m *Machine) sliced(f *frame, n *ir.Node) (x value.Value, at heap.Place, stands bool) {
	if n.Type != nil {
		if _, ok := ir.Under(n.Type).(*types.Array); ok {
			return m.holder(f, n)
		}
	}
	x = m.eval(f, n)
	if p, ok := x.(*value.Ptr); ok {
		return p.C.Get(), heap.Place{C: p.C}, true
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
	b, known := m.bounds(f, n, size)
	if y := m.readAfter(f, n.X(), x, n.Bounds()...); y != x {
		x, known = y, false
	}
	if a, ok := x.(*value.Array); ok {
		if !stands {
			at = heap.Place{C: value.NewCell(a)}
		}
		x = m.sliceArray(at, a.Len(), m.typ(f, n.Type), n.Pos)
	}
	if known && size >= 0 {
		if v := m.part(x, b); v != nil {
			return v
		}
	}
	if s, ok := x.(*value.Slice); ok && !isBasic(ir.Elem(ir.Under(s.T))) { // not a buffer
		m.steps += len(s.Elems)
		return s.SomePart(known && size >= 0) // known bounds would give a part, but for what follows the end
	}
	u := value.NewUnknown("a part of something unknown", n.Pos, m.typ(f, n.Type))
	for _, v := range value.Targets(x) {
		if _, ok := v.(*value.Slice); ok {
			u.PointsTo = append(u.PointsTo, v)
		}
	}
	return u
}

// part returns the part of a slice or text between known bounds, or nil if it is unknown.
func (m *Machine) part(x value.Value, b bounds) value.Value {
	switch x := x.(type) {
	case *value.Slice:
		if x.Unordered() && (b.lo > 0 || b.hi != int64(len(x.Elems))) {
			m.Blur(x)
		}
		if out, ok := x.Part(b.lo, b.hi, b.max); ok {
			return out
		}
	case *value.Const:
		if s, ok := value.StringOf(x); ok && b.hi <= int64(len(s)) {
			return &value.Const{V: constant.MakeString(s[b.lo:b.hi]), T: x.T, Pos: x.Pos}
		}
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
type bounds struct{ lo, hi, max int64 }

// bounds evaluates the indexes of a slice expression whose operand has the given length. It
// reports whether they are known and in order.
func (m *Machine) bounds(f *frame, n *ir.Node, size int64) (b bounds, known bool) {
	known = true
	bound := func(i int, absent int64) int64 {
		k := n.Bounds()[i]
		if k.IsAbsent() {
			return absent
		}
		v, ok := value.IntOf(m.eval(f, k))
		known = known && ok
		return v
	}
	b.lo, b.hi, b.max = bound(0, 0), bound(1, size), bound(2, -1)
	return b, known && b.lo >= 0 && b.lo <= b.hi && (b.max < 0 || b.hi <= b.max)
}

// sliceArray returns a slice of all elements of an array, which become separate cells.
func (m *Machine) sliceArray(at heap.Place, size int, t types.Type, pos token.Pos) *value.Slice {
	out := &value.Slice{T: t, Pos: pos}
	for i := range size {
		out.Elems = append(out.Elems, value.Elem{C: m.Box(at.Part(i))})
	}
	return out
}

func isBasic(t types.Type) bool {
	_, basic := ir.Under(t).(*types.Basic)
	return basic
}
