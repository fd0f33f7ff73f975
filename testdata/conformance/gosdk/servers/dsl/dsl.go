package dsl

import (
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

var sortOptions = []propertyOption{text("How to sort"), oneOf("created", "updated"), or("created")}

// Register adds the tools.
func Register(s *mcp.Server) {
	s.AddTool(newTool("dsl_plain"), reply.Raw)
	s.AddTool(newTool("dsl_list",
		describe("List things."),
		withString("owner", required(), text("Who owns them")),
		withString("sort", sortOptions...),
		withPaging(),
	), reply.Raw)
	common := []toolOption{withString("owner", required()), withString("repo", required())}
	s.AddTool(newTool("dsl_get", append(common, describe("Get a thing."), withInteger("number", required()))...), reply.Raw)
	s.AddTool(newTool("dsl_tag", append(append([]toolOption{describe("Tag things.")}, common...), withArray("tags", "string", text("New tags"), required()))...), reply.Raw)
	s.AddTool(newTool("dsl_custom", func(t *mcp.Tool, s *jsonschema.Schema) {
		t.Title = "Custom"
		s.Description = "set by a literal"
	}, withInteger("n", or(5), func(_ *jsonschema.Schema, name string, p *jsonschema.Schema) { p.Title = "the " + name })), reply.Raw)
	s.AddTool(build("dsl_chain").doc("Built by a chain.").
		param("id", &jsonschema.Schema{Type: "string"}, true).
		param("deep", &jsonschema.Schema{Type: "boolean"}, false).
		param("id", &jsonschema.Schema{Type: "string", Description: "again"}, true).
		readOnly().
		done(), reply.Raw)
	b := build("dsl_steps")
	for _, name := range []string{"from", "to"} {
		b = b.param(name, &jsonschema.Schema{Type: "string", Format: "date"}, name == "from")
	}
	tool := b.done()
	tool.Description = "Built in steps."
	s.AddTool(tool, reply.Raw)
}
