// Package escape registers tools with characters that JSON for HTML escapes, in
// every place where a text may stand.
package escape

import (
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

type in struct {
	Expr string `json:"expr" jsonschema:"a < b && c > d"`
	Sep  string `json:"a<b>&c" jsonschema:"line\u2028separator \" \\ \u00e9"`
}

type out struct {
	HTML string `json:"html" jsonschema:"<p>text</p>"`
}

// Register adds the tools.
func Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{
		Name:        "esc_typed",
		Title:       "<Title> & more",
		Description: "Compares a < b && b > c.\n\ttabs, \"quotes\", back\\slashes, \u2028 \u2029 é \U0001F600 \x7f \x01",
		Annotations: &mcp.ToolAnnotations{Title: "<hint>"},
		Meta:        mcp.Meta{"<key>": "<value>"},
	}, reply.Zero[in, out])
	s.AddTool(&mcp.Tool{Name: "esc_schema", InputSchema: &jsonschema.Schema{
		Type:        "object",
		Description: "<schema>",
		Properties: map[string]*jsonschema.Schema{
			"x": {Type: "string", Enum: []any{"<", ">=", "&"}, Default: json.RawMessage(`"<"`), Pattern: "^(?P<n>a&b)$"},
		},
		Extra: map[string]any{"x-html": "<b>"},
	}}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "esc_map", InputSchema: map[string]any{
		"type":        "object",
		"description": "<map> & map",
		"properties":  map[string]any{"<p>": map[string]any{"enum": []string{"<", "&"}}},
	}}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "esc_raw", InputSchema: json.RawMessage(`{"type":"object","description":"<raw> & é"}`)}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "esc_mixed", InputSchema: map[string]any{
		"type": "object",
		"properties": map[string]any{
			"schema": &jsonschema.Schema{Type: "string", Description: "<inside a map>"},
			"raw":    json.RawMessage(`{"description":"<raw in a map>"}`),
		},
	}, OutputSchema: json.RawMessage(`{"type":"object","title":"<o>"}`)}, reply.Raw)
}
