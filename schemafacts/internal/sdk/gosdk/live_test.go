package gosdk

import (
	"maps"
	"testing"
)

// TestLive contains each type that does not belong in a schema, so that a change
// which loses one fails.
func TestLive(t *testing.T) {
	want := map[string]string{
		"github.com/modelcontextprotocol/go-sdk/mcp.Client":        "client",
		"github.com/modelcontextprotocol/go-sdk/mcp.ClientRequest": "request",
		"github.com/modelcontextprotocol/go-sdk/mcp.ClientSession": "session",
		"github.com/modelcontextprotocol/go-sdk/mcp.Request":       "request",
		"github.com/modelcontextprotocol/go-sdk/mcp.RequestExtra":  "request",
		"github.com/modelcontextprotocol/go-sdk/mcp.Server":        "server",
		"github.com/modelcontextprotocol/go-sdk/mcp.ServerRequest": "request",
		"github.com/modelcontextprotocol/go-sdk/mcp.ServerSession": "session",
		"github.com/modelcontextprotocol/go-sdk/mcp.Session":       "session",
	}
	if !maps.Equal(Dialect.Live, want) {
		t.Errorf("got %v\nwant %v", Dialect.Live, want)
	}
}
