// Package literals writes tools as composite literals.
package literals

import (
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

// Fetch is a tool as a package-level variable.
var Fetch = mcp.Tool{
	Name:        "literal_package",
	Description: "Fetches a page",
	InputSchema: mcp.ToolInputSchema{
		Type: "object",
		Properties: map[string]any{
			"url":     map[string]any{"type": "string", "format": "uri"},
			"timeout": timeout,
			"headers": map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "string"}},
		},
		Required: []string{"url"},
	},
}

var timeout = map[string]any{"type": "number", "default": 30, "description": "Seconds"}

var byOptions = mcp.NewTool("literal_built_early", mcp.WithDescription("Built at package level"),
	mcp.WithString("a", mcp.Required()))

// Register registers the tools.
func Register(s *server.MCPServer) {
	s.AddTool(Fetch, kit.OK)
	s.AddTool(byOptions, kit.OK)
	s.AddTool(mcp.Tool{Name: "literal_bare"}, kit.OK)
	s.AddTool(mcp.Tool{Name: "literal_type_only", InputSchema: mcp.ToolInputSchema{Type: "object"}}, kit.OK)
	s.AddTool(mcp.Tool{Name: "literal_no_type", InputSchema: mcp.ToolInputSchema{Properties: map[string]any{}}}, kit.OK)
	s.AddTool(mcp.Tool{Name: "literal_required_empty", InputSchema: mcp.ToolInputSchema{
		Type: "object", Properties: map[string]any{"x": map[string]any{}}, Required: []string{}}}, kit.OK)
	s.AddTool(mcp.Tool{Name: "literal_raw", RawInputSchema: json.RawMessage(`{"type":"object","properties":{"q":{"type":"string"}}}`)}, kit.OK)
	s.AddTool(mcp.Tool{
		Name: "literal_values",
		InputSchema: mcp.ToolInputSchema{Type: "object", Properties: map[string]any{
			"mixed": map[string]any{
				"enum":    []any{1, "a", nil, true, 2.5},
				"default": map[string]int{"b": 2, "a": 1},
				"oneOf":   []map[string]any{{"type": "string"}, {"type": "null"}},
			},
			"struct": property{Type: "string", Max: 3},
			"bool":   true,
		}},
	}, kit.OK)
	tool := &mcp.Tool{Name: "literal_pointer"}
	tool.InputSchema.Type = "object"
	describe(tool, "Described by a helper")
	s.AddTool(*tool, kit.OK)
	var zero mcp.Tool
	zero.Name = "literal_" + "zero"
	s.AddTool(zero, kit.OK)
}

type property struct {
	Type  string `json:"type"`
	Max   int    `json:"maxLength,omitempty"`
	Other string `json:"other,omitempty"`
}

func describe(t *mcp.Tool, text string) { t.Description = text }
