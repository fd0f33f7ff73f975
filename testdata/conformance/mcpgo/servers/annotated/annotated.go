//go:build since32

// Package annotated sets hints.
package annotated

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

func yes() *bool {
	b := true
	return &b
}

var readOnly = mcp.ToolAnnotation{Title: "Read", ReadOnlyHint: yes(), DestructiveHint: mcp.ToBoolPtr(false)}

func reading() mcp.ToolOption {
	return func(t *mcp.Tool) {
		mcp.WithReadOnlyHintAnnotation(true)(t)
		mcp.WithDestructiveHintAnnotation(false)(t)
	}
}

// Register registers the tools.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("annotated_title", mcp.WithTitleAnnotation("A <title>")), kit.OK)
	s.AddTool(mcp.NewTool("annotated_all",
		mcp.WithReadOnlyHintAnnotation(true), mcp.WithDestructiveHintAnnotation(false),
		mcp.WithIdempotentHintAnnotation(true), mcp.WithOpenWorldHintAnnotation(false)), kit.OK)
	s.AddTool(mcp.NewTool("annotated_replaced", mcp.WithToolAnnotation(readOnly)), kit.OK)
	s.AddTool(mcp.NewTool("annotated_cleared", mcp.WithToolAnnotation(mcp.ToolAnnotation{})), kit.OK)
	s.AddTool(mcp.NewTool("annotated_then", mcp.WithToolAnnotation(mcp.ToolAnnotation{Title: "T"}), mcp.WithOpenWorldHintAnnotation(true)), kit.OK)
	s.AddTool(mcp.NewTool("annotated_option", reading()), kit.OK)
	s.AddTool(mcp.Tool{Name: "annotated_literal", InputSchema: mcp.ToolInputSchema{Type: "object"}, Annotations: readOnly}, kit.OK)
	tool := mcp.NewTool("annotated_after")
	tool.Annotations.ReadOnlyHint = mcp.ToBoolPtr(true)
	tool.Annotations.OpenWorldHint = nil
	s.AddTool(tool, kit.OK)
}
