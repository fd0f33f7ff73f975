//go:build since41

// Package items uses the options for array items.
package items

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

// Register registers the tools.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("items_string", mcp.WithArray("a", mcp.WithStringItems(mcp.MinLength(1), mcp.Enum("x", "y")))), kit.OK)
	s.AddTool(mcp.NewTool("items_string_enum", mcp.WithArray("a", mcp.WithStringEnumItems([]string{"x", "y"}), mcp.Required())), kit.OK)
	s.AddTool(mcp.NewTool("items_number", mcp.WithArray("a", mcp.WithNumberItems(mcp.Min(1), mcp.Max(2.5)))), kit.OK)
	s.AddTool(mcp.NewTool("items_boolean", mcp.WithArray("a", mcp.WithBooleanItems())), kit.OK)
	s.AddTool(mcp.NewTool("items_required_leaks", mcp.WithArray("a", mcp.WithStringItems(mcp.Required()))), kit.OK)
	s.AddTool(mcp.NewTool("items_raw_nil", mcp.WithRawInputSchema(nil), mcp.WithString("kept")), kit.OK)
}
