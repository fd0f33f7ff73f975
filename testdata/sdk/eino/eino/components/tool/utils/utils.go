// Package utils is a stub.
package utils

import (
	"context"
	"reflect"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/schema"
	"github.com/eino-contrib/jsonschema"
)

// InvokeFunc is the function of a tool.
type InvokeFunc[T, D any] func(ctx context.Context, input T) (output D, err error)

// OptionableInvokeFunc is the function of a tool with options.
type OptionableInvokeFunc[T, D any] func(ctx context.Context, input T, opts ...tool.Option) (output D, err error)

// EnhancedInvokeFunc is the function of an enhanced tool.
type EnhancedInvokeFunc[T any] func(ctx context.Context, input T) (output *schema.ToolResult, err error)

// StreamFunc is the function of a streaming tool.
type StreamFunc[T, D any] func(ctx context.Context, input T) (output *schema.StreamReader[D], err error)

// Option is an option of a tool.
type Option func(o *toolOptions)

type toolOptions struct{}

// UnmarshalArguments reads arguments.
type UnmarshalArguments func(ctx context.Context, arguments string) (any, error)

// SchemaModifierFn changes a schema.
type SchemaModifierFn func(jsonTagName string, t reflect.Type, tag reflect.StructTag, schema *jsonschema.Schema)

// WithUnmarshalArguments sets what reads arguments.
func WithUnmarshalArguments(um UnmarshalArguments) Option { panic("stub") }

// WithSchemaModifier sets what changes the schema.
func WithSchemaModifier(modifier SchemaModifierFn) Option { panic("stub") }

// InferTool infers a tool.
func InferTool[T, D any](toolName, toolDesc string, i InvokeFunc[T, D], opts ...Option) (tool.InvokableTool, error) {
	panic("stub")
}

// InferOptionableTool infers a tool with options.
func InferOptionableTool[T, D any](toolName, toolDesc string, i OptionableInvokeFunc[T, D], opts ...Option) (tool.InvokableTool, error) {
	panic("stub")
}

// InferEnhancedTool infers an enhanced tool.
func InferEnhancedTool[T any](toolName, toolDesc string, i EnhancedInvokeFunc[T], opts ...Option) (tool.EnhancedInvokableTool, error) {
	panic("stub")
}

// InferStreamTool infers a streaming tool.
func InferStreamTool[T, D any](toolName, toolDesc string, s StreamFunc[T, D], opts ...Option) (tool.StreamableTool, error) {
	panic("stub")
}

// NewTool makes a tool.
func NewTool[T, D any](desc *schema.ToolInfo, i InvokeFunc[T, D], opts ...Option) tool.InvokableTool {
	panic("stub")
}

// GoStruct2ToolInfo infers what a model is told.
func GoStruct2ToolInfo[T any](toolName, toolDesc string, opts ...Option) (*schema.ToolInfo, error) {
	panic("stub")
}

// GoStruct2ParamsOneOf infers parameters.
func GoStruct2ParamsOneOf[T any](opts ...Option) (*schema.ParamsOneOf, error) { panic("stub") }
