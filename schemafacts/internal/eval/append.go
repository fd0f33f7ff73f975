package eval

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// What append adds, and where the result stands.

// appended returns the values that append adds, if they are known.
func (m *Machine) appended(rest []Value, spread bool, elem types.Type) ([]Value, bool) {
	if spread {
		if len(rest) != 1 {
			return nil, false
		}
		s, ok := SliceArg(rest[0])
		if !ok || s.Open != nil || AnyMaybe(s.Elems) || s.Unordered() {
			return nil, false
		}
		rest = elements(s)
	}
	out := make([]Value, len(rest))
	for i, v := range rest {
		out[i] = m.ConvertTo(Clone(v), elem)
	}
	return out, true
}

// capacity is the builtin function cap.
func (m *Machine) capacity(v Value, n *ir.Node) Value {
	switch x := v.(type) {
	case *Slice:
		if c, ok := x.capacity(); ok {
			return NewInt(int64(c), n.Pos)
		}
	case *Array, *Nil:
		return m.Length(v, n)
	}
	return NewUnknown("the capacity of something unknown", n.Pos, types.Typ[types.Int])
}

func (m *Machine) AppendTo(base Value, rest []Value, spread bool, t types.Type, pos token.Pos) Value {
	m.unordered.appends++
	if s, ok := base.(*Slice); ok {
		var elem types.Type
		if sl, ok := ir.Under(t).(*types.Slice); ok {
			elem = sl.Elem()
		}
		if vals, ok := m.appended(rest, spread, elem); ok {
			if len(vals) == 0 && !s.IsNil {
				return s
			}
			if out, ok := m.appendInPlace(s, vals); ok {
				return out
			}
		}
		v := m.appendCopy(base, rest, spread, t, pos)
		if out, ok := v.(*Slice); ok {
			m.grow(s, out, pos)
		}
		return v
	}
	from := cutFrom(base)
	m.overrun(from, pos)
	v := m.appendCopy(base, rest, spread, t, pos)
	if out, ok := v.(*Slice); ok && len(from.cells) > 0 {
		out.behind = from
	}
	return v
}

// appendCopy appends to a copy of what it is given.
func (m *Machine) appendCopy(base Value, rest []Value, spread bool, t types.Type, pos token.Pos) Value {
	out := &Slice{T: t, Pos: pos}
	switch b := base.(type) {
	case *Slice:
		out.Open, out.IsNil = b.Open, b.IsNil
		if b.Pos.IsValid() {
			out.Pos = b.Pos
		}
		m.steps += len(b.Elems) / logSteps
		for _, e := range b.Elems {
			out.Elems = append(out.Elems, e.Copy())
		}
	case *Nil:
		out.IsNil = true
	case *Native: // a document of bytes
		if b.Kind == JSONKind && isEmptyText(rest) {
			return b
		}
		out.Open = NewUnknown("unknown bytes", pos, nil)
	case *Const: // a byte slice
		if s, ok := m.appendBytes(b, rest, spread, t); ok {
			return s
		}
		return NewUnknown("unknown bytes", pos, t)
	case *Unknown:
		out.Open = b
		if len(b.Alts) > 0 {
			return m.mapAlts(b, func(a Value) Value { return m.AppendTo(a, rest, spread, t, pos) })
		}
	default:
		out.Open = NewUnknown("an unknown slice", pos, nil)
	}
	if v, ok := CopyBytes(out, rest, spread, t); ok {
		return v
	}
	m.appendMore(out, rest, spread, t, pos)
	return out
}

// appendMore adds elements to a slice that nobody else has seen.
func (m *Machine) appendMore(out *Slice, rest []Value, spread bool, t types.Type, pos token.Pos) {
	var elem types.Type
	if sl, ok := ir.Under(t).(*types.Slice); ok {
		elem = sl.Elem()
	}
	if !spread {
		for _, v := range rest {
			out.Elems = append(out.Elems, Elem{C: NewCell(m.ConvertTo(Clone(v), elem))})
		}
		out.IsNil = out.IsNil && len(rest) == 0
		return
	}
	for _, v := range rest {
		switch s := v.(type) {
		case *Slice:
			for _, e := range s.Elems {
				out.Elems = append(out.Elems, e.Copy())
			}
			if s.Open != nil {
				out.Open = s.Open
			}
		case *Nil:
		case *Unknown:
			out.Open = s
		default:
			out.Open = NewUnknown("an unknown slice", pos, nil)
		}
	}
	out.IsNil = out.IsNil && len(out.Elems) == 0 && out.Open == nil
}

// CopyBytes returns bytes that are kept as a text or a document, when they
// are appended to nothing.
func CopyBytes(base *Slice, rest []Value, spread bool, t types.Type) (Value, bool) {
	if len(base.Elems) > 0 || base.Open != nil || !spread || len(rest) != 1 {
		return nil, false
	}
	switch v := rest[0].(type) {
	case *Const:
		c := *v
		c.T = t
		return &c, true
	case *Native:
		if v.Kind == JSONKind {
			c := *v
			c.T = t
			return &c, true
		}
	}
	return nil, false
}

// isEmptyText reports whether all of vals are empty.
func isEmptyText(vals []Value) bool {
	for _, v := range vals {
		s, ok := StringOf(v)
		sl, isSlice := v.(*Slice)
		if !(ok && s == "" || IsNil(v) || isSlice && sl.Open == nil && len(sl.Elems) == 0) {
			return false
		}
	}
	return true
}

func (m *Machine) appendBytes(b *Const, rest []Value, spread bool, t types.Type) (Value, bool) {
	s, ok := StringOf(b)
	if !ok {
		return nil, false
	}
	for _, v := range rest {
		if spread {
			x, ok := StringOf(v)
			if !ok {
				return nil, false
			}
			s += x
			continue
		}
		i, ok := IntOf(v)
		if !ok {
			return nil, false
		}
		s += string([]byte{byte(i)})
	}
	return &Const{constant.MakeString(s), t, b.Pos}, true
}
