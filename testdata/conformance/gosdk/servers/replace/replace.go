// Package replace registers a tool twice, and removes one.
package replace

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

type old struct {
	Path string `json:"path"`
}

type renewed struct {
	URI string `json:"uri"`
}

// Register adds the tools.
func Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "doc_read", Description: "The old one."}, reply.OK[old])
	mcp.AddTool(s, &mcp.Tool{Name: "doc_read", Description: "The new one."}, reply.OK[renewed])
	mcp.AddTool(s, &mcp.Tool{Name: "doc_gone"}, reply.OK[old])
	s.RemoveTools("doc_gone")
}
