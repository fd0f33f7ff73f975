//go:build since32

// Package session adds tools to one session.
package session

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

// Register registers the tools that every session sees.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("session_shared", mcp.WithDescription("For all")), kit.OK)
}

// RegisterSession registers the tools of one session.
func RegisterSession(s *server.MCPServer, id string) error {
	if err := s.AddSessionTool(id, mcp.NewTool("session_own", mcp.WithString("x")), kit.OK); err != nil {
		return err
	}
	return s.AddSessionTools(id,
		server.ServerTool{Tool: mcp.NewTool("session_a"), Handler: kit.OK},
		server.ServerTool{Tool: mcp.NewTool("session_b", mcp.WithDescription("B")), Handler: kit.OK})
}
