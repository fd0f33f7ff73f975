//go:build sdk01

// Package refused registers tools that the SDK refuses, and some that only later
// releases refuse.
package refused

import (
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/reply"
)

type args struct {
	Name string `json:"name"`
}

// Func has a function.
func Func(s *mcp.Server) {
	s.AddTools(mcp.NewServerTool("refused_func", "", reply.OK[struct{ F func() }], mcp.Input(mcp.Property("F"))))
}

// MapKey has a map from numbers.
func MapKey(s *mcp.Server) {
	s.AddTools(mcp.NewServerTool("refused_map_key", "", reply.OK[struct{ M []map[int]string }]))
}

type tree struct {
	Name     string
	Children []tree
}

// Recursive has a type that contains itself.
func Recursive(s *mcp.Server) {
	s.AddTools(mcp.NewServerTool("refused_recursive", "", reply.OK[tree]))
}

// Required stands outside of a property.
func Required(s *mcp.Server) {
	s.AddTools(mcp.NewServerTool("refused_required", "", reply.OK[args], mcp.Input(mcp.Required(true))))
}

// PropertyOfMap adds a property to the schema of a map.
func PropertyOfMap(s *mcp.Server) {
	s.AddTools(mcp.NewServerTool("refused_property_of_map", "", reply.OK[map[string]any],
		mcp.Input(mcp.Property("name", mcp.Description("a name")))))
}

// PropertyOfAny adds a property to the schema of anything.
func PropertyOfAny(s *mcp.Server) {
	s.AddTools(mcp.NewServerTool("refused_property_of_any", "", reply.OK[any], mcp.Input(mcp.Property("name"))))
}

// PropertyOfNothing adds a property to a struct without fields.
func PropertyOfNothing(s *mcp.Server) {
	s.AddTools(mcp.NewServerTool("refused_property_of_nothing", "", reply.OK[struct{}], mcp.Input(mcp.Property("name"))))
}

// NestedProperty adds a property to a property that has none.
func NestedProperty(s *mcp.Server) {
	s.AddTools(mcp.NewServerTool("refused_nested_property", "", reply.OK[args],
		mcp.Input(mcp.Property("name", mcp.Property("first", mcp.Description("first name"))))))
}

// NilSchema replaces a schema by none.
func NilSchema(s *mcp.Server) {
	s.AddTools(mcp.NewServerTool("refused_nil_schema", "", reply.OK[args], mcp.Input(mcp.Schema(nil))))
}

// NoHandler has no handler.
func NoHandler(s *mcp.Server) {
	s.AddTools(&mcp.ServerTool{Tool: &mcp.Tool{Name: "refused_no_handler", InputSchema: &jsonschema.Schema{Type: "object"}}})
}

func literal(s *mcp.Server, name string, prop *jsonschema.Schema) {
	s.AddTools(&mcp.ServerTool{
		Tool: &mcp.Tool{Name: name, InputSchema: &jsonschema.Schema{
			Type: "object", Properties: map[string]*jsonschema.Schema{"name": prop},
		}},
		Handler: reply.Raw,
	})
}

// Default has a default of another type.
func Default(s *mcp.Server) {
	literal(s, "refused_default", &jsonschema.Schema{Type: "integer", Default: []byte(`"x"`)})
}

// Pattern has a pattern that does not compile.
func Pattern(s *mcp.Server) {
	literal(s, "refused_pattern", &jsonschema.Schema{Type: "string", Pattern: "("})
}

// Ref refers to nothing.
func Ref(s *mcp.Server) {
	literal(s, "refused_ref", &jsonschema.Schema{Ref: "#/$defs/none"})
}

// Shared has one schema in two places.
func Shared(s *mcp.Server) {
	text := &jsonschema.Schema{Type: "string"}
	literal(s, "refused_shared", &jsonschema.Schema{AnyOf: []*jsonschema.Schema{text, text}})
}

// Types has one type and several.
func Types(s *mcp.Server) {
	literal(s, "refused_types", &jsonschema.Schema{Type: "string", Types: []string{"string", "null"}})
}

// ChanEnum cannot be printed.
func ChanEnum(s *mcp.Server) {
	s.AddTools(mcp.NewServerTool("refused_chan_enum", "", reply.OK[args], mcp.Input(mcp.Property("name", mcp.Enum(make(chan int))))))
}

// RawDefault cannot be printed.
func RawDefault(s *mcp.Server) {
	s.AddTools(mcp.NewServerTool("refused_raw_default", "", reply.OK[args], mcp.Input(mcp.Property("name",
		mcp.Schema(&jsonschema.Schema{Type: "string", Default: json.RawMessage("hello")})))))
}

// ExtraKeyword says twice what the type is.
func ExtraKeyword(s *mcp.Server) {
	t := mcp.NewServerTool("refused_extra_keyword", "", reply.OK[args])
	t.Tool.InputSchema.Extra = map[string]any{"type": "string"}
	s.AddTools(t)
}

// Tag has a tag that later releases refuse.
func Tag(s *mcp.Server) {
	s.AddTools(mcp.NewServerTool("accepted_tag", "", reply.OK[struct {
		X string `jsonschema:"enum=a"`
	}]))
}

// EmptyTag has a tag that later releases refuse.
func EmptyTag(s *mcp.Server) {
	s.AddTools(mcp.NewServerTool("accepted_empty_tag", "", reply.OK[struct {
		X string `jsonschema:""`
	}]))
}

// SliceInput is no object.
func SliceInput(s *mcp.Server) {
	s.AddTools(mcp.NewServerTool("accepted_slice_input", "", reply.OK[[]string]))
}

// UncheckedDefault has a default of another type in a tool that is not checked.
func UncheckedDefault(s *mcp.Server) {
	s.AddTools(mcp.NewServerTool("accepted_default", "", reply.OK[args], mcp.Input(mcp.Property("name",
		mcp.Schema(&jsonschema.Schema{Type: "string", Default: json.RawMessage("1")})))))
}

// UncheckedPattern has a bad pattern in a tool that is not checked.
func UncheckedPattern(s *mcp.Server) {
	t := mcp.NewServerTool("accepted_pattern", "", reply.OK[args])
	t.Tool.InputSchema.Properties["name"].Pattern = "("
	s.AddTools(t)
}

// FuncOutput has a function in its output, which nobody looks at.
func FuncOutput(s *mcp.Server) {
	s.AddTools(mcp.NewServerTool("accepted_func_output", "", reply.Typed[args, struct{ F func() }]))
}

// NoSchema has no schema.
func NoSchema(s *mcp.Server) {
	s.AddTools(&mcp.ServerTool{Tool: &mcp.Tool{Name: "accepted_no_schema"}, Handler: reply.Raw})
}
