//go:build since41

package faults

import (
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/model"
)

// RawOption gives NewTool a raw schema beside its own.
func RawOption(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("fault_raw_option", mcp.WithRawInputSchema(json.RawMessage(`{"type":"object"}`))), kit.OK)
}

// BothOutputs has an inferred and a raw output schema.
func BothOutputs(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("fault_both_outputs", mcp.WithOutputSchema[model.Page](),
		mcp.WithRawOutputSchema(json.RawMessage(`{"type":"object"}`))), kit.OK)
}
