//go:build since55

// Package strict registers into a server that closes schemas.
package strict

import (
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

// New returns the server.
func New() *server.MCPServer {
	s := server.NewMCPServer("strict", "1", server.WithStrictInputSchemaDefault())
	s.AddTool(mcp.NewTool("strict_options", mcp.WithString("a")), kit.OK)
	s.AddTool(mcp.NewTool("strict_open", mcp.WithSchemaAdditionalProperties(true)), kit.OK)
	s.AddTool(mcp.NewToolWithRawSchema("strict_raw", "", json.RawMessage(`{"type":"object"}`)), kit.OK)
	return s
}
