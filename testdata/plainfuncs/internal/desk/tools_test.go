package desk

import (
	"testing"

	"example.com/library/internal/tools/toolstest"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestFee tests one function on each surface.
func TestFee(t *testing.T) {
	deps := Deps{Desk: New()}
	set := Tools(deps)
	toolstest.Schema(t, set, "late_fee", `{
		"type": "object", "required": ["days", "kind"], "additionalProperties": false,
		"properties": {
			"days": {"type": "integer", "minimum": 0, "description": "how many days too late"},
			"kind": {"type": "string", "enum": ["book", "audio", "film"], "description": "what was lent"}
		}}`)
	if fee := toolstest.Call[int](t, set, "late_fee", map[string]any{"days": 3, "kind": "film"}); fee != 300 {
		t.Errorf("by name: %d", fee)
	}
	if r := toolstest.Invoke(t, set, "late_fee", "--days", "3", "--kind", "film"); r.Output != "300\n" {
		t.Errorf("on the command line: %+v", r)
	}
	client := toolstest.MCP(t, func(s *mcp.Server) { RegisterTools(s, deps) })
	if r := client.Call("late_fee", `{"days": 3, "kind": "dvd"}`); r.Error == nil || r.Error.Reason != "not_in_enum" {
		t.Errorf("as a client: %+v", r)
	}
}
