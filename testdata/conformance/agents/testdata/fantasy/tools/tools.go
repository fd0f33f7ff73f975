// Package tools makes tools with fantasy.
package tools

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	"charm.land/fantasy"
)

// Maker makes tools.
type Maker struct {
	Name string
	Make func() any
}

// Makers are all of them.
var Makers = []Maker{{"made", Made}, {"wrapped", Wrapped}, {"table", Table}, {"own", OwnTools}, {"open", Open}}

// model is a model that records the tools that it gets.
type model struct {
	fantasy.LanguageModel
	got []fantasy.Tool
}

func (m *model) Generate(_ context.Context, call fantasy.Call) (*fantasy.Response, error) {
	m.got = call.Tools
	return nil, errors.New("recorded")
}

func (m *model) Provider() string { return "probe" }

func (m *model) Model() string { return "probe" }

// Print prints what a model gets.
func Print(v any) ([]byte, error) {
	m := &model{}
	fantasy.NewAgent(m, fantasy.WithTools(v.([]fantasy.AgentTool)...)).Generate(context.Background(), fantasy.AgentCall{Prompt: "x"})
	var list []map[string]any
	for _, t := range m.got {
		f := t.(fantasy.FunctionTool)
		list = append(list, map[string]any{"name": f.Name, "description": f.Description, "input_schema": f.InputSchema})
	}
	return json.Marshal(map[string]any{"tools": list})
}

// Handle is the handler of all tools.
func Handle[T any](context.Context, T, fantasy.ToolCall) (fantasy.ToolResponse, error) {
	return fantasy.NewTextResponse(""), nil
}

type base struct {
	Offset int `json:"offset"`
}

type query struct {
	Text    string            `json:"text" description:"What to look for, in words."`
	Limit   *int              `json:"limit,omitempty" enum:"1, 2"`
	NoTag   string            // has another name in the schema
	Labels  map[string]string `json:"labels"`
	Numbers map[int]bool      `json:"numbers,omitzero"`
	Any     any               `json:"any"`
	Next    []query           `json:"next"`
	base
	Base
	Omitted func() `json:"-"`
	Called  func() `json:"called"`
}

type Base struct {
	Name string `json:"name,string"`
}

func Made() any {
	return []fantasy.AgentTool{
		fantasy.NewAgentTool("query", "Searches.", Handle[query]),
		fantasy.NewParallelAgentTool("pointer", "Of a pointer.", Handle[*base]),
		fantasy.NewAgentTool("nothing", "", Handle[struct{}]),
		fantasy.NewAgentTool("map", "Of a map.", Handle[map[string]int]),
		fantasy.NewAgentTool("text", "Of a text.", Handle[string]),
	}
}

func add[T any](list []fantasy.AgentTool, name, text string) []fantasy.AgentTool {
	return append(list, fantasy.NewAgentTool("wrapped_"+name, text, Handle[T]))
}

func Wrapped() any {
	return add[Base](add[base](nil, "offset", "An offset."), "base", "A base.")
}

func Table() any {
	var list []fantasy.AgentTool
	for _, name := range []string{"first", "second"} {
		list = append(list, fantasy.NewAgentTool(name, "The "+name+".", Handle[base]))
	}
	return list
}

// own is a tool of the program's own.
type own struct {
	name    string
	options fantasy.ProviderOptions
}

func (o *own) Info() fantasy.ToolInfo {
	return fantasy.ToolInfo{Name: "own_" + o.name, Description: "Of the program's own.", Required: []string{"x"},
		Parameters: map[string]any{"x": map[string]any{"type": "string"}, "list": map[string]any{"type": "array"},
			"either": map[string]any{"type": []any{"string", "array"}}, "typed": map[string]any{"type": []string{"string", "null"}}}}
}

func (o *own) Run(context.Context, fantasy.ToolCall) (fantasy.ToolResponse, error) {
	return fantasy.ToolResponse{}, nil
}

func (o *own) ProviderOptions() fantasy.ProviderOptions { return o.options }

func (o *own) SetProviderOptions(options fantasy.ProviderOptions) { o.options = options }

func OwnTools() any {
	list := []fantasy.AgentTool{&own{name: "a"}, &own{name: "b"}}
	fantasy.NewAgent(nil, fantasy.WithTools(list...))
	return list
}

func Open() any {
	return []fantasy.AgentTool{fantasy.NewAgentTool("open_text", os.Getenv("PROBE_TEXT")+"x", Handle[base])}
}
