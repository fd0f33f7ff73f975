// Package tools makes tools with langchaingo.
package tools

import (
	"encoding/json"

	"github.com/tmc/langchaingo/llms"
)

// Maker makes an option of a request with tools.
type Maker struct {
	Name string
	Make func() any
}

// Makers are all of them.
var Makers = []Maker{{"literals", Literals}, {"table", Table}, {"functions", Functions}}

// Print prints what a model gets.
func Print(v any) ([]byte, error) {
	var o llms.CallOptions
	v.(llms.CallOption)(&o)
	return json.Marshal(o)
}

func object(props map[string]any) map[string]any {
	return map[string]any{"type": "object", "properties": props}
}

func Literals() any {
	return llms.WithTools([]llms.Tool{
		{Type: "function", Function: &llms.FunctionDefinition{Name: "literal", Description: "A literal.",
			Parameters: object(map[string]any{"city": map[string]any{"type": "string"}}), Strict: true}},
		{Type: "function", Function: &llms.FunctionDefinition{Name: "bare", Description: "No schema."}},
		{Type: "function", Function: &llms.FunctionDefinition{Name: "raw", Description: "Raw.", Parameters: json.RawMessage(`{"type":"object"}`)}},
	})
}

var table = map[string]string{"first": "The first.", "second": "The second."}

func Table() any {
	var tools []llms.Tool
	for name, text := range table {
		tools = append(tools, llms.Tool{Type: "function", Function: &llms.FunctionDefinition{Name: name, Description: text, Parameters: object(nil)}})
	}
	return llms.WithTools(tools)
}

func Functions() any {
	return llms.WithFunctions([]llms.FunctionDefinition{{Name: "function", Description: "A function.", Parameters: object(nil)}})
}
