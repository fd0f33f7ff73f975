//go:build since41 && !since46

package before46

import (
	"encoding/json"
	"reflect"

	"github.com/invopop/jsonschema"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

type level string

// JSONSchema gives the type a schema of its own.
func (level) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Enum: []any{"low", "high"}, Default: "low"}
}

type account struct {
	Name string `json:"name" jsonschema:"minLength=1"`
	Age  int    `json:"age,omitempty" jsonschema:"default=3,maximum=1e3"`
}

// JSONSchemaExtend changes what reflection finds.
func (account) JSONSchemaExtend(s *jsonschema.Schema) {
	s.Description = "An account"
	if name, ok := s.Properties.Get("name"); ok {
		name.Pattern = "^[a-z]+$"
	}
	s.Properties.Set("extra", &jsonschema.Schema{Type: "boolean"})
	s.Properties.Delete("age")
}

type wrapped struct {
	Level   level            `json:"level"`
	Account account          `json:"account"`
	Limits  map[string]int   `json:"limits"`
	Seen    []*account       `json:"seen,omitempty"`
	Any     map[string]any   `json:"any" jsonschema_description:"Free, as you like"`
	Size    float64          `json:"size" jsonschema:"minimum=0.5,example=1,example=2.5"`
	Only    string           `json:"only" jsonschema:"const=here"`
	Groups  map[string]level `json:"groups"`
}

// schemaOf is what many programs have.
func schemaOf[T any](change func(*jsonschema.Schema)) json.RawMessage {
	var v T
	r := &jsonschema.Reflector{DoNotReference: true}
	s := r.Reflect(v)
	s.Version, s.ID = "", ""
	if change != nil {
		change(s)
	}
	out, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return out
}

// RegisterChanged registers tools whose schemas are reflected and changed.
func RegisterChanged(s *server.MCPServer) {
	add := func(name string, text json.RawMessage) {
		s.AddTool(mcp.NewToolWithRawSchema(name, "", text), kit.OK)
	}
	add("changed_plain", schemaOf[wrapped](nil))
	add("changed_required", schemaOf[wrapped](func(s *jsonschema.Schema) {
		s.Required = append(s.Required, "seen")
		s.AdditionalProperties = nil
		s.Extras = map[string]any{"x-n": 1, "a-first": []string{"b"}}
	}))
	add("changed_properties", schemaOf[wrapped](func(s *jsonschema.Schema) {
		level, _ := s.Properties.Get("level")
		level.Title = "Level"
		s.Properties.Set("added", &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "null"}, level}})
		s.Properties.Delete("any")
		s.MinProperties = ptr(uint64(2))
	}))

	refs := jsonschema.Reflector{ExpandedStruct: true, RequiredFromJSONSchemaTags: true}
	text, _ := json.MarshalIndent(refs.ReflectFromType(reflect.TypeFor[wrapped]()), "", "  ")
	add("changed_refs", text)

	byHand := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties()}
	byHand.Properties.Set("z", &jsonschema.Schema{Type: "number", Minimum: json.Number("0.10")})
	byHand.Properties.Set("a", &jsonschema.Schema{})
	text, _ = json.Marshal(byHand)
	add("changed_by_hand", text)

	text, _ = jsonschema.Reflect(&account{}).MarshalJSON()
	add("changed_method", text)
}

func ptr[T any](v T) *T { return &v }
