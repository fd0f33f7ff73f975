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

// Schemas is the package that derives schemas from types by reflection. It is evaluated
// from source, in the version that the module uses.
const Schemas = schemaPath

// Runs are its functions that programs call.
var Runs = []string{schemaPath + ".GenerateSchemaForType", "(*" + schemaPath + ".Definition).MarshalJSON", "(" + schemaPath + ".Definition).MarshalJSON"}

// Bind returns the model of the go-openai client for a package.
func Bind(*sdk.Host) sdk.Library { return library{} }

type library struct{}

// Intrinsic returns nil, because no function of the client needs a model.
func (library) Intrinsic(string) eval.Intrinsic { return nil }

// Encode encodes a Tool, which may have additional fields.
func (library) Encode(e *gojson.Encoder, v value.Value) (*schema.Node, bool) {
	if s, ok := v.(*value.Struct); ok && ir.IsNamed(s.T, clientPath, "Tool") && hasMethod(s.T) && s.Index("Parameters") >= 0 {
		return tool(e, s), true
	}
	return nil, false
}

func hasMethod(t types.Type) bool { return types.NewMethodSet(t).Lookup(nil, "MarshalJSON") != nil }

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
func (library) Decode(*schema.Node, types.Type) (value.Value, bool) { return nil, false }
