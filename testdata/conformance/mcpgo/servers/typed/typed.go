//go:build since32

// Package typed has handlers with decoded arguments. Their types do not make
// schemas.
package typed

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

type greeting struct {
	Name string `json:"name"`
	Loud bool   `json:"loud,omitempty"`
}

func greet(_ context.Context, _ mcp.CallToolRequest, in greeting) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(in.Name), nil
}

func wrap[T any](s *server.MCPServer, name string, h mcp.TypedToolHandlerFunc[T], opts ...mcp.ToolOption) {
	s.AddTool(mcp.NewTool(name, opts...), mcp.NewTypedToolHandler(h))
}

type tool[T any] struct {
	name, help string
	handle     func(context.Context, mcp.CallToolRequest, T) (*mcp.CallToolResult, error)
}

func (t tool[T]) register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("typed_"+t.name, mcp.WithDescription(t.help)), mcp.NewTypedToolHandler(t.handle))
}

// Register registers the tools.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("typed_greet", mcp.WithString("name", mcp.Required()), mcp.WithBoolean("loud")),
		mcp.NewTypedToolHandler(greet))
	s.AddTool(mcp.NewTool("typed_drifted", mcp.WithString("nam")), mcp.NewTypedToolHandler(greet))
	wrap(s, "typed_wrapped", greet, mcp.WithString("name"))
	wrap(s, "typed_inline", func(_ context.Context, _ mcp.CallToolRequest, in struct{ X int }) (*mcp.CallToolResult, error) {
		return nil, nil
	})
	tool[greeting]{"struct", "A generic struct", greet}.register(s)
	for _, t := range []interface{ register(*server.MCPServer) }{
		tool[greeting]{"iface_a", "Through an interface", greet},
		tool[int]{name: "iface_b"},
	} {
		t.register(s)
	}
	s.AddTool(mcp.NewTool("typed_literal"), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return kit.OK(ctx, r)
	})
}
