// Package tools makes tools with Ollama's client.
package tools

import (
	"encoding/json"

	"github.com/ollama/ollama/api"
)

// Maker makes a request with tools.
type Maker struct {
	Name string
	Make func() any
}

// Makers are all of them.
var Makers = []Maker{{"literals", Literals}, {"decoded", Decoded}, {"table", Table}}

// Print is how a request is sent.
func Print(v any) ([]byte, error) { return json.Marshal(v) }

func Literals() any {
	return &api.ChatRequest{Tools: api.Tools{{Type: "function", Function: api.ToolFunction{
		Name: "literal", Description: "A literal.",
		Parameters: api.ToolFunctionParameters{Type: "object", Required: []string{"city"}, Properties: properties(map[string]api.ToolProperty{
			"city": {Type: api.PropertyType{"string"}, Description: "The city."},
			"days": {Type: api.PropertyType{"integer", "null"}, Enum: []any{1, 2}},
		})},
	}}}}
}

func Decoded() any {
	var tool api.Tool
	if err := json.Unmarshal([]byte(`{"type":"function","function":{"name":"decoded","description":"Of text.","parameters":{"type":"object","properties":{"x":{"type":"string"}},"required":["x"]}}}`), &tool); err != nil {
		panic(err)
	}
	return &api.ChatRequest{Tools: []api.Tool{tool}}
}

var table = map[string]string{"first": "The first.", "second": "The second."}

func Table() any {
	request := &api.ChatRequest{}
	for name, description := range table {
		request.Tools = append(request.Tools, api.Tool{Type: "function", Function: api.ToolFunction{Name: name, Description: description,
			Parameters: api.ToolFunctionParameters{Type: "object", Properties: properties(nil)}}})
	}
	return request
}
