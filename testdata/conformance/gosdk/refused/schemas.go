package refused

import (
	"encoding/json"
	"math"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

func object(name string, p *jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{name: p}}
}

// ArraySchema has a schema of the wrong type.
func ArraySchema(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "refused_array_schema", InputSchema: &jsonschema.Schema{Type: "array"}}, reply.Raw)
}

// NoType forgets the type.
func NoType(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "refused_no_type", InputSchema: &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{}}}, reply.Raw)
}

// TypedNil has a schema that is nil, and of a type.
func TypedNil(s *mcp.Server) {
	var none *jsonschema.Schema
	s.AddTool(&mcp.Tool{Name: "refused_typed_nil", InputSchema: none}, reply.Raw)
}

// TypeTwice has a property with Type and Types.
func TypeTwice(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "refused_type_twice", InputSchema: object("x", &jsonschema.Schema{
		Type: "string", Types: []string{"null", "string"},
	})}, reply.Raw)
}

// NaN has a bound that JSON cannot print.
func NaN(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "refused_nan", InputSchema: object("x", &jsonschema.Schema{
		Type: "number", Maximum: jsonschema.Ptr(math.Inf(1)),
	})}, reply.Raw)
}

// ChanEnum has a channel in its enum.
func ChanEnum(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "refused_chan_enum", InputSchema: object("x", &jsonschema.Schema{Enum: []any{make(chan int)}})}, reply.Raw)
}

// RawDefault has a default that is no JSON, where nobody looks at it.
func RawDefault(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "refused_raw_default", InputSchema: object("x", &jsonschema.Schema{
		Type: "string", Default: json.RawMessage("hello"),
	})}, reply.Raw)
}

// ExtraKeyword repeats a keyword among the extra ones.
func ExtraKeyword(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "refused_extra_keyword", InputSchema: object("x", &jsonschema.Schema{
		Type: "string", Extra: map[string]any{"type": "integer"},
	})}, reply.Raw)
}

// DefaultNested has a bad default two levels down.
func DefaultNested(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_default_nested", InputSchema: object("filter", object("since", &jsonschema.Schema{
		Type: "string", MinLength: jsonschema.Ptr(10), Default: json.RawMessage(`"today"`),
	}))}, reply.OK[map[string]any])
}

// WrongDraft names a draft that the library does not know.
func WrongDraft(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_draft", InputSchema: &jsonschema.Schema{
		Schema: "https://json-schema.org/draft/2019-09/schema", Type: "object",
	}}, reply.OK[map[string]any])
}

// OutputArray has an output schema by hand that is no object. The SDK accepts
// it from 1.7.
func OutputArray(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_output_array", OutputSchema: &jsonschema.Schema{Type: "array"}}, reply.OK[item])
}
