// Package raw gives schemas as JSON text.
package raw

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

const searchSchema = `{
	"type": "object",
	"properties": {"query": {"type": "string", "minLength": 1}, "b": {}, "a": true},
	"required": ["query"],
	"additionalProperties": false
}`

//go:embed convert.json
var convertSchema []byte

//go:embed convert.json
var convertText string

var byHand = json.RawMessage(`{"type":"object","title":"<by hand> & more"}`)

func ids(kind string) json.RawMessage {
	return json.RawMessage(fmt.Sprintf(`{"type":"object","properties":{"%s_id":{"type":"integer","minimum":%d}}}`, kind, 1))
}

// Register registers the tools.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewToolWithRawSchema("raw_const", "A constant", json.RawMessage(searchSchema)), kit.OK)
	s.AddTool(mcp.NewToolWithRawSchema("raw_embed", "Embedded bytes", convertSchema), kit.OK)
	s.AddTool(mcp.NewToolWithRawSchema("raw_embed_string", "An embedded string", []byte(convertText)), kit.OK)
	s.AddTool(mcp.NewToolWithRawSchema("raw_variable", "", byHand), kit.OK)
	s.AddTool(mcp.NewToolWithRawSchema("raw_sprintf", "Formatted", ids("user")), kit.OK)
	s.AddTool(mcp.NewToolWithRawSchema("raw_bytes", "Bytes", []byte(`{"type":"object"}`)), kit.OK)
	s.AddTool(mcp.NewToolWithRawSchema("raw_string", "No object at all", json.RawMessage(`"x"`)), kit.OK)
	s.AddTool(mcp.NewToolWithRawSchema("raw_nil", "No schema", nil), kit.OK)
	s.AddTool(mcp.NewToolWithRawSchema("raw_numbers", "Odd numbers", json.RawMessage(`{"type":"object","properties":{"n":{"maximum":1.50,"minimum":1e2}}}`)), kit.OK)
	tool := mcp.NewToolWithRawSchema("raw_changed", "before", json.RawMessage(`{"type":"object"}`))
	tool.Description = "after"
	tool.RawInputSchema = json.RawMessage(`{"type":"object","properties":{"x":{"type":"string"}}}`)
	s.AddTool(tool, kit.OK)
}
