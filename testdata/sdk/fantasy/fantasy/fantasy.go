// Package fantasy is a stub. Like that of the framework, its source is evaluated.
package fantasy

import (
	"context"
	"reflect"

	"charm.land/fantasy/schema"
)

type ToolInfo struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Parameters  map[string]any `json:"parameters"`
	Required    []string       `json:"required"`
}

type ToolCall struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Input string `json:"input"`
}

type ToolResponse struct{ Content string }

type AgentTool interface {
	Info() ToolInfo
	Run(ctx context.Context, call ToolCall) (ToolResponse, error)
}

type Agent struct{ tools []AgentTool }

type AgentOption = func(*Agent)

func NewAgent(opts ...AgentOption) *Agent {
	a := &Agent{}
	for _, o := range opts {
		o(a)
	}
	return a
}

func WithTools(tools ...AgentTool) AgentOption {
	return func(a *Agent) { a.tools = append(a.tools, tools...) }
}

func NewAgentTool[T any](name, description string, fn func(ctx context.Context, input T, call ToolCall) (ToolResponse, error)) AgentTool {
	var input T
	return &made[T]{name, description, fn, schema.Generate(reflect.TypeOf(input))}
}

type made[T any] struct {
	name, description string
	fn                func(ctx context.Context, input T, call ToolCall) (ToolResponse, error)
	schema            schema.Schema
}

func (m *made[T]) Info() ToolInfo {
	if m.schema.Required == nil {
		m.schema.Required = []string{}
	}
	return ToolInfo{m.name, m.description, schema.ToParameters(m.schema), m.schema.Required}
}

func (m *made[T]) Run(ctx context.Context, call ToolCall) (ToolResponse, error) {
	var input T
	return m.fn(ctx, input, call)
}
