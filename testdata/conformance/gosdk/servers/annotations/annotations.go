// Package annotations registers tools with hints, titles and metadata that come
// from literals, variables, functions and addresses of locals.
package annotations

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/kit"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

var yes, no = true, false

var readOnly = &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &no}

var shared = mcp.ToolAnnotations{Title: "Shared", IdempotentHint: true}

func ptr[T any](v T) *T { return &v }

func dangerous(title string) *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{Title: title, DestructiveHint: ptr(true), OpenWorldHint: ptr(true)}
}

func withTitle(a mcp.ToolAnnotations, title string) *mcp.ToolAnnotations {
	a.Title = title
	return &a
}

type args struct {
	ID string `json:"id"`
}

// Register adds the tools.
func Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "ann_none"}, reply.OK[args])
	mcp.AddTool(s, &mcp.Tool{Name: "ann_empty", Annotations: &mcp.ToolAnnotations{}}, reply.OK[args])
	mcp.AddTool(s, &mcp.Tool{Name: "ann_literal", Title: "All of them", Annotations: &mcp.ToolAnnotations{
		Title:           "All hints",
		ReadOnlyHint:    true,
		DestructiveHint: &no,
		IdempotentHint:  true,
		OpenWorldHint:   &yes,
	}}, reply.OK[args])
	mcp.AddTool(s, &mcp.Tool{Name: "ann_variable", Annotations: readOnly}, reply.OK[args])
	mcp.AddTool(s, &mcp.Tool{Name: "ann_address", Annotations: &shared}, reply.OK[args])
	mcp.AddTool(s, &mcp.Tool{Name: "ann_function", Annotations: dangerous("Danger")}, reply.OK[args])
	mcp.AddTool(s, &mcp.Tool{Name: "ann_copy", Annotations: withTitle(shared, "Copied")}, reply.OK[args])
	local := false
	hints := mcp.ToolAnnotations{DestructiveHint: &local}
	hints.IdempotentHint = !local
	mcp.AddTool(s, &mcp.Tool{Name: "ann_local", Annotations: &hints}, reply.OK[args])
	mcp.AddTool(s, &mcp.Tool{Name: "ann_to", Annotations: &mcp.ToolAnnotations{OpenWorldHint: kit.To(false)}}, reply.OK[args])
	mcp.AddTool(s, &mcp.Tool{Name: "ann_new", Annotations: newHints(true)}, reply.OK[args])
	mcp.AddTool(s, &mcp.Tool{
		Name:  "ann_meta",
		Title: "With metadata",
		Meta:  mcp.Meta{"vendor/scope": "read", "vendor/cost": 3, "a": []string{"x", "y"}, "nested": map[string]any{"k": nil, "f": 1.5}},
	}, reply.OK[args])
	tool := &mcp.Tool{Name: "ann_meta_later"}
	tool.Meta = mcp.Meta{}
	tool.Meta["ui/resource"] = "ui://later"
	mcp.AddTool(s, tool, reply.OK[args])
}

func newHints(ro bool) *mcp.ToolAnnotations {
	h := new(mcp.ToolAnnotations)
	h.ReadOnlyHint = ro
	if !ro {
		h.DestructiveHint = ptr(true)
	}
	return h
}
