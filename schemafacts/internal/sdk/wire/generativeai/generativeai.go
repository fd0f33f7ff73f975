// Package generativeai models the tools of github.com/google/generative-ai-go, the
// older client of the Gemini API. It copies them into protocol buffer messages, whose
// JSON omits zero values.
package generativeai

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire/untagged"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

const path = "github.com/google/generative-ai-go/genai"

// Form returns the role of a type of the client with regard to tools.
func Form(t types.Type) untagged.Kind {
	return untagged.In(t, path, map[string]untagged.Kind{"FunctionDeclaration": untagged.Tool, "Tool": untagged.List})
}

// Bind returns the model of the client generative-ai-go for a package.
func Bind(*sdk.Host) sdk.Library { return library{} }

type library struct{}

// Intrinsic returns nil, because the client has no functions that make tools.
func (library) Intrinsic(string) eval.Intrinsic { return nil }

// Decode returns false, because programs do not decode the client's types.
func (library) Decode(*schema.Node, types.Type) (value.Value, bool) { return nil, false }

// Encode encodes a FunctionDeclaration, a Schema, and a Type.
func (library) Encode(e *gojson.Encoder, v value.Value) (*schema.Node, bool) {
	switch v := v.(type) {
	case *value.Struct:
		if ir.IsNamed(v.T, path, "FunctionDeclaration") || ir.IsNamed(v.T, path, "Schema") {
			return message(e, v), true
		}
	case *value.Const:
		if i, ok := value.IntOf(v); ok && v.T != nil && ir.IsNamed(v.T, path, "Type") && i > 0 && i < int64(len(typeNames)) {
			return schema.NewString(typeNames[i]).At(v.Pos), true
		}
	}
	return nil, false
}

// typeNames are the names of the values of the client's Type, by number.
var typeNames = []string{"", "STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT"}

// message encodes a struct in the form of the protocol buffer message into which the
// client copies its fields.
func message(e *gojson.Encoder, s *value.Struct) *schema.Node {
	if why := s.Hidden(); why != nil {
		return schema.NewUnresolved(why.Reason, why.Pos)
	}
	n := schema.NewObject().At(s.Pos)
	for i := range s.NumFields() {
		v := s.At(i)
		if value.IsZero(v) {
			continue
		}
		field, _ := s.FieldVar(i)
		if part := e.Encode(v); !empty(field.Type(), part) {
			n.Set(untagged.Name(field.Name()), part)
		}
	}
	return n
}

// empty reports whether a part is a list or a map without elements. A message without
// fields is not omitted.
func empty(t types.Type, n *schema.Node) bool {
	switch ir.Under(t).(type) {
	case *types.Slice:
		return n.Kind == schema.Array && len(n.Elems) == 0
	case *types.Map:
		return n.Kind == schema.Object && len(n.Members) == 0
	}
	return false
}
