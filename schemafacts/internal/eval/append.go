package eval

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file computes what append adds, and where the result is stored.

// appended returns the values that append adds, if they are known.
func (m *Machine) appended(rest []value.Value, spread bool, elem types.Type) ([]value.Value, bool) {
	if spread {
		if len(rest) != 1 {
			return nil, false
		}
		s, ok := value.SliceArg(rest[0])
		if !ok || s.Open != nil || value.AnyMaybe(s.Elems) || s.Unordered() {
			return nil, false
		}
		rest = value.Elements(s)
	}
	out := make([]value.Value, len(rest))
	m.work(2 * len(rest))
	for i, v := range rest {
		out[i] = m.ConvertTo(value.Clone(v), elem)
	}
	return out, true
}

// capacity models the builtin function cap.
func (m *Machine) capacity(v value.Value, n *ir.Node) value.Value {
	switch x := v.(type) {
	case *value.Slice:
		if c, ok := x.Capacity(); ok {
			return value.NewInt(int64(c), n.Pos)
		}
	case *value.Array, *value.Nil:
		return m.Length(v, n)
	}
	return value.NewUnknown("the capacity of something unknown", n.Pos, types.Typ[types.Int])
}

func (m *Machine) AppendTo(base value.Value, rest []value.Value, spread bool, t types.Type, pos token.Pos) value.Value {
	if s, ok := base.(*value.Slice); ok {
		if u := m.overlong(s, rest, spread, t, pos); u != nil {
			return u
		}
		var elem types.Type
		if sl, ok := ir.Under(t).(*types.Slice); ok {
			elem = sl.Elem()
		}
		if text, ok := textBytes(rest, spread, elem); ok && len(s.Reach().Cells) > 0 {
			rest = []value.Value{asElements(text, t)} // it overwrites elements that other slices share
		}
		if vals, ok := m.appended(rest, spread, elem); ok {
			if len(vals) == 0 && !s.IsNil {
				return s
			}
			if out, ok := m.AppendInPlace(s, vals); ok {
				return out
			}
		}
		v := m.appendCopy(base, rest, spread, t, pos)
		if out, ok := v.(*value.Slice); ok {
			m.Grow(s, out, pos)
		}
		return v
	}
	from := value.CutFrom(base)
	m.Overrun(from, pos)
	v := m.appendCopy(base, rest, spread, t, pos)
	if out, ok := v.(*value.Slice); ok && len(from.Cells) > 0 {
		out.Beyond = from
		m.MayBeAmong(out, from)
	}
	return v
}

// textBytes returns the text whose bytes an append adds, if it adds a text.
func textBytes(rest []value.Value, spread bool, elem types.Type) (*value.Const, bool) {
	if !spread || len(rest) != 1 || !ir.IsByte(elem) {
		return nil, false
	}
	c, ok := rest[0].(*value.Const)
	return c, ok && c.V.Kind() == constant.String
}

// overlong returns an unknown value for a slice that would have too many elements
// because another one is appended to it, or nil. A list that is appended to itself
// doubles each time.
func (m *Machine) overlong(s *value.Slice, rest []value.Value, spread bool, t types.Type, pos token.Pos) value.Value {
	if !spread || len(rest) != 1 {
		return nil
	}
	r, ok := rest[0].(*value.Slice)
	if !ok || len(s.Elems)+len(r.Elems) <= value.MaxElems {
		return nil
	}
	u := value.NewUnknown(value.OverBudget, pos, t)
	m.Forget(u, s, r)
	return u
}

