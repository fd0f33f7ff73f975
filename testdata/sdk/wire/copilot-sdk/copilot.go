// Package copilot is a stub. Like that of the SDK, the source of DefineTool is evaluated.
package copilot

import (
	"context"
	"encoding/json"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"
)

type Tool struct {
	Name        string         `json:"name"`
	Description string         `json:"description,omitempty"`
	Parameters  map[string]any `json:"parameters,omitzero"`
	Handler     ToolHandler    `json:"-"`
}

type ToolInvocation struct{ Arguments any }

type ToolResult struct{ TextResultForLLM string }

type ToolHandler func(ToolInvocation) (ToolResult, error)

type SessionConfig struct {
	Model string
	Tools []Tool
}

type Client struct{}

func (*Client) CreateSession(ctx context.Context, config *SessionConfig) (*Client, error) {
	panic("stub")
}

func DefineTool[T, U any](name, description string, handler func(T, ToolInvocation) (U, error)) Tool {
	var zero T
	return Tool{Name: name, Description: description, Parameters: schemaOf(reflect.TypeOf(zero)), Handler: typed(handler)}
}

func typed[T, U any](handler func(T, ToolInvocation) (U, error)) ToolHandler {
	return func(inv ToolInvocation) (ToolResult, error) {
		var params T
		_, err := handler(params, inv)
		return ToolResult{}, err
	}
}

func schemaOf(t reflect.Type) map[string]any {
	if t == nil {
		return nil
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	schema, err := jsonschema.ForType(t, nil)
	if err != nil {
		panic(err)
	}
	data, err := json.Marshal(schema)
	if err != nil {
		panic(err)
	}
	var out map[string]any
	if err := json.Unmarshal(data, &out); err != nil {
		panic(err)
	}
	return out
}
