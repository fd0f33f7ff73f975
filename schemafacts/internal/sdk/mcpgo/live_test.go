package mcpgo

import (
	"maps"
	"testing"
)

// TestLive contains each type that does not belong in a schema, so that a change
// which loses one fails.
func TestLive(t *testing.T) {
	want := map[string]string{
		"github.com/mark3labs/mcp-go/mcp.CallToolRequest":       "request",
		"github.com/mark3labs/mcp-go/server.ClientSession":      "session",
		"github.com/mark3labs/mcp-go/server.MCPServer":          "server",
		"github.com/mark3labs/mcp-go/server.SSEServer":          "server",
		"github.com/mark3labs/mcp-go/server.SessionWithLogging": "session",
	}
	if !maps.Equal(Dialect.Live, want) {
		t.Errorf("got %v\nwant %v", Dialect.Live, want)
	}
}
