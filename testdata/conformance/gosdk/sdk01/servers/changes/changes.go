//go:build sdk01

// Package changes changes tools that NewServerTool has made, before and after
// they are registered.
package changes

import (
	"maps"

	"github.com/modelcontextprotocol/go-sdk/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/reply"
)

type moveArgs struct {
	From string   `json:"from"`
	To   string   `json:"to"`
	Tags []string `json:"tags,omitempty"`
	Opts struct {
		Force bool `json:"force"`
	} `json:"opts"`
}

func annotated(tool *mcp.ServerTool, title string) *mcp.ServerTool {
	tool.Tool.Annotations = &mcp.ToolAnnotations{Title: title, DestructiveHint: jsonschema.Ptr(true)}
	return tool
}

func closed(schema *jsonschema.Schema) { schema.AdditionalProperties = nil }

// Register adds the tools.
func Register(s *mcp.Server) {
	move := mcp.NewServerTool("move", "Move a file.", reply.OK[moveArgs])
	move.Tool.Title = "Move"
	move.Tool.InputSchema.Properties["from"].Description = "the old name"
	move.Tool.InputSchema.Properties["tags"].Items.Enum = []any{"a", "b"}
	move.Tool.InputSchema.Required = append(move.Tool.InputSchema.Required, "tags")
	s.AddTools(annotated(move, "Moves"))

	late := mcp.NewServerTool("late", "Changed when it is registered already.", reply.OK[moveArgs])
	s.AddTools(late)
	late.Tool.Description += " Really."
	late.Tool.InputSchema.Properties["opts"].Properties["force"].Description = "even if it exists"
	closed(late.Tool.InputSchema)

	extra := mcp.NewServerTool("extra", "", reply.OK[moveArgs], mcp.Input(mcp.Property("from", mcp.Description("x"))))
	maps.Copy(extra.Tool.InputSchema.Properties, map[string]*jsonschema.Schema{"more": {Type: "number"}})
	extra.Tool.InputSchema.Extra = map[string]any{"x-order": []string{"from", "to"}}
	extra.Tool.OutputSchema = &jsonschema.Schema{Type: "string"}
	s.AddTools(extra)

	renamed := mcp.NewServerTool("renamed_later", "", reply.OK[struct{}])
	renamed.Tool.Name = "renamed"
	s.AddTools(renamed)

	whole := mcp.NewServerTool("whole", "", reply.OK[moveArgs])
	whole.Tool = &mcp.Tool{Name: "another", InputSchema: &jsonschema.Schema{Type: "object"}}
	s.AddTools(whole)

	s.AddTools(mcp.NewServerTool("replaced", "first", reply.OK[struct{}]))
	s.AddTools(mcp.NewServerTool("replaced", "second", reply.OK[moveArgs]))
}
