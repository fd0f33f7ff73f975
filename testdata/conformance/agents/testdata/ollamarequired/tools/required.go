package tools

import (
	"encoding/json"

	"github.com/ollama/ollama/api"
)

func init() { Makers = append(Makers, Maker{"nested", Nested}, Maker{"nested_text", NestedText}) }

// Nested is a tool with an object whose parts are required.
func Nested() any {
	at := api.ToolProperty{Type: api.PropertyType{"object"}, Required: []string{"lat"}, Properties: properties(map[string]api.ToolProperty{
		"lat": {Type: api.PropertyType{"number"}},
		"lon": {Type: api.PropertyType{"number"}},
	})}
	return &api.ChatRequest{Tools: api.Tools{{Type: "function", Function: api.ToolFunction{
		Name: "nested", Description: "An object.",
		Parameters: api.ToolFunctionParameters{Type: "object", Required: []string{"at"}, Properties: properties(map[string]api.ToolProperty{"at": at})},
	}}}}
}

// NestedText is the same from JSON.
func NestedText() any {
	var tool api.Tool
	if err := json.Unmarshal([]byte(`{"type":"function","function":{"name":"nested_text","description":"Of text.","parameters":{"type":"object","properties":{"at":{"type":"object","required":["lat"],"properties":{"lat":{"type":"number"}}}}}}}`), &tool); err != nil {
		panic(err)
	}
	return &api.ChatRequest{Tools: []api.Tool{tool}}
}
