//go:build since41 && !since46

package faults

import (
	"encoding/json"

	"github.com/invopop/jsonschema"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/model"
)

// Recursive has an input type that contains itself. The program dies.
func Recursive(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("fault_recursive", mcp.WithInputSchema[model.Node]()), kit.OK)
}

// Func has a function in its input type.
func Func(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("fault_func", mcp.WithInputSchema[struct{ F func() }]()), kit.OK)
}

// Any has no input type at all.
func Any(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("fault_any", mcp.WithInputSchema[any]()), kit.OK)
}

// OutputAny has no output type at all.
func OutputAny(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("fault_output_any", mcp.WithOutputSchema[any]()), kit.OK)
}

// Unnamed expands a struct that has no name, under which the library looks for
// its definition.
func Unnamed(s *server.MCPServer) {
	tool := mcp.Tool{Name: "fault_unnamed"}
	r := &jsonschema.Reflector{ExpandedStruct: true, DoNotReference: true}
	tool.RawInputSchema, _ = json.Marshal(r.Reflect(struct {
		Path string `json:"path"`
	}{}))
	s.AddTool(tool, kit.OK)
}
