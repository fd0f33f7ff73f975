// Package table registers tools from slices and maps of rows in loops.
package table

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

type id struct {
	ID string `json:"id"`
}

type row struct {
	name, text string
	readOnly   bool
	handler    mcp.ToolHandler
	props      map[string]string
}

var rows = []row{
	{"disk_attach", "Attach a disk.", false, reply.Raw, map[string]string{"disk": "string", "slot": "integer"}},
	{"disk_detach", "Detach a disk.", false, reply.Raw, map[string]string{"disk": "string"}},
	{name: "disk_list", text: "List disks.", readOnly: true, handler: reply.Raw},
}

var verbs = [...]string{"start", "stop", "restart"}

var entries = map[string]struct {
	description string
	register    func(*mcp.Server, *mcp.Tool)
}{
	"vm_create": {"Create a machine.", func(s *mcp.Server, t *mcp.Tool) { mcp.AddTool(s, t, create) }},
	"vm_delete": {"Delete a machine.", func(s *mcp.Server, t *mcp.Tool) { mcp.AddTool(s, t, reply.OK[id]) }},
}

func create(context.Context, *mcp.CallToolRequest, struct {
	Name string `json:"name"`
	CPUs uint8  `json:"cpus,omitempty"`
}) (*mcp.CallToolResult, id, error) {
	return nil, id{}, nil
}

type route struct {
	Method, Path string
	Params       []string
}

func (r route) toolName() string {
	parts := strings.Split(strings.Trim(r.Path, "/"), "/")
	return strings.ToLower(r.Method) + "_" + strings.Join(parts, "_")
}

func addRows(s *mcp.Server) {
	for i, r := range rows {
		tool := &mcp.Tool{Name: r.name, Description: fmt.Sprintf("%d. %s", i+1, r.text)}
		schema := &jsonschema.Schema{Type: "object"}
		for _, name := range slices.Sorted(maps.Keys(r.props)) {
			if schema.Properties == nil {
				schema.Properties = map[string]*jsonschema.Schema{}
			}
			schema.Properties[name] = &jsonschema.Schema{Type: r.props[name]}
			schema.Required = append(schema.Required, name)
		}
		if r.readOnly {
			tool.Annotations = &mcp.ToolAnnotations{ReadOnlyHint: true}
		}
		if r.name == "disk_detach" {
			tool.Title = "Detach"
			schema.Properties["force"] = &jsonschema.Schema{Type: "boolean"}
		}
		tool.InputSchema = schema
		s.AddTool(tool, r.handler)
	}
}

// Register adds the tools.
func Register(s *mcp.Server) {
	addRows(s)
	for _, verb := range verbs {
		mcp.AddTool(s, &mcp.Tool{Name: "vm_" + verb, Description: strings.ToUpper(verb[:1]) + verb[1:] + " a machine."}, reply.OK[id])
	}
	for name, e := range entries {
		e.register(s, &mcp.Tool{Name: name, Description: e.description})
	}
	for i := range 3 {
		mcp.AddTool(s, &mcp.Tool{Name: fmt.Sprintf("slot_%02d", i), Annotations: &mcp.ToolAnnotations{IdempotentHint: i%2 == 0}}, reply.OK[any])
	}
	for i := 0; i < len(verbs); i++ {
		if verbs[i] == "stop" {
			continue
		}
		mcp.AddTool(s, &mcp.Tool{Name: "group_" + verbs[i]}, reply.OK[id])
		if i > 5 {
			break
		}
	}
	routes := []route{{"GET", "/users", nil}, {"GET", "/users/keys/", []string{"user"}}, {"POST", "/users", []string{"name", "email"}}}
	for _, r := range routes {
		in := &jsonschema.Schema{Type: "object", Properties: make(map[string]*jsonschema.Schema, len(r.Params)), Required: r.Params}
		for _, p := range r.Params {
			in.Properties[p] = &jsonschema.Schema{Type: "string", Description: fmt.Sprintf("%s of %s", p, r.Path)}
		}
		s.AddTool(&mcp.Tool{
			Name:        r.toolName(),
			Description: r.Method + " " + r.Path,
			InputSchema: in,
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: r.Method == "GET"},
		}, reply.Raw)
	}
}
