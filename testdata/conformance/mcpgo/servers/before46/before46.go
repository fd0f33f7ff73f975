//go:build since41 && !since46

// Package before46 has the tags of the engine that 0.45 and earlier use.
package before46

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

type tagged struct {
	A string   `json:"a" jsonschema:"required,description=the a,enum=x,enum=y,default=x"`
	B int      `json:"b,omitempty" jsonschema:"minimum=1,maximum=10,default=3,title=B"`
	C []string `json:"c" jsonschema:"minItems=1,enum=p,description=cut, here"`
	D *float64 `json:"d" jsonschema:"nullable,multipleOf=0.5"`
	E any      `json:"e"`
	F string   `jsonschema:"-"`
	G bool     `json:"g"`
}

type notPrintable struct {
	A float64 `json:"a" jsonschema:"default=NaN"`
}

type sameName struct {
	A inner `json:"a"`
	B struct {
		Inner inner `json:"inner"`
	} `json:"b"`
}

type inner struct {
	X map[int]string `json:"x"`
}

// Register registers the tools.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("before46_tagged", mcp.WithInputSchema[tagged]()), kit.OK)
	s.AddTool(mcp.NewTool("before46_not_printable", mcp.WithString("kept"), mcp.WithInputSchema[notPrintable]()), kit.OK)
	s.AddTool(mcp.NewTool("before46_inline", mcp.WithInputSchema[sameName]()), kit.OK)
	s.AddTool(mcp.NewTool("before46_output", mcp.WithOutputSchema[tagged]()), kit.OK)
	s.AddTool(mcp.NewTool("before46_output_not_printable", mcp.WithOutputSchema[notPrintable]()), kit.OK)
}
