//go:build since41

// Package reflected infers schemas from types.
package reflected

import (
	"encoding/json"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/model"
)

type search struct {
	Query   string         `json:"query" jsonschema_description:"What to look for"`
	Limit   int            `json:"limit,omitempty"`
	Exact   *bool          `json:"exact,omitempty"`
	Tags    []string       `json:"tags"`
	Since   time.Time      `json:"since"`
	Filters map[string]int `json:"filters,omitempty"`
	Any     any            `json:"any,omitempty"`
	Raw     json.RawMessage
	hidden  int
}

type paged struct {
	model.Page
	Sort string `json:"sort"`
}

type nested struct {
	Point  struct{ X, Y float64 } `json:"point"`
	Issues []model.Issue          `json:"issues"`
	ByName map[string]*model.Page `json:"by_name"`
	Bytes  []byte                 `json:"bytes"`
	Pair   [2]int                 `json:"pair"`
	Small  int8                   `json:"small"`
}

// hinted carries text that one engine reads as a description and the other
// does not.
type hinted struct {
	A string `json:"a" jsonschema:"plain text"`
	B string `json:"b" jsonschema:"required"`
}

type named string

type renamed model.Page

func input[T any](name string, opts ...mcp.ToolOption) mcp.Tool {
	return mcp.NewTool(name, append(opts, mcp.WithInputSchema[T]())...)
}

func register[In, Out any](s *server.MCPServer, name string, h mcp.StructuredToolHandlerFunc[In, Out]) {
	s.AddTool(mcp.NewTool(name, mcp.WithInputSchema[In](), mcp.WithOutputSchema[Out]()), mcp.NewStructuredToolHandler(h))
}

// Register registers the tools.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("reflected_struct", mcp.WithDescription("A struct"), mcp.WithInputSchema[search]()), kit.OK)
	s.AddTool(mcp.NewTool("reflected_pointer", mcp.WithInputSchema[*search]()), kit.OK)
	s.AddTool(input[paged]("reflected_embedded", mcp.WithDescription("Embeds")), kit.OK)
	s.AddTool(input[nested]("reflected_nested"), kit.OK)
	s.AddTool(input[hinted]("reflected_hinted"), kit.OK)
	s.AddTool(input[renamed]("reflected_renamed"), kit.OK)
	s.AddTool(input[struct{}]("reflected_empty"), kit.OK)
	s.AddTool(input[struct {
		A int `json:"a"`
	}]("reflected_anonymous"), kit.OK)
	s.AddTool(input[model.Result[model.Issue]]("reflected_generic"), kit.OK)
	s.AddTool(input[map[string]model.Page]("reflected_map"), kit.OK)
	s.AddTool(input[[]string]("reflected_slice"), kit.OK)
	s.AddTool(input[named]("reflected_string"), kit.OK)
	s.AddTool(mcp.NewTool("reflected_discards", mcp.WithString("lost", mcp.Required()), mcp.WithInputSchema[model.Page](), mcp.WithNumber("too")), kit.OK)
	outputs(s)
}

func outputs(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("reflected_output", mcp.WithOutputSchema[model.Issue]()), kit.OK)
	s.AddTool(mcp.NewTool("reflected_output_generic", mcp.WithOutputSchema[model.Result[string]]()), kit.OK)
	s.AddTool(mcp.NewTool("reflected_output_pointer", mcp.WithOutputSchema[*model.Issue]()), kit.OK)
	s.AddTool(mcp.NewTool("reflected_output_slice", mcp.WithOutputSchema[[]model.Issue]()), kit.OK)
	s.AddTool(mcp.NewTool("reflected_output_string", mcp.WithOutputSchema[string]()), kit.OK)
	s.AddTool(mcp.NewTool("reflected_output_map", mcp.WithOutputSchema[map[string]any]()), kit.OK)
	s.AddTool(mcp.NewTool("reflected_output_raw", mcp.WithRawOutputSchema(json.RawMessage(`{"type":"object","title":"out"}`))), kit.OK)
	s.AddTool(mcp.Tool{Name: "reflected_output_literal", InputSchema: mcp.ToolInputSchema{Type: "object"},
		RawOutputSchema: json.RawMessage(`{"type":"array"}`)}, kit.OK)
	register[search, model.Issue](s, "reflected_both", nil)
	register[model.Page, model.Result[model.Page]](s, "reflected_both_generic", nil)
}
