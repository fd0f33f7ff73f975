// Package ollama models the types of Ollama's client that encode themselves.
package ollama

import (
	"go/types"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop/invoposchema"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

const (
	apiPath    = "github.com/ollama/ollama/api"
	properties = "ToolPropertiesMap"
)

// Bind returns the model of the Ollama client for a package.
func Bind(*sdk.Host) sdk.Library { return library{} }

type library struct{}

// Intrinsic returns the model of a function of the ordered map of properties, or nil.
// The model uses an ordinary map value, which also records the order of insertion.
func (library) Intrinsic(key string) eval.Intrinsic {
	switch key {
	case apiPath + ".New" + properties:
		return func(c *eval.Call) value.Value {
			elem := elemOf(c.Result)
			if elem == nil {
				return c.Unknown("unknown properties")
			}
			mp := value.NewMap(types.NewMap(types.Typ[types.String], elem), c.Pos)
			return &value.Ptr{T: c.Result, C: value.NewCell(mp), Pos: c.Pos}
		}
	case "(*" + apiPath + "." + properties + ").Set":
		return set
	}
	return nil
}

// elemOf returns the type ToolProperty, given the type of a pointer to the map of
// properties. It returns nil for any other type.
func elemOf(t types.Type) types.Type {
	named := jsonfields.Named(t)
	if named == nil || !ir.IsNamed(named, apiPath, properties) {
		return nil
	}
	tn, ok := named.Obj().Pkg().Scope().Lookup("ToolProperty").(*types.TypeName)
	if !ok {
		return nil
	}
	return tn.Type()
}

func set(c *eval.Call) value.Value {
	p, ok := c.Recv.(*value.Ptr)
	if !ok {
		return value.Tuple{}
	}
	now := p.Load()
	if s, ok := now.(*value.Struct); ok && value.IsZero(s) {
		now = value.NewMap(types.NewMap(types.Typ[types.String], elemOf(types.NewPointer(s.T))), c.Pos)
		c.M.Set(p.C, now)
	}
	if mp, ok := now.(*value.Map); ok {
		c.M.SetEntry(mp, c.Arg(0), c.Arg(1))
	} else {
		c.M.Set(p.C, value.NewUnknown("unknown properties", c.Pos, value.TypeOf(now)))
	}
	return value.Tuple{}
}

// Encode encodes a PropertyType, which is a string if it has one element, and
// properties in the order of insertion.
func (library) Encode(e *gojson.Encoder, v value.Value) (*schema.Node, bool) {
	switch v := v.(type) {
	case *value.Slice:
		if v.T != nil && ir.IsNamed(v.T, apiPath, "PropertyType") {
			return typeNames(e, v), true
		}
	case *value.Ptr:
		if mp, ok := v.Load().(*value.Map); ok && elemOf(v.T) != nil {
			return invoposchema.Members(mp, e.Encode), true
		}
	case *value.Struct:
		if ir.IsNamed(v.T, apiPath, properties) && value.IsZero(v) {
			return schema.NewNull().At(v.Pos), true
		}
	}
	return nil, false
}

func typeNames(e *gojson.Encoder, s *value.Slice) *schema.Node {
	vals, open := s.Values()
	switch {
	case open != nil:
		return schema.NewUnresolved(open.Reason, open.Pos)
	case s.IsNil:
		return schema.NewNull().At(s.Pos)
	case len(vals) == 1:
		return e.Encode(vals[0])
	}
	n := schema.NewArray().At(s.Pos)
	for _, v := range vals {
		n.Elems = append(n.Elems, e.Encode(v))
	}
	return n
}

// Decode decodes a PropertyType, and the properties that contain such types.
func (l library) Decode(n *schema.Node, t types.Type) (value.Value, bool) {
	switch {
	case n.Partial != nil && (ir.IsNamed(t, apiPath, "PropertyType") || ir.IsNamed(t, apiPath, "ToolProperty") || ir.IsNamed(t, apiPath, properties)):
		return value.NewUnknown(n.Partial.Reason, n.Partial.Pos, t), true
	case ir.IsNamed(t, apiPath, "PropertyType") && n.Kind == schema.String:
		return value.NewSlice(t, n.Pos, value.NewString(n.Text, n.Pos)), true
	case ir.IsNamed(t, apiPath, "PropertyType") && n.Kind == schema.Array:
		var vals []value.Value
		for _, e := range n.Elems {
			vals = append(vals, gojson.FromJSON(e, types.Typ[types.String]))
		}
		return value.NewSlice(t, n.Pos, vals...), true
	case ir.IsNamed(t, apiPath, "ToolProperty") && n.Kind == schema.Object:
		s := value.NewStruct(t, n.Pos)
		for _, f := range jsonfields.Of(s.Type()) {
			if m := n.Get(f.Name); m != nil && len(f.Path) == 1 {
				field, _ := s.FieldVar(f.Path[0])
				s.SetAt(f.Path[0], l.decoded(m, field.Type()))
			}
		}
		return s, true
	case ir.IsNamed(t, apiPath, properties) && n.Kind == schema.Object:
		elem := elemOf(types.NewPointer(t))
		mp := value.NewMap(types.NewMap(types.Typ[types.String], elem), n.Pos)
		for _, m := range n.Members {
			mp.Put(value.NewString(m.Name, m.Value.Pos), l.decoded(m.Value, elem))
		}
		return mp, true
	}
	return nil, false
}

func (l library) decoded(n *schema.Node, t types.Type) value.Value {
	if v, ok := l.Decode(n, t); ok {
		return v
	}
	if n.Partial != nil {
		return gojson.FromJSON(n, t)
	}
	switch u := types.Unalias(t).(type) {
	case *types.Pointer:
		if n.Kind != schema.Null {
			return &value.Ptr{T: t, C: value.NewCell(l.decoded(n, u.Elem())), Pos: n.Pos}
		}
	case *types.Slice:
		if n.Kind == schema.Array {
			var vals []value.Value
			for _, e := range n.Elems {
				vals = append(vals, l.decoded(e, u.Elem()))
			}
			return value.NewSlice(t, n.Pos, vals...)
		}
	case *types.Map:
		if n.Kind == schema.Object {
			mp := value.NewMap(t, n.Pos)
			for _, m := range n.Members {
				mp.Put(value.NewString(m.Name, m.Value.Pos), l.decoded(m.Value, u.Elem()))
			}
			return mp
		}
	}
	return gojson.FromJSON(n, t)
}
