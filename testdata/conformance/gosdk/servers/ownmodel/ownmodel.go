// Package ownmodel has a model of tools of its own, converted in a loop.
package ownmodel

import (
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/ownmodel/api"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/ownmodel/bridge"
)

type pods struct{ extra bool }

func (pods) Name() string { return "pods" }

func (p pods) Tools() []api.ServerTool {
	tools := slices.Concat(lists(), []api.ServerTool{{
		Tool: api.Tool{
			Name:        "pods_delete",
			Description: "Delete a pod.",
			Hints:       api.Hints{Title: "Pods: delete", Destructive: ptr(true)},
			InputSchema: &jsonschema.Schema{Type: "object", Properties: podProperties(), Required: []string{"name"}},
		},
		Handler:      run,
		ClusterAware: true,
	}})
	if p.extra {
		tools = append(tools, api.ServerTool{Tool: api.Tool{Name: "pods_exec", InputSchema: &jsonschema.Schema{
			Type: "object",
			Properties: map[string]*jsonschema.Schema{
				"command": {Type: "array", Items: &jsonschema.Schema{Type: "string"}},
			},
		}}, Handler: run})
	}
	return tools
}

func lists() []api.ServerTool {
	return []api.ServerTool{
		{Tool: api.Tool{Name: "pods_list", Hints: api.Hints{ReadOnly: ptr(true)}}, ClusterAware: true},
		{Tool: api.Tool{Name: "pods_top", Description: "Use of memory.", InputSchema: &jsonschema.Schema{Type: "object"}}, Handler: run},
	}
}

func podProperties() map[string]*jsonschema.Schema {
	return map[string]*jsonschema.Schema{
		"name":      {Type: "string", Description: "Name of the pod"},
		"namespace": {Type: "string", Description: "Namespace; the default one if empty"},
	}
}

type nodes struct{}

func (*nodes) Name() string { return "nodes" }

func (*nodes) Tools() []api.ServerTool {
	var out []api.ServerTool
	for _, what := range []string{"log", "stats"} {
		out = append(out, api.ServerTool{
			Tool: api.Tool{
				Name:        "nodes_" + what,
				InputSchema: &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{"name": {Type: "string"}}},
			},
			Handler:      run,
			ClusterAware: what == "log",
		})
	}
	return out
}

func run(map[string]any) (string, error) { return "", nil }

func ptr[T any](v T) *T { return &v }

// Register adds the tools.
func Register(s *mcp.Server) {
	bridge.Register(s, pods{extra: true}, &nodes{})
}
