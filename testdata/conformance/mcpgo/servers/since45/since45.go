//go:build since45

// Package since45 uses what came between 0.42 and 0.45.
package since45

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

func task(context.Context, mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
	return nil, errors.New("no tasks")
}

// Register registers the tools.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("since45_any", mcp.WithAny("x", mcp.Description("Anything"), mcp.Required()), mcp.WithAny("y")), kit.OK)
	s.AddTool(mcp.NewTool("since45_closed", mcp.WithSchemaAdditionalProperties(false), mcp.WithString("a")), kit.OK)
	s.AddTool(mcp.NewTool("since45_open", mcp.WithSchemaAdditionalProperties(map[string]any{"type": "string"})), kit.OK)
	s.AddTool(mcp.NewTool("since45_icons", mcp.WithToolIcons(
		mcp.Icon{Src: "https://x.test/a.png", MIMEType: "image/png", Sizes: []string{"16x16", "any"}},
		mcp.Icon{Src: "data:image/svg+xml,<svg/>"})), kit.OK)
	s.AddTool(mcp.NewTool("since45_no_icons", mcp.WithToolIcons()), kit.OK)
	s.AddTool(mcp.NewTool("since45_deferred", mcp.WithDeferLoading(true)), kit.OK)
	s.AddTool(mcp.NewTool("since45_not_deferred", mcp.WithDeferLoading(false)), kit.OK)
	s.AddTool(mcp.NewTool("since45_task_optional", mcp.WithTaskSupport(mcp.TaskSupportOptional)), kit.OK)
	s.AddTool(mcp.NewTool("since45_task_forbidden", mcp.WithTaskSupport(mcp.TaskSupportForbidden)), kit.OK)
	s.AddTaskTool(mcp.NewTool("since45_task_tool", mcp.WithTaskSupport(mcp.TaskSupportRequired)), task)
	s.AddTaskTools(server.ServerTaskTool{Tool: mcp.NewTool("since45_task_tools", mcp.WithTaskSupport(mcp.TaskSupportRequired)), Handler: task})
	s.AddTool(mcp.Tool{Name: "since45_defs", InputSchema: mcp.ToolInputSchema{
		Type:       "object",
		Defs:       map[string]any{"id": map[string]any{"type": "string"}},
		Properties: map[string]any{"id": map[string]any{"$ref": "#/$defs/id"}},
		Required:   []string{"id", "id"},
	}}, kit.OK)
	s.AddTool(mcp.Tool{Name: "since45_output", InputSchema: mcp.ToolInputSchema{Type: "object"},
		OutputSchema: mcp.ToolOutputSchema{Type: "object", Properties: map[string]any{"ok": map[string]any{"type": "boolean"}}}}, kit.OK)
	s.AddTool(mcp.Tool{Name: "since45_meta", InputSchema: mcp.ToolInputSchema{Type: "object"},
		Meta: &mcp.Meta{AdditionalFields: map[string]any{"b": 1, "a": []string{"x"}}}}, kit.OK)
}
