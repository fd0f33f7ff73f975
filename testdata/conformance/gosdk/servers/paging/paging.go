//go:build schema04

// Package paging changes every schema at the registration: a header is added,
// pages are added, empty properties are made.
package paging

import (
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

type toolSpec[In any] struct {
	name    string
	paged   bool
	handler mcp.ToolHandlerFor[In, any]
	fix     func(*jsonschema.Schema)
}

type fileArgs struct {
	Path string `json:"path" jsonschema:"path of the file"`
	Ref  string `json:"ref,omitempty"`
}

func infer[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		panic(err)
	}
	if s.Properties == nil {
		s.Properties = map[string]*jsonschema.Schema{}
	}
	return s
}

func addPaging(s *jsonschema.Schema) {
	s.Properties["after"] = &jsonschema.Schema{Type: "string", Description: "Cursor for the next page"}
	s.PropertyOrder = append(s.PropertyOrder, "after")
}

func addHeader(s *jsonschema.Schema) {
	for _, p := range s.Properties {
		if p.Extra == nil {
			p.Extra = map[string]any{}
		}
		p.Extra["x-source"] = "body"
	}
	s.Extra = map[string]any{"x-version": 2}
}

func add[In any](s *mcp.Server, spec toolSpec[In]) {
	in := infer[In]()
	if spec.paged {
		addPaging(in)
	}
	if spec.fix != nil {
		spec.fix(in)
	}
	addHeader(in)
	tool := mcp.Tool{Name: spec.name, InputSchema: in}
	if tool.Description == "" {
		tool.Description = "Tool " + tool.Name
	}
	mcp.AddTool(s, &tool, spec.handler)
}

// Register adds the tools.
func Register(s *mcp.Server) {
	add(s, toolSpec[fileArgs]{name: "file_read", handler: reply.OK[fileArgs]})
	add(s, toolSpec[fileArgs]{name: "file_history", paged: true, handler: reply.OK[fileArgs]})
	add(s, toolSpec[struct{}]{name: "file_roots", handler: reply.OK[struct{}]})
	add(s, toolSpec[fileArgs]{name: "file_blame", paged: true, handler: reply.OK[fileArgs], fix: func(s *jsonschema.Schema) {
		s.Required = append(s.Required, "ref")
		s.Properties["ref"].Description = "Commit, branch or tag"
	}})
	for _, name := range []string{"file_lock", "file_unlock"} {
		add(s, toolSpec[fileArgs]{name: name, handler: reply.OK[fileArgs], fix: requireAll})
	}
}

func requireAll(s *jsonschema.Schema) {
	s.Required = nil
	for _, name := range s.PropertyOrder {
		s.Required = append(s.Required, name)
	}
}
