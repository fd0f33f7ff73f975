// Package tools makes tools with openai-go.
package tools

import (
	"encoding/json"

	"github.com/invopop/jsonschema"
	"github.com/openai/openai-go"
	"github.com/openai/openai-go/packages/param"
	"github.com/openai/openai-go/responses"
	"github.com/openai/openai-go/shared"
)

// Maker makes a request with tools.
type Maker struct {
	Name string
	Make func() any
}

// Makers are all of them.
var Makers = []Maker{
	{"literals", Literals}, {"schemas", Schemas}, {"responses", Responses}, {"changed", Changed}, {"reflected", Reflected},
	{"table", Table}, {"chat", Chat},
}

// Print is how a request is sent.
func Print(v any) ([]byte, error) { return json.Marshal(v) }

func object(props map[string]any, required ...string) shared.FunctionParameters {
	p := shared.FunctionParameters{"type": "object", "properties": props}
	if len(required) > 0 {
		p["required"] = required
	}
	return p
}

// request is a list of tools, whatever version they are sent by.
type request struct {
	Tools []shared.FunctionDefinitionParam `json:"tools"`
}

func Literals() any {
	return request{Tools: []shared.FunctionDefinitionParam{
		{
			Name:        "literal",
			Description: openai.String("A literal."),
			Parameters:  object(map[string]any{"city": map[string]string{"type": "string"}, "days": map[string]any{"type": "integer", "minimum": 1}}, "city"),
			Strict:      openai.Bool(true),
		},
		{Name: "value", Description: param.Opt[string]{Value: "Valid by its value."}, Parameters: object(nil)},
		{Name: "null", Description: param.Null[string](), Parameters: object(nil)},
		{Name: "empty", Description: openai.String(""), Parameters: object(map[string]any{})},
		{Name: "without", Description: param.NewOpt("Takes nothing.")},
	}}
}

func Schemas() any {
	raw := map[string]any{}
	if err := json.Unmarshal([]byte(`{"type":"object","properties":{"n":{"type":"number","maximum":1.5}},"additionalProperties":false}`), &raw); err != nil {
		panic(err)
	}
	var out request
	out.Tools = append(out.Tools, shared.FunctionDefinitionParam{Name: "text", Parameters: raw})
	for _, kind := range []string{"cat", "dog"} {
		out.Tools = append(out.Tools, shared.FunctionDefinitionParam{
			Name: "pet_" + kind, Description: openai.String("Pets a " + kind + "."),
			Parameters: object(map[string]any{kind: map[string]any{"type": "string", "enum": []string{"a", "b"}}}),
		})
	}
	return out
}

func Responses() any {
	mixed := []responses.ToolUnionParam{
		{OfFunction: &responses.FunctionToolParam{Name: "of_function", Description: openai.String("Of the responses."),
			Parameters: object(map[string]any{"q": map[string]any{"type": []string{"string", "null"}}}), Strict: openai.Bool(false)}},
		responses.ToolParamOfFunction("param_of", map[string]any{"type": "object", "properties": map[string]any{}, "additionalProperties": false}, true),
		{OfFileSearch: &responses.FileSearchToolParam{VectorStoreIDs: []string{"x"}}},
	}
	return responses.ResponseNewParams{Tools: mixed}
}

func Changed() any {
	f := shared.FunctionDefinitionParam{Name: "extra", Parameters: object(map[string]any{})}
	f.SetExtraFields(map[string]any{"description": "Set as an extra field."})
	g := param.Override[shared.FunctionDefinitionParam](map[string]any{"name": "overridden", "description": "Another one.",
		"parameters": map[string]any{"type": "object"}})
	h := shared.FunctionDefinitionParam{Name: "omitted", Description: openai.String("gone"), Parameters: object(map[string]any{})}
	h.SetExtraFields(map[string]any{"description": param.Omit, "strict": true})
	return request{Tools: []shared.FunctionDefinitionParam{f, g, h}}
}

type weather struct {
	City string   `json:"city" jsonschema_description:"The city"`
	Days int      `json:"days,omitempty" jsonschema:"minimum=1,maximum=14"`
	Tags []string `json:"tags,omitempty"`
}

// generate is from the client's documentation.
func generate[T any]() map[string]any {
	reflector := jsonschema.Reflector{AllowAdditionalProperties: false, DoNotReference: true}
	var v T
	data, err := json.Marshal(reflector.Reflect(v))
	if err != nil {
		panic(err)
	}
	out := map[string]any{}
	if err := json.Unmarshal(data, &out); err != nil {
		panic(err)
	}
	delete(out, "$schema")
	return out
}

func Reflected() any {
	return request{Tools: []shared.FunctionDefinitionParam{{Name: "reflected", Description: openai.String("By reflection."), Parameters: generate[weather]()}}}
}

type entry struct {
	name, description string
	params            map[string]any
}

var entries = []entry{
	{"first", "The first.", map[string]any{"type": "object", "properties": map[string]any{}}},
	{"second", "The second.", object(map[string]any{"x": map[string]any{"type": "boolean"}}, "x")},
}

func Table() any {
	tools := make([]responses.ToolUnionParam, 0, len(entries))
	for _, e := range entries {
		tools = append(tools, responses.ToolUnionParam{OfFunction: &responses.FunctionToolParam{
			Name: e.name, Description: param.NewOpt(e.description), Parameters: e.params,
		}})
	}
	return responses.ResponseNewParams{Tools: tools}
}
