// Package tools makes tools with anthropic-sdk-go.
package tools

import (
	"encoding/json"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/param"
	"github.com/invopop/jsonschema"
)

// Maker makes a request with tools.
type Maker struct {
	Name string
	Make func() any
}

// Makers are all of them.
var Makers = append([]Maker{
	{"literals", Literals}, {"wrapped", Wrapped}, {"beta", Beta}, {"reflected", Reflected}, {"decoded", Decoded},
	{"definitions", Definitions},
}, Runners...)

// Print is how a request is sent.
func Print(v any) ([]byte, error) { return json.Marshal(v) }

func Literals() any {
	read := anthropic.ToolParam{
		Name:        "read_file",
		Description: anthropic.String("Reads a file."),
		InputSchema: withRequired(anthropic.ToolInputSchemaParam{
			Properties: map[string]any{"path": map[string]any{"type": "string", "description": "Where."}},
		}, "path"),
	}
	list := &anthropic.ToolParam{
		Name: "list_files",
		InputSchema: anthropic.ToolInputSchemaParam{
			Type:        "object",
			Properties:  map[string]any{},
			ExtraFields: map[string]any{"additionalProperties": false, "$defs": map[string]any{"x": map[string]string{"type": "string"}}},
		},
		CacheControl: ephemeral(),
	}
	return anthropic.MessageNewParams{Tools: []anthropic.ToolUnionParam{{OfTool: &read}, {OfTool: list}}}
}

// Wrapped is from the client's documentation.
func Wrapped() any {
	params := []anthropic.ToolParam{
		{Name: "one", Description: anthropic.String("The first."), InputSchema: anthropic.ToolInputSchemaParam{}},
		{Name: "two", Description: param.NewOpt("The second."), InputSchema: anthropic.ToolInputSchemaParam{Properties: struct {
			Q map[string]string `json:"q"`
		}{map[string]string{"type": "string"}}}},
	}
	tools := make([]anthropic.ToolUnionParam, len(params))
	for i, p := range params {
		tools[i] = anthropic.ToolUnionParam{OfTool: &p}
	}
	tools = append(tools, anthropic.ToolUnionParamOfTool(anthropic.ToolInputSchemaParam{Properties: map[string]any{"z": map[string]any{"type": "integer"}}}, "of_tool"))
	return anthropic.MessageNewParams{Tools: tools}
}

func Beta() any {
	return anthropic.BetaMessageNewParams{Tools: []anthropic.BetaToolUnionParam{{OfTool: &anthropic.BetaToolParam{
		Name: "beta", Description: anthropic.String("Of the beta."),
		InputSchema: anthropic.BetaToolInputSchemaParam{Properties: map[string]any{"b": map[string]any{"type": "boolean"}}},
	}}}}
}

type input struct {
	Path string `json:"path" jsonschema_description:"Where to look."`
	Deep bool   `json:"deep,omitempty"`
}

// generate is what many agents have.
func generate[T any]() anthropic.ToolInputSchemaParam {
	reflector := jsonschema.Reflector{AllowAdditionalProperties: false, DoNotReference: true}
	var v T
	schema := reflector.Reflect(v)
	return anthropic.ToolInputSchemaParam{Properties: schema.Properties}
}

// definition is an agent's own type of a tool.
type definition struct {
	Name        string                         `json:"name"`
	Description string                         `json:"description"`
	InputSchema anthropic.ToolInputSchemaParam `json:"input_schema"`
	Function    func(json.RawMessage) (string, error)
}

var schemaOfInput = generate[input]()

var searchDefinition = definition{Name: "search", Description: "Searches.", InputSchema: schemaOfInput, Function: search}

func search(raw json.RawMessage) (string, error) {
	var in input
	if err := json.Unmarshal(raw, &in); err != nil {
		return "", err
	}
	return in.Path, nil
}

type agent struct{ tools []definition }

func (a *agent) request() anthropic.MessageNewParams {
	var tools []anthropic.ToolUnionParam
	for _, t := range a.tools {
		tools = append(tools, anthropic.ToolUnionParam{OfTool: &anthropic.ToolParam{
			Name: t.Name, Description: anthropic.String(t.Description), InputSchema: t.InputSchema,
		}})
	}
	return anthropic.MessageNewParams{Tools: tools}
}

func Definitions() any {
	a := &agent{tools: []definition{searchDefinition}}
	return a.request()
}

func Reflected() any {
	return anthropic.MessageNewParams{Tools: []anthropic.ToolUnionParam{{OfTool: &anthropic.ToolParam{
		Name: "reflected", Description: anthropic.String("By reflection."), InputSchema: generate[input](),
	}}}}
}

func Decoded() any {
	var schema anthropic.ToolInputSchemaParam
	if err := json.Unmarshal([]byte(`{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}}},"required":["a"],"additionalProperties":false}`), &schema); err != nil {
		panic(err)
	}
	return anthropic.MessageNewParams{Tools: []anthropic.ToolUnionParam{{OfTool: &anthropic.ToolParam{Name: "decoded", InputSchema: schema}}}}
}
