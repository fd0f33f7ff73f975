// Package tools has tools of go-zero's MCP server as people write them.
package tools

import (
	"context"

	"github.com/zeromicro/go-zero/mcp"
)

// Query is what a search takes.
type Query struct {
	Text  string   `json:"text" jsonschema:"what to look for"`
	Limit int      `json:"limit,omitempty"`
	Tags  []string `json:"tags"`
	Near  *Place   `json:"near,omitempty"`
}

// Place is a part of a query.
type Place struct {
	Name string `json:"name"`
}

func handle[In, Out any](context.Context, *mcp.CallToolRequest, In) (*mcp.CallToolResult, Out, error) {
	panic("not run")
}

// register is a helper of the program's own.
func register[In, Out any](s mcp.McpServer, name string) {
	mcp.AddTool(s, &mcp.Tool{Name: "helped_" + name, Description: "Helped."}, handle[In, Out])
}

// Register registers the tools.
func Register(s mcp.McpServer) {
	mcp.AddTool(s, &mcp.Tool{Name: "search", Description: "Search <all> & everything."}, handle[Query, any])
	mcp.AddTool(s, &mcp.Tool{Name: "typed", Title: "Typed"}, handle[map[string]any, Place])
	mcp.AddTool(s, &mcp.Tool{Name: "given", Description: "A given schema.", InputSchema: map[string]any{"type": "object"}}, handle[any, any])
	register[Query, Place](s, "query")
	register[Place, Query](s, "place")
	for _, name := range []string{"loop_a", "loop_b"} {
		mcp.AddTool(s, &mcp.Tool{Name: name, Description: "Of a loop: " + name}, handle[Place, any])
	}
}
