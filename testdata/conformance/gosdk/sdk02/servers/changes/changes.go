//go:build sdk02

// Package changes changes tools after they are registered: the server keeps the
// very Tool, and writes the schemas into it.
package changes

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk02/lib"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk02/reply"
)

func add[In, Out any](s *mcp.Server, name string, h mcp.ToolHandlerFor[In, Out]) *mcp.Tool {
	tool := &mcp.Tool{Name: name}
	mcp.AddTool(s, tool, h)
	return tool
}

// Register adds the tools.
func Register(s *mcp.Server) {
	first := &mcp.Tool{Name: "first"}
	mcp.AddTool(s, first, reply.Typed[model.Ref, model.Label])
	first.Description = "Changed."
	first.InputSchema.Properties["owner"].Description = "changed"
	first.OutputSchema.Required = nil

	second := add(s, "second", reply.OK[model.Paging])
	second.InputSchema.Properties["more"] = &lib.Schema{Type: "boolean"}
	second.OutputSchema = &lib.Schema{Type: "object"}

	third := add(s, "third", reply.OK[struct{}])
	third.InputSchema = nil
	third.Annotations = &mcp.ToolAnnotations{IdempotentHint: true}

	add(s, "gone", reply.OK[struct{}])
	s.RemoveTools("gone")
}
