//go:build sdk02

// Package helpers registers tools through functions of its own.
package helpers

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk02/reply"
)

type tool interface{ register(*mcp.Server) }

type typed[In, Out any] struct {
	name, desc string
	f          func(context.Context, In) (Out, error)
}

func (t typed[In, Out]) register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "git_" + t.name, Description: t.desc}, reply.Func(t.f))
}

func clone(context.Context, model.Ref) (model.Optional[string], error) {
	return model.Optional[string]{}, nil
}

func log(context.Context, struct {
	model.Ref
	Limit int `json:"limit,omitempty" jsonschema:"at most this many"`
}) ([]string, error) {
	return nil, nil
}

func text[In any](s *mcp.Server, t mcp.Tool, f func(context.Context, In) (any, error)) {
	t.Title = "Git " + t.Name
	mcp.AddTool(s, &t, reply.Func(f))
}

// Register adds the tools.
func Register(s *mcp.Server) {
	for _, t := range []tool{
		typed[model.Ref, model.Optional[string]]{"clone", "Clone.", clone},
		typed[struct {
			model.Ref
			Limit int `json:"limit,omitempty" jsonschema:"at most this many"`
		}, []string]{"log", "Log.", log},
	} {
		t.register(s)
	}
	text(s, mcp.Tool{Name: "git_push"}, func(context.Context, *model.Ref) (any, error) { return nil, nil })
}
