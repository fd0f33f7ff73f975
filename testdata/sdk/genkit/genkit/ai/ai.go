// Package ai is a stub.
package ai

// ToolContext is what a function gets.
type ToolContext struct{ Resumed map[string]any }

// ToolFunc is the function of a tool.
type ToolFunc[In, Out any] = func(ctx *ToolContext, input In) (Out, error)

// MultipartToolResponse is what a function with parts returns.
type MultipartToolResponse struct {
	Content []*Part `json:"content,omitempty"`
	Output  any     `json:"output,omitempty"`
}

// Part is a part of a message.
type Part struct{ Kind int8 }

// JSONSchemaAlias returns a value of the type that is reflected instead.
func (Part) JSONSchemaAlias() any { panic("stub") }

func (p *Part) unmarshalPartFromSchema(s partSchema) { panic("stub") }

type partSchema struct {
	Text         string         `json:"text,omitempty" yaml:"text,omitempty"`
	ToolResponse *ToolResponse  `json:"toolResponse,omitempty" yaml:"toolResponse,omitempty"`
	Metadata     map[string]any `json:"metadata,omitempty" yaml:"metadata,omitempty"`
}

// ToolResponse is the response of a tool.
type ToolResponse struct {
	Content []*Part `json:"content,omitempty"`
	Name    string  `json:"name,omitempty"`
}

// MultipartToolFunc is the function of a tool with parts.
type MultipartToolFunc[In any] = func(ctx *ToolContext, input In) (*MultipartToolResponse, error)

// ToolAction is a tool.
type ToolAction[In, Out any] struct{ multipart bool }

// ToolDef is the previous name.
type ToolDef[In, Out any] = ToolAction[In, Out]

// Name returns the name.
func (t *ToolAction[In, Out]) Name() string { panic("stub") }

// Definition returns what a model is told.
func (t *ToolAction[In, Out]) Definition() *ToolDefinition { panic("stub") }

// ToolDefinition is what a model is told of a tool.
type ToolDefinition struct {
	Name         string         `json:"name,omitempty"`
	Description  string         `json:"description,omitempty"`
	InputSchema  map[string]any `json:"inputSchema,omitempty"`
	OutputSchema map[string]any `json:"outputSchema,omitempty"`
}

// Tool is a tool.
type Tool interface {
	Name() string
	Definition() *ToolDefinition
}

// ToolOption is an option.
type ToolOption interface{ applyTool() }

// WithInputSchema gives a schema.
func WithInputSchema(schema map[string]any) ToolOption { panic("stub") }

// WithInputSchemaName gives the name of a schema.
func WithInputSchemaName(name string) ToolOption { panic("stub") }

// WithInputType gives a value of the type.
func WithInputType(input any) ToolOption { panic("stub") }

// WithOutputSchema gives a schema.
func WithOutputSchema(schema map[string]any) ToolOption { panic("stub") }

// WithOutputSchemaName gives the name of a schema.
func WithOutputSchemaName(name string) ToolOption { panic("stub") }

// WithStrictSchema sets the strict mode.
func WithStrictSchema(strict bool) ToolOption { panic("stub") }

// NewTool makes a tool.
func NewTool[In, Out any](name, description string, fn ToolFunc[In, Out], opts ...ToolOption) *ToolAction[In, Out] {
	panic("stub")
}

// NewToolWithInputSchema makes a tool.
func NewToolWithInputSchema[Out any](name, description string, inputSchema map[string]any, fn ToolFunc[any, Out]) *ToolAction[any, Out] {
	panic("stub")
}

// NewMultipartTool makes a tool with parts.
func NewMultipartTool[In any](name, description string, fn MultipartToolFunc[In], opts ...ToolOption) *ToolAction[In, *MultipartToolResponse] {
	panic("stub")
}
