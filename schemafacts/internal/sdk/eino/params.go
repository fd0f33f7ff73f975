package eino

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// document returns what a model receives for a tool.
func (b *bound) document(m *eval.Machine, t *tool.Tool, s *value.Struct) *schema.Node {
	e := sdk.NewEncoder(m)
	return sdk.Declare(t, e, sdk.NotEmpty(e.Encode(s.Field("Desc"))), b.schema(e, s.Field("ParamsOneOf")), nil)
}

// schema returns the schema that ToJSONSchema makes from a *ParamsOneOf, or nil if
// the pointer is nil.
func (b *bound) schema(e *gojson.Encoder, v value.Value) *schema.Node {
	if value.IsNil(v) {
		return nil
	}
	s, ok := value.StructOf(v)
	if !ok || b.params == nil {
		return unknown("unknown parameters", v)
	}
	if why := s.Unseen(); why != nil {
		return schema.NewUnresolved(why.Reason, why.Pos)
	}
	params, js := s.Field("params"), s.Field("jsonschema")
	if !value.IsNil(params) {
		return b.object(e, params)
	}
	if value.IsNil(js) {
		return nil
	}
	if n, ok := b.schemas.Encode(e, js); ok {
		return n
	}
	return unknown("an unknown schema", js)
}

func unknown(reason string, v value.Value) *schema.Node {
	if u, ok := v.(*value.Unknown); ok && u.Reason != "" {
		reason = u.Reason
	}
	return schema.NewUnresolved(reason, value.PosOf(v))
}

// object returns the schema for a map of a tool's parameters.
func (b *bound) object(e *gojson.Encoder, v value.Value) *schema.Node {
	n := schema.NewObject().At(value.PosOf(v))
	n.Set("type", schema.NewString("object").At(n.Pos))
	n.Set("properties", schema.NewObject().At(n.Pos))
	if hole := members(e, n, v); hole != nil {
		return hole
	}
	version, known := b.schemas.Version()
	if !known {
		return schema.NewUnresolved(otherVersion, n.Pos)
	}
	out, err := invopop.Marshal(n, version)
	if err != nil {
		return schema.NewUnresolved(err.Error(), n.Pos)
	}
	return out
}

// members adds the parameters in a map to an object schema, sorted by name. It
// returns an unresolved node if they are not completely known, and nil otherwise.
func members(e *gojson.Encoder, n *schema.Node, v value.Value) *schema.Node {
	mp, ok := v.(*value.Map)
	if !ok {
		return unknown("unknown parameters", v)
	}
	props, required := schema.NewObject().At(n.Pos), schema.NewArray().At(n.Pos)
	named := true
	open := mp.Entries(func(k, v value.Value, maybe bool) {
		name, ok := value.StringOf(k)
		named = named && ok && !maybe
		p, must := parameter(e, v)
		props.Members = append(props.Members, schema.Member{Name: name, Value: p})
		switch {
		case must == nil:
			named = false
		case must.IsTrue():
			required.Elems = append(required.Elems, schema.NewString(name).At(must.Pos))
		}
	})
	if open != nil {
		return schema.NewUnresolved(open.Reason, open.Pos)
	}
	if !named {
		return schema.NewUnresolved("parameters that depend on values known only at run time", mp.Pos)
	}
	if len(props.Members) == 0 {
		return nil
	}
	props.SortMembers()
	slices.SortFunc(required.Elems, func(a, b *schema.Node) int { return strings.Compare(a.Text, b.Text) })
	n.Set("properties", props)
	n.Set("required", required)
	return nil
}

// parameter returns the schema of a *ParameterInfo. required is a boolean node, or
// nil if it is unknown whether the parameter is required.
func parameter(e *gojson.Encoder, v value.Value) (n, required *schema.Node) {
	s, ok := value.StructOf(v)
	if !ok {
		return unknown("an unknown parameter", v), nil
	}
	if why := s.Unseen(); why != nil {
		return schema.NewUnresolved(why.Reason, why.Pos), nil
	}
	n = schema.NewObject().At(s.Pos)
	n.Set("type", e.Encode(s.Field("Type")))
	n.Set("description", e.Encode(s.Field("Desc")))
	if enum := e.Encode(s.Field("Enum")); enum.Kind == schema.Unresolved || len(enum.Elems) > 0 {
		n.Set("enum", enum)
	}
	if elem := s.Field("ElemInfo"); !value.IsNil(elem) {
		item, _ := parameter(e, elem)
		n.Set("items", item)
	}
	if sub := s.Field("SubParams"); !value.IsNil(sub) {
		if hole := members(e, n, sub); hole != nil {
			return hole, boolean(s.Field("Required"))
		}
	}
	return n, boolean(s.Field("Required"))
}

func boolean(v value.Value) *schema.Node {
	on, ok := value.BoolOf(v)
	if !ok {
		return nil
	}
	return schema.NewBool(on).At(value.PosOf(v))
}
