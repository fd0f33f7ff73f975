//go:build sdk02

// Package refused registers tools that the SDK refuses, and some that only later
// releases refuse.
package refused

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk02/lib"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk02/reply"
)

// Func has a function.
func Func(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_func"}, reply.OK[struct{ F func() }])
}

// MapKey has a map from numbers.
func MapKey(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_map_key"}, reply.OK[struct{ M []map[int]string }])
}

type tree struct {
	Name     string
	Children []tree
}

// Recursive has a type that contains itself.
func Recursive(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_recursive"}, reply.OK[tree])
}

// Tag has a tag of another library.
func Tag(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_tag"}, reply.OK[struct {
		X string `jsonschema:"enum=a"`
	}])
}

// EmptyTag has an empty tag.
func EmptyTag(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_empty_tag"}, reply.OK[struct {
		X string `jsonschema:""`
	}])
}

func literal(name string, prop *lib.Schema) *mcp.Tool {
	return &mcp.Tool{Name: name, InputSchema: &lib.Schema{Type: "object", Properties: map[string]*lib.Schema{"name": prop}}}
}

// Default has a default of another type.
func Default(s *mcp.Server) {
	mcp.AddTool(s, literal("refused_default", &lib.Schema{Type: "integer", Default: []byte(`"x"`)}), reply.OK[any])
}

// Pattern has a pattern that does not compile.
func Pattern(s *mcp.Server) {
	mcp.AddTool(s, literal("refused_pattern", &lib.Schema{Type: "string", Pattern: "("}), reply.OK[any])
}

// RawPattern has a pattern that does not compile, and no types.
func RawPattern(s *mcp.Server) {
	s.AddTool(literal("refused_raw_pattern", &lib.Schema{Type: "string", Pattern: "("}), reply.OK[map[string]any])
}

// Ref refers to nothing.
func Ref(s *mcp.Server) {
	mcp.AddTool(s, literal("refused_ref", &lib.Schema{Ref: "#/$defs/none"}), reply.OK[any])
}

// Shared has one schema in two places.
func Shared(s *mcp.Server) {
	text := &lib.Schema{Type: "string"}
	mcp.AddTool(s, literal("refused_shared", &lib.Schema{AnyOf: []*lib.Schema{text, text}}), reply.OK[any])
}

// Types has one type and several.
func Types(s *mcp.Server) {
	mcp.AddTool(s, literal("refused_types", &lib.Schema{Type: "string", Types: []string{"null"}}), reply.OK[any])
}

// Output has a function in its output.
func Output(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_output"}, reply.Typed[any, struct{ F func() }])
}

// OutputDefault has a bad default in its output.
func OutputDefault(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_output_default", OutputSchema: &lib.Schema{Type: "integer", Default: []byte(`"x"`)}},
		reply.Typed[any, int])
}

// ChanEnum cannot be printed.
func ChanEnum(s *mcp.Server) {
	mcp.AddTool(s, literal("refused_chan_enum", &lib.Schema{Enum: []any{make(chan int)}}), reply.OK[any])
}

// NilSchema has no schema and no types, which v0.2.0 takes for a map.
func NilSchema(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "refused_nil_schema"}, reply.OK[map[string]any])
}

// UncheckedOutput has a bad default in an output that is not checked.
func UncheckedOutput(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "accepted_output", OutputSchema: &lib.Schema{Type: "integer", Default: []byte(`"x"`)}}, reply.OK[any])
}

// SliceInput is no object.
func SliceInput(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "accepted_slice_input"}, reply.OK[[]string])
}
