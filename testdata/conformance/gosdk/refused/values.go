package refused

import (
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

// Bytes has a schema that prints as base64.
func Bytes(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "refused_bytes", InputSchema: []byte(`{"type":"object"}`)}, reply.Raw)
}

// Text has a schema that prints as a string.
func Text(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "refused_text", InputSchema: `{"type":"object"}`}, reply.Raw)
}

// True has a schema that is no object.
func True(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "refused_true", InputSchema: json.RawMessage("true")}, reply.Raw)
}

// Malformed has a schema that is no JSON.
func Malformed(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "refused_malformed", InputSchema: json.RawMessage(`{"type":"object"`)}, reply.Raw)
}

// MapDefault has a bad default in a map.
func MapDefault(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_map_default", InputSchema: map[string]any{
		"type":       "object",
		"properties": map[string]any{"n": map[string]any{"type": "integer", "default": "1"}},
	}}, reply.OK[map[string]any])
}

// MapUnprintable has a function in a map.
func MapUnprintable(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "refused_map_func", InputSchema: map[string]any{"type": "object", "x": func() {}}}, reply.Raw)
}

// MapType has a type that is no string.
func MapType(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "refused_map_type", InputSchema: map[string]any{"type": []string{"object"}}}, reply.Raw)
}

// Header asks for a header on an array. The SDK looks at it from 1.7.
func Header(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "refused_header", InputSchema: object("ids", &jsonschema.Schema{
		Type: "array", Extra: map[string]any{"x-mcp-header": "Ids"},
	})}, reply.Raw)
}