// appendCopy appends to a copy of its argument.
func (m *Machine) appendCopy(base value.Value, rest []value.Value, spread bool, t types.Type, pos token.Pos) value.Value {
	out := &value.Slice{T: t, Pos: pos, Sure: true}
	switch b := base.(type) {
	case *value.Slice:
		out.Open, out.Sure, out.IsNil = b.Open, b.Open == nil || b.Sure, b.IsNil
		if b.Pos.IsValid() {
			out.Pos = b.Pos
		}
		m.steps += len(b.Elems) / value.LogSteps
		for _, e := range b.Elems {
			out.Elems = append(out.Elems, e.Copy())
		}
	case *value.Nil:
		out.IsNil = true
	case *value.Native: // a document of bytes
		if b.Kind == value.JSONKind && isEmptyText(rest) {
			return b
		}
		out.Open = value.NewUnknown("unknown bytes", pos, nil)
	case *value.Const: // a byte slice
		if s, ok := m.appendBytes(b, rest, spread, t); ok {
			return s
		}
		return value.NewUnknown("unknown bytes", pos, t)
	case *value.Unknown:
		out.Open = b
		if len(b.Alts) > 0 {
			return m.mapAlts(b, func(a value.Value) value.Value { return m.AppendTo(a, rest, spread, t, pos) })
		}
	default:
		out.Open = value.NewUnknown("an unknown slice", pos, nil)
	}
	if v, ok := CopyBytes(out, rest, spread, t); ok {
		return v
	}
	m.appendMore(out, rest, spread, t, pos)
	return out
}

// appendMore adds elements to a new slice that no other code has seen.
func (m *Machine) appendMore(out *value.Slice, rest []value.Value, spread bool, t types.Type, pos token.Pos) {
	var elem types.Type
	if sl, ok := ir.Under(t).(*types.Slice); ok {
		elem = sl.Elem()
	}
	if !spread {
		for _, v := range rest {
			out.Elems = append(out.Elems, value.Elem{C: value.NewCell(m.ConvertTo(value.Clone(v), elem))})
		}
		out.IsNil = out.IsNil && len(rest) == 0
		return
	}
	for _, v := range rest {
		switch s := v.(type) {
		case *value.Slice:
			m.work(2 * len(s.Elems))
			for _, e := range s.Elems {
				out.Elems = append(out.Elems, e.Copy())
			}
			out.Open, out.Sure = value.EitherOpen(out.Open, s.Open), out.Sure && (s.Open == nil || s.Sure)
		case *value.Nil:
		case *value.Unknown:
			out.Open = value.EitherOpen(out.Open, s)
		default:
			out.Open = value.NewUnknown("an unknown slice", pos, nil)
		}
	}
	out.IsNil = out.IsNil && len(out.Elems) == 0 && out.Open == nil
}

// CopyBytes returns bytes as a text or a document if they are appended to an empty
// slice.
func CopyBytes(base *value.Slice, rest []value.Value, spread bool, t types.Type) (value.Value, bool) {
	if len(base.Elems) > 0 || base.Open != nil || !spread || len(rest) != 1 {
		return nil, false
	}
	switch v := rest[0].(type) {
	case *value.Const:
		c := *v
		c.T = t
		return &c, true
	case *value.Native:
		if v.Kind == value.JSONKind {
			c := *v
			c.T = t
			return &c, true
		}
	}
	return nil, false
}

// isEmptyText reports whether all of vals are empty.
func isEmptyText(vals []value.Value) bool {
	for _, v := range vals {
		s, ok := value.StringOf(v)
		sl, isSlice := v.(*value.Slice)
		if !(ok && s == "" || value.IsNil(v) || isSlice && sl.Open == nil && len(sl.Elems) == 0) {
			return false
		}
	}
	return true
}

func (m *Machine) appendBytes(b *value.Const, rest []value.Value, spread bool, t types.Type) (value.Value, bool) {
	s, ok := value.StringOf(b)
	if !ok {
		return nil, false
	}
	for _, v := range rest {
		if spread {
			x, ok := value.StringOf(v)
			if list, elems := v.(*value.Slice); elems {
				x, ok = m.BytesToString(list)
			}
			if !ok {
				return nil, false
			}
			s += x
			continue
		}
		i, ok := value.IntOf(v)
		if !ok {
			return nil, false
		}
		s += string([]byte{byte(i)})
	}
	return &value.Const{V: constant.MakeString(s), T: t, Pos: b.Pos}, true
}
