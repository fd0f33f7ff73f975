// Package tools makes tools with sashabaranov's client.
package tools

import (
	"encoding/json"

	openai "github.com/sashabaranov/go-openai"
	"github.com/sashabaranov/go-openai/jsonschema"
)

// Maker makes a request with tools.
type Maker struct {
	Name string
	Make func() any
}

// Makers are all of them.
var Makers = []Maker{{"literals", Literals}, {"functions", Functions}, {"schemas", Schemas}, {"generated", Generated}}

// Print is how a request is sent.
func Print(v any) ([]byte, error) { return json.Marshal(v) }

var plain = openai.Tool{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{
	Name: "plain", Description: "Plain.", Parameters: map[string]any{"type": "object", "properties": map[string]any{"q": map[string]any{"type": "string"}}},
}}

func Literals() any {
	f := openai.FunctionDefinition{Name: "raw", Parameters: json.RawMessage(`{"type": "object", "properties": {"b": {"type": "boolean"}}}`)}
	return openai.ChatCompletionRequest{Tools: []openai.Tool{plain, {Type: openai.ToolTypeFunction, Function: &f}}}
}

func Functions() any {
	return openai.ChatCompletionRequest{Functions: []openai.FunctionDefinition{{Name: "old", Description: "As it was once.", Parameters: map[string]any{"type": "object"}}}}
}

func Schemas() any {
	byValue := jsonschema.Definition{
		Type: jsonschema.Object,
		Properties: map[string]jsonschema.Definition{
			"city": {Type: jsonschema.String, Description: "The city."},
			"unit": {Type: jsonschema.String, Enum: []string{"c", "f"}},
			"list": {Type: jsonschema.Array, Items: &jsonschema.Definition{Type: jsonschema.Number}},
		},
		Required: []string{"city"},
	}
	return openai.ChatCompletionRequest{Tools: []openai.Tool{
		{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{Name: "by_value", Parameters: byValue, Strict: true}},
		{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{Name: "by_pointer", Parameters: &jsonschema.Definition{Type: jsonschema.Object}}},
		{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{Name: "bare", Parameters: jsonschema.Definition{Type: jsonschema.Object}}},
	}}
}

func request(name string, schema any) any {
	return openai.ChatCompletionRequest{Tools: []openai.Tool{{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{Name: name, Description: "By reflection.", Parameters: schema}}}}
}

type inner struct {
	Value float64 `json:"value" description:"A value." required:"false"`
}

type args struct {
	Name   string  `json:"name" description:"Whose." enum:"a,b"`
	ID     int64   `json:"id,string"`
	Items  []inner `json:"items,omitempty"`
	Best   *inner  `json:"best" nullable:"true"`
	hidden string
	Skip   string   `json:"-"`
	Tags   []string `json:",omitempty"`
}

func Generated() any {
	schema, err := jsonschema.GenerateSchemaForType(args{})
	if err != nil {
		panic(err)
	}
	return request("generated", schema)
}
