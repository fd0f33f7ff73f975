// Package faults holds registrations after which a server does not live or does
// not answer. Each function registers one tool, named after it.
package faults

import (
	"encoding/json"
	"math"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

// Malformed has JSON text that is none.
func Malformed(s *server.MCPServer) {
	s.AddTool(mcp.NewToolWithRawSchema("fault_malformed", "", json.RawMessage(`{"type":`)), kit.OK)
}

// EmptyText has JSON text of no length.
func EmptyText(s *server.MCPServer) {
	s.AddTool(mcp.NewToolWithRawSchema("fault_empty_text", "", json.RawMessage("")), kit.OK)
}

// NotANumber has a default that JSON cannot say.
func NotANumber(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("fault_nan", mcp.WithNumber("n", mcp.DefaultNumber(math.NaN()))), kit.OK)
}

// Infinite has a bound that JSON cannot say.
func Infinite(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("fault_infinite", mcp.WithNumber("n", mcp.Max(math.Inf(1)))), kit.OK)
}

// Channel has a default that JSON cannot say.
func Channel(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("fault_channel", mcp.WithArray("a", mcp.DefaultArray([]chan int{nil}))), kit.OK)
}

// Function has a keyword that JSON cannot say.
func Function(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("fault_function", mcp.WithObject("o", mcp.AdditionalProperties(func() {}))), kit.OK)
}

// BothSchemas has a structured and a raw schema.
func BothSchemas(s *server.MCPServer) {
	s.AddTool(mcp.Tool{
		Name:           "fault_both_schemas",
		InputSchema:    mcp.ToolInputSchema{Type: "object"},
		RawInputSchema: json.RawMessage(`{"type":"object"}`),
	}, kit.OK)
}

// NilProperties adds a property to a tool that has no map for it.
func NilProperties(s *server.MCPServer) {
	tool := mcp.Tool{Name: "fault_nil_properties"}
	mcp.WithString("x")(&tool)
	s.AddTool(tool, kit.OK)
}
