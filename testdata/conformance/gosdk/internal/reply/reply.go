// Package reply builds the results of tool calls.
package reply

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Text returns a result of one text.
func Text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

// Raw is a handler of raw arguments that answers "ok".
func Raw(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return Text("ok"), nil
}

// OK is a typed handler that answers "ok" and has no output.
func OK[In any](context.Context, *mcp.CallToolRequest, In) (*mcp.CallToolResult, any, error) {
	return Text("ok"), nil, nil
}

// Zero is a typed handler that answers with the zero value of its output.
func Zero[In, Out any](context.Context, *mcp.CallToolRequest, In) (*mcp.CallToolResult, Out, error) {
	var out Out
	return nil, out, nil
}
