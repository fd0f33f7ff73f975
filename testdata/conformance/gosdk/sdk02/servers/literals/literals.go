//go:build sdk02

// Package literals has schemas written by hand.
package literals

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk02/lib"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk02/reply"
)

// Register adds the tools.
func Register(s *mcp.Server) {
	s.AddTool(&mcp.Tool{
		Name:        "notes",
		Title:       "Notes",
		Description: "Take a note.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, Title: "Note", OpenWorldHint: lib.Ptr(false)},
		InputSchema: &lib.Schema{
			Type:                 "object",
			Properties:           map[string]*lib.Schema{"text": {Type: "string", MaxLength: lib.Ptr(200)}, "any": {}},
			Required:             []string{"text"},
			AdditionalProperties: &lib.Schema{Not: &lib.Schema{}},
		},
		Meta: mcp.Meta{"kind": "note"},
	}, reply.OK[map[string]any])
	s.AddTool(&mcp.Tool{Name: "no_object", InputSchema: &lib.Schema{}}, reply.OK[map[string]any])
	mcp.AddTool(s, &mcp.Tool{Name: "given", InputSchema: &lib.Schema{Type: "object"}}, reply.OK[model.Ref])
	schema, err := lib.For[model.Ref]()
	if err != nil {
		panic(err)
	}
	schema.Properties["owner"].Enum = []any{"me", "you"}
	schema.Required = nil
	mcp.AddTool(s, &mcp.Tool{Name: "inferred", InputSchema: schema}, reply.OK[model.Ref])
}
