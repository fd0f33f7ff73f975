// Package bridge turns tools of the model into those of the SDK.
package bridge

import (
	"context"
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/ownmodel/api"
)

// Register registers the tools of sets.
func Register(s *mcp.Server, sets ...api.Toolset) {
	for _, set := range sets {
		for _, t := range set.Tools() {
			if t.ClusterAware {
				t.Tool = withCluster(t.Tool)
			}
			tool, handler := convert(t)
			s.AddTool(tool, handler)
		}
	}
}

func withCluster(t api.Tool) api.Tool {
	if t.InputSchema == nil {
		t.InputSchema = &jsonschema.Schema{Type: "object"}
	}
	if t.InputSchema.Properties == nil {
		t.InputSchema.Properties = make(map[string]*jsonschema.Schema)
	}
	t.InputSchema.Properties["cluster"] = &jsonschema.Schema{Type: "string", Description: "Name of the cluster"}
	return t
}

func convert(t api.ServerTool) (*mcp.Tool, mcp.ToolHandler) {
	tool := &mcp.Tool{
		Name:        t.Tool.Name,
		Description: t.Tool.Description,
		InputSchema: t.Tool.InputSchema,
		Annotations: &mcp.ToolAnnotations{
			Title:           t.Tool.Hints.Title,
			DestructiveHint: t.Tool.Hints.Destructive,
		},
	}
	if t.Tool.Hints.ReadOnly != nil {
		tool.Annotations.ReadOnlyHint = *t.Tool.Hints.ReadOnly
	}
	return tool, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var args map[string]any
		data, err := json.Marshal(req.Params.Arguments)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, &args); err != nil {
			return nil, err
		}
		text, err := t.Handler(args)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, err
	}
}
