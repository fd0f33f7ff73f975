// Package perhaps registers each tool twice: under conditions that hold, and under
// conditions that do not. Source does not tell them apart, so what depends on them may be
// there or not; the rest is known.
package perhaps

import (
	"os"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

// holds are two conditions: one that holds, and one that does not.
func holds() (yes, no bool) { return len(os.Args) > 0, len(os.Args) > 1000 }

// Register registers the tools.
func Register(s *server.MCPServer) {
	yes, no := holds()
	query(s, "perhaps_query_yes", yes)
	query(s, "perhaps_query_no", no)
	values(s, "perhaps_values_yes", yes)
	values(s, "perhaps_values_no", no)
	only(s, "perhaps_only_yes", yes)
	only(s, "perhaps_only_no", no)
	raw(s, "perhaps_raw_yes", yes)
	raw(s, "perhaps_raw_no", no)
}

func query(s *server.MCPServer, name string, cond bool) {
	opts := []mcp.ToolOption{
		mcp.WithDescription("Runs a query."),
		mcp.WithString("query", mcp.Required(), mcp.Description("The query.")),
		mcp.WithString("step", mcp.Description("The step.")),
	}
	if cond {
		opts = append(opts, mcp.WithString("tenant", mcp.Required(), mcp.Description("The tenant.")), mcp.WithNumber("limit"))
	}
	s.AddTool(mcp.NewTool(name, append(opts, mcp.WithString("last", mcp.Required()))...), kit.OK)
}

func values(s *server.MCPServer, name string, cond bool) {
	units := []string{"1m", "1h"}
	limits := []mcp.PropertyOption{mcp.Description("A name.")}
	if cond {
		units = append(units, "1d")
		limits = append(limits, mcp.MaxLength(20))
	}
	s.AddTool(mcp.NewTool(name, mcp.WithString("unit", mcp.Enum(units...)), mcp.WithString("name", limits...)), kit.OK)
}

func only(s *server.MCPServer, name string, cond bool) {
	var opts []mcp.ToolOption
	if cond {
		opts = append(opts, mcp.WithString("tenant", mcp.Required()))
	}
	s.AddTool(mcp.NewTool(name, opts...), kit.OK)
}

func raw(s *server.MCPServer, name string, cond bool) {
	props := map[string]any{"id": map[string]any{"type": "string"}}
	required := []string{"id"}
	if cond {
		props["account"] = map[string]any{"anyOf": []any{map[string]any{"type": "string"}, map[string]any{"type": "integer"}}}
		required = append(required, "account")
	}
	slices.Sort(required)
	tool := mcp.NewTool(name, mcp.WithDescription("Written by hand."))
	tool.InputSchema.Properties, tool.InputSchema.Required = props, required
	s.AddTool(tool, kit.OK)
}
