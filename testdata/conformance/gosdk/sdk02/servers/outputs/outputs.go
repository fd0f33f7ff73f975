//go:build sdk02

// Package outputs has outputs of every kind.
package outputs

import (
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk02/lib"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk02/reply"
)

type none = struct{}

type named any

// Register adds the tools.
func Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "struct"}, reply.Typed[none, model.Ref])
	mcp.AddTool(s, &mcp.Tool{Name: "pointer"}, reply.Typed[none, *model.Ref])
	mcp.AddTool(s, &mcp.Tool{Name: "slice"}, reply.Typed[none, []model.Label])
	mcp.AddTool(s, &mcp.Tool{Name: "string"}, reply.Typed[none, string])
	mcp.AddTool(s, &mcp.Tool{Name: "time"}, reply.Typed[none, time.Time])
	mcp.AddTool(s, &mcp.Tool{Name: "any"}, reply.Typed[none, any])
	mcp.AddTool(s, &mcp.Tool{Name: "named_any"}, reply.Typed[none, named])
	mcp.AddTool(s, &mcp.Tool{Name: "map"}, reply.Typed[none, map[string]any])
	mcp.AddTool(s, &mcp.Tool{Name: "given", OutputSchema: &lib.Schema{Type: "string"}}, reply.Typed[none, model.Ref])
	mcp.AddTool(s, &mcp.Tool{Name: "given_any", OutputSchema: &lib.Schema{Type: "object"}}, reply.OK[none])
}
