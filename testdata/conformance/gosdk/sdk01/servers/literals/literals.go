//go:build sdk01

// Package literals builds ServerTool values without NewServerTool.
package literals

import (
	"github.com/modelcontextprotocol/go-sdk/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/reply"
)

var notes = &mcp.Tool{
	Name:        "notes",
	Title:       "Notes",
	Description: "Take a note.",
	Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, Title: "Note", OpenWorldHint: jsonschema.Ptr(false)},
	InputSchema: &jsonschema.Schema{
		Type:                 "object",
		Properties:           map[string]*jsonschema.Schema{"text": {Type: "string", MaxLength: jsonschema.Ptr(200)}, "any": {}},
		Required:             []string{"text"},
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
	},
	OutputSchema: &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{"id": {Type: "integer"}}},
	Meta:         mcp.Meta{"kind": "note"},
}

type searchArgs struct {
	Query string `json:"q"`
	Limit int    `json:"limit,omitempty"`
}

func search() (*mcp.ServerTool, error) {
	schema, err := jsonschema.For[searchArgs]()
	if err != nil {
		return nil, err
	}
	schema.Properties["q"].Description = "words to look for"
	schema.Properties["limit"].Default = []byte("10")
	schema.Properties["limit"].Minimum = jsonschema.Ptr(1.0)
	return &mcp.ServerTool{
		Tool:    &mcp.Tool{Name: "search", Description: "Search notes.", InputSchema: schema},
		Handler: reply.Raw,
	}, nil
}

// Register adds the tools.
func Register(s *mcp.Server) {
	s.AddTools(&mcp.ServerTool{Tool: notes, Handler: reply.Raw})
	found, err := search()
	if err != nil {
		panic(err)
	}
	values := []mcp.ServerTool{
		{Tool: &mcp.Tool{Name: "first", InputSchema: &jsonschema.Schema{Type: "object"}}, Handler: reply.Raw},
		{Tool: &mcp.Tool{Name: "second", InputSchema: &jsonschema.Schema{}}, Handler: reply.Raw},
	}
	tools := []*mcp.ServerTool{found}
	for i := range values {
		tools = append(tools, &values[i])
	}
	s.AddTools(tools...)
	var bare mcp.ServerTool
	bare.Tool = new(mcp.Tool)
	bare.Tool.Name = "bare"
	bare.Handler = reply.Raw
	s.AddTools(&bare)
	s.AddTools(&bare) // the second time it has a handler of its own
	s.AddTools(&mcp.ServerTool{Tool: &mcp.Tool{Name: "gone"}, Handler: reply.Raw})
	s.RemoveTools("gone")
}
