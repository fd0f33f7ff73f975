// Package handlers registers tools with handlers of every shape: explicit type
// arguments, values, decorators, factories and generic functions.
package handlers

import (
	"context"
	"log"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type input struct {
	Text string `json:"text"`
}

type output struct {
	Length int `json:"length"`
}

type (
	handler[In, Out any] = mcp.ToolHandlerFor[In, Out]
	plain[In, Out any]   func(context.Context, In) (Out, error)
	inputs               interface {
		input | *input | map[string]any
	}
)

func length(_ context.Context, _ *mcp.CallToolRequest, in input) (*mcp.CallToolResult, output, error) {
	return nil, output{len(in.Text)}, nil
}

func timed[In, Out any](h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		start := time.Now()
		defer func() { log.Println(time.Since(start)) }()
		return h(ctx, req, in)
	}
}

func adapt[In, Out any](f plain[In, Out]) handler[In, Out] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in In) (_ *mcp.CallToolResult, out Out, err error) {
		out, err = f(ctx, in)
		return
	}
}

func discard[In, Out any](h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, any] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		res, out, err := h(ctx, req, in)
		return res, out, err
	}
}

func echo[T inputs](_ context.Context, in T) (map[string]T, error) {
	return map[string]T{"echo": in}, nil
}

type service struct{ handle handler[input, output] }

func (s service) upper() func(context.Context, *mcp.CallToolRequest, input) (*mcp.CallToolResult, input, error) {
	return func(_ context.Context, _ *mcp.CallToolRequest, in input) (*mcp.CallToolResult, input, error) {
		return nil, in, nil
	}
}

// Register adds the tools.
func Register(server *mcp.Server) {
	mcp.AddTool[input, output](server, &mcp.Tool{Name: "text_length"}, length)
	mcp.AddTool[input, any](server, &mcp.Tool{Name: "text_inferred"}, discard(length))
	mcp.AddTool(server, &mcp.Tool{Name: "text_timed"}, timed(length))
	mcp.AddTool(server, &mcp.Tool{Name: "text_twice"}, timed(timed(adapt(echo[input]))))
	mcp.AddTool(server, &mcp.Tool{Name: "text_echo"}, adapt(echo[map[string]any]))
	mcp.AddTool(server, &mcp.Tool{Name: "text_pointer"}, adapt(echo[*input]))
	svc := service{handle: length}
	mcp.AddTool(server, &mcp.Tool{Name: "text_field"}, svc.handle)
	mcp.AddTool(server, &mcp.Tool{Name: "text_factory"}, svc.upper())
	var h mcp.ToolHandlerFor[input, struct{}] = func(context.Context, *mcp.CallToolRequest, input) (*mcp.CallToolResult, struct{}, error) {
		return nil, struct{}{}, nil
	}
	mcp.AddTool(server, &mcp.Tool{Name: "text_variable"}, h)
	register := mcp.AddTool[input, output]
	register(server, &mcp.Tool{Name: "text_value"}, length)
	for name, add := range map[string]func(*mcp.Server, *mcp.Tool, mcp.ToolHandlerFor[input, output]){
		"text_table": mcp.AddTool[input, output],
	} {
		add(server, &mcp.Tool{Name: name}, length)
	}
	type local struct {
		input
		Extra []output `json:"extra"`
	}
	mcp.AddTool(server, &mcp.Tool{Name: "text_local"}, func(context.Context, *mcp.CallToolRequest, local) (*mcp.CallToolResult, *local, error) {
		return nil, nil, nil
	})
}
