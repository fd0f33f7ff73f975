package tools

import (
	"context"
	"encoding/json"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/toolrunner"
)

// Runners make tools with handlers.
var Runners = []Maker{{"runner", Runner}, {"bytes", FromBytes}, {"param", FromParam}, {"fault_recursive", FaultRecursive}}

// Tools are what Print prints.
func Tools(tools ...anthropic.BetaTool) any {
	var list []map[string]any
	for _, t := range tools {
		list = append(list, map[string]any{"name": t.Name(), "description": t.Description(), "input_schema": t.InputSchema()})
	}
	return map[string]any{"tools": list}
}

// Handle is the handler of all tools.
func Handle[T any](context.Context, T) (anthropic.BetaToolResultBlockParamContentUnion, error) {
	return anthropic.BetaToolResultBlockParamContentUnion{}, nil
}

type args struct {
	City  string `json:"city" jsonschema:"required,description=The city"`
	Units string `json:"units,omitempty" jsonschema:"enum=c,enum=f"`
}

func Runner() any {
	t, err := toolrunner.NewBetaToolFromJSONSchema("runner", "By the runner.", Handle[args])
	if err != nil {
		panic(err)
	}
	return Tools(t)
}

func FromBytes() any {
	t, err := toolrunner.NewBetaToolFromBytes("bytes", "Of bytes.", []byte(`{"type":"object","properties":{"x":{"type":"integer"}},"required":["x"],"title":"X"}`), Handle[json.RawMessage])
	if err != nil {
		panic(err)
	}
	return Tools(t)
}

func FromParam() any {
	return Tools(toolrunner.NewBetaTool("param", "Of a param.", anthropic.BetaToolInputSchemaParam{Properties: map[string]any{"y": map[string]any{"type": "string"}}}, Handle[args]))
}

type node struct {
	Next *node `json:"next"`
}

func FaultRecursive() any {
	t, err := toolrunner.NewBetaToolFromJSONSchema("fault_recursive", "Does not end.", Handle[node])
	if err != nil {
		panic(err)
	}
	return Tools(t)
}

func withRequired(s anthropic.ToolInputSchemaParam, names ...string) anthropic.ToolInputSchemaParam {
	s.Required = append(s.Required, names...)
	return s
}

func ephemeral() anthropic.CacheControlEphemeralParam {
	return anthropic.NewCacheControlEphemeralParam()
}
