//go:build since12

// Package since12 orders properties.
package since12

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

func ordered(names ...string) mcp.ToolOption {
	return func(t *mcp.Tool) { t.InputSchema.PropertyOrder = names }
}

// Register registers the tools.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("since12_ordered",
		mcp.WithString("z"), mcp.WithString("a"), mcp.WithString("m"), mcp.WithString("b"), ordered("m", "z", "absent", "m")), kit.OK)
	s.AddTool(mcp.Tool{Name: "since12_literal", InputSchema: mcp.ToolInputSchema{
		Type: "object", PropertyOrder: []string{"b", "a"},
		Properties: map[string]any{"a": map[string]any{}, "b": map[string]any{}},
	}}, kit.OK)
}
