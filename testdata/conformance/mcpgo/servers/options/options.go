// Package options writes options of its own.
package options

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

func owner() mcp.ToolOption {
	return mcp.WithString("owner", mcp.Required(), mcp.Description("Repository owner"))
}

func repo(required bool) mcp.ToolOption {
	props := []mcp.PropertyOption{mcp.Description("Repository name")}
	if required {
		props = append(props, mcp.Required())
	}
	return mcp.WithString("repo", props...)
}

func number(name, help string, extra ...mcp.PropertyOption) mcp.ToolOption {
	return mcp.WithNumber(name, append(extra, mcp.Description(help))...)
}

var common = []mcp.ToolOption{owner(), repo(true)}

func with(opts ...mcp.ToolOption) []mcp.ToolOption {
	all := make([]mcp.ToolOption, 0, len(common)+len(opts))
	all = append(all, common...)
	return append(all, opts...)
}

// Register registers the tools.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("options_functions", mcp.WithDescription("Functions that return options"),
		owner(), repo(false), number("issue", "Issue number", mcp.Required(), mcp.Min(1))), kit.OK)
	s.AddTool(mcp.NewTool("options_spread", common...), kit.OK)
	s.AddTool(mcp.NewTool("options_appended", append(common[:len(common):len(common)], mcp.WithDescription("Appended"))...), kit.OK)
	s.AddTool(mcp.NewTool("options_with", with(mcp.WithDescription("With more"), mcp.WithBoolean("draft"))...), kit.OK)
	s.AddTool(mcp.NewTool("options_paged", append([]mcp.ToolOption{mcp.WithDescription("Paged")}, kit.Paged()...)...), kit.OK)
	s.AddTool(mcp.NewTool("options_limit", kit.WithLimit(50), kit.Nothing()), kit.OK)
	s.AddTool(mcp.NewTool("options_only", mcp.WithString("state", kit.Only("open", "closed"), mcp.Required())), kit.OK)
	s.AddTool(mcp.NewTool("options_tagged", mcp.WithDescription("Deletes"), kit.Tagged("danger")), kit.OK)
	s.AddTool(mcp.NewTool("options_tagged_first", kit.Tagged("lost"), mcp.WithDescription("Deletes")), kit.OK)
	s.AddTool(mcp.NewTool("options_group", kit.Group(mcp.WithDescription("Grouped"), owner(), kit.Group(repo(true)))), kit.OK)
	literals(s)
	mutation(s)
}

func literals(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("options_literal", func(t *mcp.Tool) {
		t.Description = "By hand"
		t.InputSchema.Properties["id"] = map[string]any{"type": "string", "format": "uuid"}
		t.InputSchema.Required = append(t.InputSchema.Required, "id")
	}), kit.OK)
	s.AddTool(mcp.NewTool("options_property_literal", mcp.WithString("when", func(schema map[string]any) {
		schema["format"] = "date-time"
		schema["examples"] = []string{"2024-01-01T00:00:00Z"}
	})), kit.OK)
	format := func(f string) mcp.PropertyOption {
		return func(schema map[string]any) { schema["format"] = f }
	}
	s.AddTool(mcp.NewTool("options_closure", mcp.WithString("mail", format("email")), mcp.WithString("url", format("uri"))), kit.OK)
	s.AddTool(mcp.NewTool("options_removes", mcp.WithString("a", mcp.Required()), mcp.WithString("b"), func(t *mcp.Tool) {
		delete(t.InputSchema.Properties, "b")
		t.InputSchema.Required = nil
	}), kit.OK)
}

func mutation(s *server.MCPServer) {
	tool := mcp.NewTool("options_mutated", mcp.WithString("a"))
	tool.Description = "Changed after it was built"
	tool.InputSchema.Required = []string{"a"}
	tool.InputSchema.Properties["b"] = map[string]any{"type": "boolean"}
	if prop, ok := tool.InputSchema.Properties["a"].(map[string]any); ok {
		prop["maxLength"] = 5
	}
	s.AddTool(tool, kit.OK)

	var opts []mcp.ToolOption
	for _, name := range []string{"x", "y", "z"} {
		opts = append(opts, mcp.WithNumber(name, mcp.Required(), mcp.Description("Coordinate "+name)))
	}
	s.AddTool(mcp.NewTool("options_loop", opts...), kit.OK)

	copied := tool
	copied.Name = "options_copied"
	s.AddTool(copied, kit.OK)

	s.AddTool(mcp.NewTool("options_twice",
		mcp.WithString("p", mcp.Required(), mcp.Description("first")),
		mcp.WithNumber("p", mcp.Required(), mcp.Description("second"))), kit.OK)
	s.AddTool(mcp.NewTool("options_twice_optional", mcp.WithString("p", mcp.Required()), mcp.WithString("p")), kit.OK)
	s.AddTool(mcp.NewTool("options_required_false", mcp.WithString("p", mcp.Required(), func(m map[string]any) {
		m["required"] = false
	})), kit.OK)
}
