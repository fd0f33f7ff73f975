//go:build since12

package faults

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

// Header names an HTTP header that cannot be.
func Header(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("fault_header", mcp.WithString("a", func(schema map[string]any) {
		schema["x-mcp-header"] = "not a token"
	})), kit.OK)
}
