//go:build sdk01

// Package reply has handlers for tools that are never called.
package reply

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// OK is a typed handler without output.
func OK[In any](context.Context, *mcp.ServerSession, *mcp.CallToolParamsFor[In]) (*mcp.CallToolResultFor[any], error) {
	return &mcp.CallToolResultFor[any]{Content: []mcp.Content{&mcp.TextContent{Text: "ok"}}}, nil
}

// Typed is a handler with typed arguments and results.
func Typed[In, Out any](context.Context, *mcp.ServerSession, *mcp.CallToolParamsFor[In]) (*mcp.CallToolResultFor[Out], error) {
	return nil, nil
}

// Raw is a handler of a map.
func Raw(context.Context, *mcp.ServerSession, *mcp.CallToolParamsFor[map[string]any]) (*mcp.CallToolResult, error) {
	return nil, nil
}
