// Package tables registers tools from slices, maps and loops.
package tables

import (
	"fmt"
	"sort"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

var all = []server.ServerTool{
	{Tool: mcp.NewTool("table_first", mcp.WithDescription("First")), Handler: kit.OK},
	{Tool: mcp.NewTool("table_second", mcp.WithString("s")), Handler: kit.OK},
	{Tool: mcp.NewTool("table_indexed"), Handler: kit.OK},
}

func more() []server.ServerTool {
	tool := func(name string, opts ...mcp.ToolOption) server.ServerTool {
		return server.ServerTool{Tool: mcp.NewTool("table_"+name, opts...), Handler: kit.OK}
	}
	return []server.ServerTool{
		tool("closure", mcp.WithDescription("By a closure")),
		tool("closure_args", mcp.WithBoolean("b")),
	}
}

var entries = []kit.Entry{
	{Name: "table_entry_list", Help: "Lists", Params: []kit.Param{{Name: "filter", Help: "A filter"}}},
	{Name: "table_entry_get", Help: "Gets", Params: []kit.Param{
		{Name: "id", Type: "number", Help: "The id", Required: true},
		{Name: "raw", Type: "bool", Help: "As it is"},
	}},
}

// Register registers the tools.
func Register(s *server.MCPServer) {
	s.AddTools(all...)
	s.AddTools(more()...)
	s.AddTools(
		server.ServerTool{Tool: mcp.NewTool("table_argument"), Handler: kit.OK},
		server.ServerTool{Tool: mcp.NewTool("table_argument_two"), Handler: kit.OK})
	for _, e := range entries {
		s.AddTool(e.Tool(), kit.OK)
	}
	verbs(s)
	byMap(s)
	for _, t := range []mcp.Tool{mcp.NewTool("table_plain_a"), mcp.NewTool("table_plain_b")} {
		s.AddTool(t, kit.OK)
	}
}

func verbs(s *server.MCPServer) {
	for i, verb := range []string{"start", "stop", "restart"} {
		opts := []mcp.ToolOption{mcp.WithDescription(fmt.Sprintf("%d: %s the service", i+1, verb))}
		if verb != "start" {
			opts = append(opts, mcp.WithBoolean("force", mcp.DefaultBool(false)))
		}
		s.AddTool(mcp.NewTool("table_service_"+verb, opts...), kit.OK)
	}
}

var units = map[string][]string{
	"length": {"m", "km", "ft"},
	"mass":   {"kg", "lb"},
}

func byMap(s *server.MCPServer) {
	for kind, list := range units {
		s.AddTool(mcp.NewTool("table_convert_"+kind, mcp.WithString("unit", mcp.Enum(list...), mcp.Required())), kit.OK)
	}
	kinds := make([]string, 0, len(units))
	for kind := range units {
		kinds = append(kinds, kind)
	}
	sort.Strings(kinds)
	s.AddTool(mcp.NewTool("table_kinds", mcp.WithString("kind", mcp.Enum(kinds...))), kit.OK)
}
