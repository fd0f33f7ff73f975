package gojson

import (
	"go/constant"
	"go/types"
	"unicode/utf8"

	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// This file encodes lists and maps.

func (e *Encoder) slice(s *value.Slice) *schema.Node {
	if s.IsNil && s.Open == nil {
		return schema.NewNull().At(s.Pos)
	}
	if s.T != nil {
		if sl, ok := ir.Under(s.T).(*types.Slice); ok && ir.IsByte(sl.Elem()) {
			text, ok := e.M.BytesToString(s)
			if !ok {
				return schema.NewUnresolved("unknown bytes", s.Pos)
			}
			return e.constant(&value.Const{V: constant.MakeString(text), T: s.T, Pos: s.Pos})
		}
	}
	if s.MayBeNil() && e.filled != value.Value(s) {
		_, why := s.Values()
		return schema.NewUnresolved(why.Reason, why.Pos) // null or a list
	}
	return List(s, func(v value.Value) *schema.Node { return e.part(v, !holdsInterfaces(s.T)) })
}

// List returns an array with the elements of a slice, each encoded by encode.
func List(s *value.Slice, encode func(value.Value) *schema.Node) *schema.Node {
	n := schema.NewArray().At(s.Pos)
	if _, why := s.Values(); why != nil {
		// What a loop in a random order appends may depend on the order.
		if s.Open != nil && !s.Sure {
			return schema.NewUnresolved(why.Reason, why.Pos)
		}
		n.Doubt(why.Reason, why.Pos).More = s.Open != nil
	}
	for _, e := range s.Elems {
		if v := encode(e.C.Get()); e.Maybe {
			n.Partial.Perhaps = append(n.Partial.Perhaps, schema.Member{Value: v})
		} else {
			n.Elems = append(n.Elems, v)
		}
	}
	return n
}

// holdsInterfaces reports whether the elements of a slice or an array are interfaces.
func holdsInterfaces(t types.Type) bool {
	elem := ir.Elem(ir.Under(t))
	return elem == nil || ir.IsInterface(elem)
}

// Perhaps returns why an entry of a map may be absent, or "" if it is there.
func Perhaps(maybe bool) string {
	if maybe {
		return "an entry that depends on a condition known only at run time"
	}
	return ""
}

func (e *Encoder) mapping(m *value.Map) *schema.Node {
	if t, ok := ir.Under(m.T).(*types.Map); ok && !isKey(t.Key()) {
		return e.fail("unsupported type: "+types.TypeString(m.T, shortQualifier), m.Pos)
	}
	n := schema.NewObject().At(m.Pos)
	bad := false
	open := m.Entries(func(k, v value.Value, maybe bool) {
		name, ok := e.mapKey(k)
		if !ok {
			bad = true
			return
		}
		one := schema.Member{Name: name, Value: e.at(e.part(v, false), value.PosOf(k))}
		n.Add(one, Perhaps(maybe))
	})
	switch {
	case bad:
		return schema.NewUnresolved("a map with unsupported keys", m.Pos)
	case open != nil && !m.State().Sure:
		return schema.NewUnresolved(open.Reason, open.Pos)
	case open != nil:
		n.Doubt(open.Reason, open.Pos).More = true
	}
	n.SortMembers()
	return n
}

// isKey reports whether encoding/json can encode map keys of a type.
func isKey(t types.Type) bool {
	b, ok := ir.Under(t).(*types.Basic)
	return ok && b.Info()&(types.IsString|types.IsInteger) != 0 || ir.IsTypeParam(t) || hasMarshalText(t)
}

// validText returns a string as encoding/json encodes it: each invalid UTF-8 byte is
// replaced.
func (e *Encoder) validText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	e.Invalid = true
	if e.KeepText {
		return s
	}
	return string([]rune(s))
}

func (e *Encoder) mapKey(k value.Value) (string, bool) {
	c, ok := k.(*value.Const)
	if !ok || hasMarshalText(c.T) {
		return "", false
	}
	switch c.V.Kind() {
	case constant.String:
		return e.validText(constant.StringVal(c.V)), true
	case constant.Int:
		return c.V.ExactString(), true
	}
	return "", false
}

func hasMarshalText(t types.Type) bool {
	return t != nil && !ir.IsString(ir.Under(t)) && jsonmethod.KeyWrites(t)
}
