package eval

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file computes what append adds, and where the result is stored.

// AppendTo returns base with rest appended, as a slice of type t. If spread is set, rest is
// a list of elements.
func (m *Machine) AppendTo(base value.Value, rest []value.Value, spread bool, t types.Type, pos token.Pos) value.Value {
	if s, ok := base.(*value.Slice); ok {
		if u := m.overlong(s, rest, spread, t, pos); u != nil {
			return u
		}
		if !s.IsNil && (len(rest) == 0 || spread && isEmptyText(rest)) {
			return s
		}
	}
	v := m.appendCopy(base, rest, spread, t, pos)
	if out, ok := v.(*value.Slice); ok {
		m.Grow(base, out, pos)
	}
	return v
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
	if v, ok := CopyBytes(out, rest, spread, t); ok && value.Full(base) {
		return v // otherwise other slices may share the elements
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
				e = e.Copy()
				e.ID = nil // it is another element, though of the same value
				out.Elems = append(out.Elems, e)
			}
			out.Open, out.Sure = value.EitherOpen(out.Open, s.Open), out.Sure && (s.Open == nil || s.Sure)
		case *value.Nil:
		case *value.Const:
			out.Elems = append(out.Elems, asElements(s, t).Elems...)
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

// appendBytes returns the text of known bytes with known bytes or texts appended, as where a server
// joins raw JSON, or false.
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
