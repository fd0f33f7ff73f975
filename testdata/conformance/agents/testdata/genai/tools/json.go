package tools

import "google.golang.org/genai"

func JSONSchema() any {
	return &genai.GenerateContentConfig{Tools: []*genai.Tool{{FunctionDeclarations: []*genai.FunctionDeclaration{{
		Name: "json", Description: "In JSON Schema.",
		ParametersJsonSchema: map[string]any{"type": "object", "properties": map[string]any{"q": map[string]string{"type": "string"}}, "additionalProperties": false},
		ResponseJsonSchema:   map[string]any{"type": "object"},
	}}}}}
}
