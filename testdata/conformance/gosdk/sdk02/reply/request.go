//go:build sdk02 && schema02

// Package reply has handlers for tools that are never called.
package reply

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// OK is a typed handler without output.
func OK[In any](context.Context, *mcp.ServerRequest[*mcp.CallToolParamsFor[In]]) (*mcp.CallToolResultFor[any], error) {
	return nil, nil
}

// Typed is a handler with typed arguments and results.
func Typed[In, Out any](context.Context, *mcp.ServerRequest[*mcp.CallToolParamsFor[In]]) (*mcp.CallToolResultFor[Out], error) {
	return nil, nil
}

// Func returns a handler that calls f.
func Func[In, Out any](f func(context.Context, In) (Out, error)) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.ServerRequest[*mcp.CallToolParamsFor[In]]) (*mcp.CallToolResultFor[Out], error) {
		out, err := f(ctx, req.Params.Arguments)
		return &mcp.CallToolResultFor[Out]{StructuredContent: out}, err
	}
}
