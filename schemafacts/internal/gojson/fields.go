package gojson

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

func (e *Encoder) strct(s *value.Struct) *schema.Node {
	if why := s.Hidden(); why != nil {
		return schema.NewUnresolved(why.Reason, why.Pos)
	}
	if why := s.Tainted(); why != nil && !e.KeepTainted {
		return schema.NewUnresolved(why.Reason, why.Pos)
	}
	n := schema.NewObject().At(s.Pos)
	for _, f := range jsonfields.Of(s.Type()) {
		v, ok := at(s, f.Path)
		if !ok {
			continue
		}
		if _, isUnknown := v.(*value.Unknown); isUnknown && (f.OmitEmpty || f.OmitZero) {
			n.Members = append(n.Members, schema.Member{Name: f.Name, Value: e.encode(v)})
			continue
		}
		if isOmitted(f, v) {
			continue
		}
		perhaps := ""
		if f.OmitEmpty {
			perhaps = e.omission(v)
		}
		val := e.part(v, (e.addressable || f.Pointer) && !ir.IsInterface(f.Var.Type()))
		if f.Quoted && !hasJSONMethods(f.Var.Type()) {
			val = quoted(val)
		}
		n.Add(schema.Member{Name: f.Name, Value: val}, perhaps)
	}
	return n
}

// isOmitted reports whether the option omitempty or omitzero omits a field. It does not
// omit an interface with an empty value, only a nil interface.
func isOmitted(f jsonfields.Field, v value.Value) bool {
	if v != nil && ir.IsInterface(f.Var.Type()) {
		if n, isNil := v.(*value.Nil); !isNil || n.T != nil && !ir.IsUntypedNil(n.T) && !ir.IsInterface(n.T) {
			return false // an interface that holds a nil pointer is not nil
		}
	}
	return f.OmitEmpty && value.IsEmpty(v) || f.OmitZero && value.IsZero(v)
}

// quoted returns the JSON of a value whose field has the option string.
func quoted(n *schema.Node) *schema.Node {
	switch n.Kind {
	case schema.Number, schema.Bool, schema.String:
		return schema.NewString(string(n.JSON())).At(n.Pos)
	}
	return n
}

// hasJSONMethods reports whether a type, or the type to which it points, has JSON methods.
func hasJSONMethods(t types.Type) bool {
	if p, ok := ir.Under(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	return jsonmethod.Writes(t, true).Kind != jsonmethod.None
}

// perhapsEmpty reports whether it is unknown whether a map or slice is empty.
func perhapsEmpty(v value.Value) bool {
	switch v := v.(type) {
	case *value.Slice:
		return (len(v.Elems) > 0 || v.Open != nil) && !slices.ContainsFunc(v.Elems, func(e value.Elem) bool { return !e.Maybe })
	case *value.Map:
		some, sure := v.State().Open != nil, false
		v.Entries(func(_, _ value.Value, maybe bool) { some, sure = true, sure || !maybe })
		return some && !sure
	}
	return false
}

// at returns the field at a path of indexes. It follows pointers. It returns false if
// the field is unknown or a pointer is nil.
func at(s *value.Struct, path []int) (value.Value, bool) {
	var v value.Value = s
	for _, i := range path {
		if p, ok := v.(*value.Ptr); ok {
			v = p.C.Get()
		}
		st, ok := v.(*value.Struct)
		if !ok {
			if u, isUnknown := v.(*value.Unknown); isUnknown {
				return u, true
			}
			return nil, false
		}
		v = st.At(i)
	}
	return v, true
}
