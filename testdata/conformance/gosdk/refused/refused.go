// Package refused holds registrations that some version of the SDK refuses, by a
// panic or by never answering tools/list. Each function registers one tool,
// named after it.
package refused

import (
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

type node struct {
	Name     string  `json:"name"`
	Children []*node `json:"children"`
}

// Recursive has an input type that contains itself.
func Recursive(s *mcp.Server) { mcp.AddTool(s, &mcp.Tool{Name: "refused_recursive"}, reply.OK[node]) }

type callback struct {
	Name string `json:"name"`
	Done func() `json:"done"`
}

// Func has a function in its input type.
func Func(s *mcp.Server) { mcp.AddTool(s, &mcp.Tool{Name: "refused_func"}, reply.OK[callback]) }

type tagged struct {
	Unit string `json:"unit" jsonschema:"enum=celsius,enum=fahrenheit"`
}

// Tag uses the tag grammar of another library.
func Tag(s *mcp.Server) { mcp.AddTool(s, &mcp.Tool{Name: "refused_tag"}, reply.OK[tagged]) }

// EmptyTag has an empty tag, two structs down.
func EmptyTag(s *mcp.Server) {
	type in struct {
		Filter []struct {
			Field string `json:"field" jsonschema:""`
		} `json:"filter"`
	}
	mcp.AddTool(s, &mcp.Tool{Name: "refused_empty_tag"}, reply.OK[in])
}

// SliceInput has an input that is no object.
func SliceInput(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_slice_input"}, reply.OK[[]string])
}

// StringInput has an input that is no object.
func StringInput(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_string_input"}, reply.OK[string])
}

// MapKey has a map that JSON cannot have.
func MapKey(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_map_key"}, reply.OK[struct {
		Scores map[float64]string `json:"scores"`
	}])
}

// NilSchema gives the raw registration no schema.
func NilSchema(s *mcp.Server) { s.AddTool(&mcp.Tool{Name: "refused_nil_schema"}, reply.Raw) }

type search struct {
	Query string `json:"query"`
	Sort  string `json:"sort,omitempty"`
	Limit int    `json:"limit,omitempty"`
}

func searchSchema(change func(*jsonschema.Schema)) *jsonschema.Schema {
	schema, err := jsonschema.For[search](nil)
	if err != nil {
		panic(err)
	}
	change(schema)
	return schema
}

// DefaultType has a default of another type.
func DefaultType(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_default_type", InputSchema: searchSchema(func(s *jsonschema.Schema) {
		s.Properties["limit"].Default = json.RawMessage(`"10"`)
	})}, reply.OK[search])
}

// DefaultEnum has a default that is no member of the enum.
func DefaultEnum(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_default_enum", InputSchema: searchSchema(func(s *jsonschema.Schema) {
		s.Properties["sort"].Enum = []any{"asc", "desc"}
		s.Properties["sort"].Default = json.RawMessage(`"ascending"`)
	})}, reply.OK[search])
}

// DefaultRange has a default above the maximum.
func DefaultRange(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_default_range", InputSchema: searchSchema(func(s *jsonschema.Schema) {
		s.Properties["limit"].Maximum = jsonschema.Ptr(100.0)
		s.Properties["limit"].Default = json.RawMessage(`250`)
	})}, reply.OK[search])
}

// DefaultJSON has a default that is no JSON.
func DefaultJSON(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_default_json", InputSchema: searchSchema(func(s *jsonschema.Schema) {
		s.Properties["sort"].Default = json.RawMessage(`asc`)
	})}, reply.OK[search])
}

// Pattern has an expression that Go's regexp does not know.
func Pattern(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_pattern", InputSchema: searchSchema(func(s *jsonschema.Schema) {
		s.Properties["query"].Pattern = `^(?!-)`
	})}, reply.OK[search])
}

// Shared uses one schema for two properties.
func Shared(s *mcp.Server) {
	name := &jsonschema.Schema{Type: "string"}
	mcp.AddTool(s, &mcp.Tool{Name: "refused_shared", InputSchema: &jsonschema.Schema{
		Type:       "object",
		Properties: map[string]*jsonschema.Schema{"from": name, "to": name},
	}}, reply.OK[map[string]any])
}

// Types says object in the plural.
func Types(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_types", InputSchema: &jsonschema.Schema{Types: []string{"object"}}}, reply.OK[map[string]any])
}

// Ref refers to a definition that does not exist.
func Ref(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_ref", InputSchema: &jsonschema.Schema{
		Type:       "object",
		Properties: map[string]*jsonschema.Schema{"who": {Ref: "#/$defs/person"}},
	}}, reply.OK[map[string]any])
}

// OutputRecursive has an output type that contains itself.
func OutputRecursive(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_output_recursive"}, reply.Zero[search, node])
}
