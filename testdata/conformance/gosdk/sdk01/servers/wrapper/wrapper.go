//go:build sdk01

// Package wrapper makes tools through generic functions of its own.
package wrapper

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
)

type result[T any] struct {
	Items []T `json:"items"`
}

func tool[In, Out any](name, desc string, f func(context.Context, In) (Out, error), opts ...mcp.ToolOption) *mcp.ServerTool {
	handler := func(ctx context.Context, _ *mcp.ServerSession, params *mcp.CallToolParamsFor[In]) (*mcp.CallToolResultFor[Out], error) {
		_, err := f(ctx, params.Arguments)
		return nil, err
	}
	return mcp.NewServerTool("repo_"+name, desc, handler, opts...)
}

func add[In any](s *mcp.Server, name string, f func(context.Context, In) error, props ...mcp.SchemaOption) {
	s.AddTools(tool(name, "Does "+name+".", func(ctx context.Context, in In) (any, error) {
		return nil, f(ctx, in)
	}, mcp.Input(props...)))
}

type api struct{}

func (api) issues(context.Context, model.Ref) (result[model.Issue], error) {
	return result[model.Issue]{}, nil
}

func (api) star(context.Context, *model.Ref) error { return nil }

// Register adds the tools.
func Register(s *mcp.Server) {
	var a api
	s.AddTools(tool("issues", "List issues.", a.issues))
	s.AddTools(tool("labels", "List labels.", func(context.Context, struct {
		model.Ref
		Page int `json:"page,omitempty"`
	}) ([]model.Label, error) {
		return nil, nil
	}, mcp.Input(mcp.Property("page", mcp.Description("number of the page")))))
	add(s, "star", a.star, mcp.Property("owner", mcp.Description("whose repository")))
	add(s, "fork", func(context.Context, model.Ref) error { return nil })
}
