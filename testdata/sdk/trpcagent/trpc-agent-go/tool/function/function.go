// Package function is a stub. Like that of the framework, its source is evaluated.
package function

import (
	"context"
	"reflect"

	itool "trpc.group/trpc-go/trpc-agent-go/internal/tool"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type options struct {
	name, description string
	input             *tool.Schema
}

type Option func(*options)

func WithName(name string) Option { return func(o *options) { o.name = name } }

func WithDescription(text string) Option { return func(o *options) { o.description = text } }

func WithInputSchema(s *tool.Schema) Option { return func(o *options) { o.input = s } }

type FunctionTool[I, O any] struct {
	name, description string
	input, output     *tool.Schema
	fn                func(context.Context, I) (O, error)
}

func NewFunctionTool[I, O any](fn func(context.Context, I) (O, error), opts ...Option) *FunctionTool[I, O] {
	o := &options{}
	for _, opt := range opts {
		opt(o)
	}
	var (
		in  I
		out O
	)
	if o.input == nil {
		o.input = itool.GenerateJSONSchema(reflect.TypeOf(in))
	}
	return &FunctionTool[I, O]{o.name, o.description, o.input, itool.GenerateJSONSchema(reflect.TypeOf(out)), fn}
}

func (f *FunctionTool[I, O]) Declaration() *tool.Declaration {
	return &tool.Declaration{Name: f.name, Description: f.description, InputSchema: f.input, OutputSchema: f.output}
}
