// Package goopenai models the types of github.com/sashabaranov/go-openai that encode
// themselves, and the schemas that it derives from types.
package goopenai

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

const (
	clientPath = "github.com/sashabaranov/go-openai"
	schemaPath = clientPath + "/jsonschema"
)

// Bind returns the model of the go-openai client for a package.
func Bind(h *sdk.Host) sdk.Library { return &library{host: h} }

type library struct{ host *sdk.Host }

// Intrinsic returns the model of a function of the client, or nil.
func (l *library) Intrinsic(key string) eval.Intrinsic {
	switch key {
	case schemaPath + ".GenerateSchemaForType":
		return l.generate
	case "(*" + schemaPath + ".Definition).MarshalJSON", "(" + schemaPath + ".Definition).MarshalJSON":
		return func(c *eval.Call) value.Value {
			tup, ok := c.Result.(*types.Tuple)
			if !ok || tup.Len() != 2 {
				return c.Unknown("a schema that is printed")
			}
			n := (&gojson.Encoder{M: c.M}).Encode(c.Recv)
			return value.Tuple{&value.Native{Kind: value.JSONKind, Data: n, T: tup.At(0).Type(), Pos: c.Pos}, &value.Nil{T: tup.At(1).Type(), Pos: c.Pos}}
		}
	}
	return nil
}

// definition returns the type Definition, or nil if the package is not visible.
func (l *library) definition() types.Type {
	pkg := l.host.Types.Package(schemaPath)
	if pkg == nil {
		return nil
	}
	tn, ok := pkg.Scope().Lookup("Definition").(*types.TypeName)
	if !ok {
		return nil
	}
	return tn.Type()
}

// generate models GenerateSchemaForType(v).
func (l *library) generate(c *eval.Call) value.Value {
	tup, ok := c.Result.(*types.Tuple)
	def := l.definition()
	if !ok || tup.Len() != 2 || def == nil {
		return c.Spread("a schema of an unknown version")
	}
	t := value.TypeOf(c.Arg(0))
	if t == nil || types.IsInterface(t) {
		return c.Spread("the schema of a value whose type is known only at run time")
	}
	w := newWalker(def)
	n, err := w.root(types.Default(t))
	switch {
	case w.endless:
		return value.Tuple{&value.Native{Kind: endlessKind, T: tup.At(0).Type(), Pos: c.Pos}, &value.Nil{T: tup.At(1).Type(), Pos: c.Pos}}
	case err != nil:
		return value.Tuple{&value.Nil{T: tup.At(0).Type(), Pos: c.Pos},
			&value.Native{Kind: "error", Data: err.Error(), T: tup.At(1).Type(), Pos: c.Pos}}
	}
	return value.Tuple{&value.Ptr{T: tup.At(0).Type(), C: value.NewCell(gojson.FromJSON(n, def)), Pos: c.Pos},
		&value.Nil{T: tup.At(1).Type(), Pos: c.Pos}}
}

// endlessKind is the kind of the native value for the schema of a recursive type. The
// client overflows the stack when it derives such a schema.
const endlessKind = "schema of a recursive type"

// Encode encodes a Tool, which may have additional fields, and a Definition. A
// Definition with a MarshalJSON method always has the member properties.
func (l *library) Encode(e *gojson.Encoder, v value.Value) (*schema.Node, bool) {
	switch v := v.(type) {
	case *value.Native:
		if v.Kind == endlessKind {
			e.Fail("stack overflow in GenerateSchemaForType: the type is recursive", v.Pos)
			return e.Faults[len(e.Faults)-1].Hole, true
		}
	case *value.Ptr:
		if s, ok := v.Load().(*value.Struct); ok && ir.IsNamed(s.T, schemaPath, "Definition") {
			return withProperties(e, s), true
		}
	case *value.Struct:
		switch {
		case ir.IsNamed(v.T, schemaPath, "Definition") && hasMethod(v.T):
			return withProperties(e, v), true
		case ir.IsNamed(v.T, clientPath, "Tool") && hasMethod(v.T) && v.Index("Parameters") >= 0:
			return tool(e, v), true
		}
	}
	return nil, false
}

func hasMethod(t types.Type) bool { return types.NewMethodSet(t).Lookup(nil, "MarshalJSON") != nil }

// withProperties encodes a Definition with the member properties, even if it has
// none.
func withProperties(e *gojson.Encoder, s *value.Struct) *schema.Node {
	if props, ok := s.Field("Properties").(*value.Nil); ok && s.Hidden() == nil {
		s = s.Copy()
		s.SetField("Properties", value.NewMap(props.T, s.Pos))
	}
	return e.Plain(s)
}

// tool encodes a Tool.
func tool(e *gojson.Encoder, s *value.Struct) *schema.Node {
	n := e.Plain(s)
	params := s.Field("Parameters")
	if n.Kind != schema.Object || value.IsZero(params) {
		return n
	}
	extra := e.Encode(params)
	if extra.Kind != schema.Object {
		return extra
	}
	for _, m := range extra.Members {
		if m.Name == "type" || m.Name == "function" {
			e.Fail("tool parameters cannot override type or function", m.Value.Pos)
			return schema.NewUnresolved("a tool that cannot be encoded", s.Pos)
		}
		n.Members = append(n.Members, m)
	}
	slices.SortFunc(n.Members, func(a, b schema.Member) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return n
}

// Decode returns false, because programs do not decode the client's types.
func (l *library) Decode(*schema.Node, types.Type) (value.Value, bool) { return nil, false }
