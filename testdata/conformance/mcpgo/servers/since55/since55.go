//go:build since55

// Package since55 uses what came between 0.47 and 0.55.
package since55

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

const max int64 = 1 << 40

// Register registers the tools.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("since55_integer", mcp.WithInteger("n", mcp.Required(), mcp.Min(1), mcp.Max(max), mcp.DefaultNumber(5))), kit.OK)
	s.AddTool(mcp.NewTool("since55_integer_items", mcp.WithArray("a", mcp.WithIntegerItems(mcp.Required(), mcp.MultipleOf(2)))), kit.OK)
	s.AddTool(mcp.NewTool("since55_titled", mcp.WithToolTitle("Title"), mcp.WithTitleAnnotation("Other")), kit.OK)
	s.AddTool(mcp.NewTool("since55_no_title", mcp.WithToolTitle("")), kit.OK)
	s.AddTool(mcp.Tool{Name: "since55_literal_title", Title: "T", InputSchema: mcp.ToolInputSchema{Type: "object"}}, kit.OK)
}
