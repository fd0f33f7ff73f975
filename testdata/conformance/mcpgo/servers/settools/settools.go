// Package settools replaces all tools.
package settools

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

// Register registers the tools.
func Register(s *server.MCPServer) {
	s.SetTools(
		server.ServerTool{Tool: mcp.NewTool("settools_one", mcp.WithDescription("One")), Handler: kit.OK},
		server.ServerTool{Tool: mcp.NewTool("settools_two", mcp.WithString("x", mcp.Required())), Handler: kit.OK},
	)
	s.AddTool(mcp.NewTool("settools_added_later"), kit.OK)
}
