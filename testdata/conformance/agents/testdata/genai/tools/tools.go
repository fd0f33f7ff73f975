// Package tools makes tools with the Gemini API's client.
package tools

import (
	"encoding/json"

	"google.golang.org/genai"
)

// Maker makes a request with tools.
type Maker struct {
	Name string
	Make func() any
}

// Makers are all of them.
var Makers = []Maker{{"literals", Literals}, {"filled", Filled}, {"maps", Maps}, {"jsonschema", JSONSchema}}

// Print is how a request is sent.
func Print(v any) ([]byte, error) { return json.Marshal(v) }

func Literals() any {
	return &genai.GenerateContentConfig{Tools: []*genai.Tool{{FunctionDeclarations: []*genai.FunctionDeclaration{
		{
			Name: "literal", Description: "A literal.",
			Parameters: &genai.Schema{
				Type: genai.TypeObject,
				Properties: map[string]*genai.Schema{
					"q":    {Type: genai.TypeString, Description: "What.", Enum: []string{"a", "b"}},
					"list": {Type: genai.TypeArray, Items: &genai.Schema{Type: genai.TypeInteger, Minimum: genai.Ptr(0.5)}, MaxItems: genai.Ptr[int64](3)},
				},
				Required: []string{"q"},
			},
			Response: &genai.Schema{Type: genai.TypeObject, Properties: map[string]*genai.Schema{"ok": {Type: genai.TypeBoolean}}},
		},
		{Name: "without", Description: "Takes nothing."},
	}}, {GoogleSearch: &genai.GoogleSearch{}}}}
}

var declarations = []*genai.FunctionDeclaration{{Name: "declared", Description: "In a table.", Parameters: &genai.Schema{Type: "OBJECT"}}}

func Filled() any {
	tool := &genai.Tool{}
	for _, d := range declarations {
		tool.FunctionDeclarations = append(tool.FunctionDeclarations, d)
	}
	config := &genai.GenerateContentConfig{}
	config.Tools = append(config.Tools, tool)
	return config
}

func Maps() any {
	return map[string]any{"tools": []map[string]any{{"functionDeclarations": []map[string]any{
		{"name": "of_map", "description": "A map.", "parameters": map[string]any{"type": "OBJECT", "properties": map[string]any{"a": map[string]any{"type": "STRING"}}}},
	}}}}
}
