// Package tools makes tools with trpc-agent-go.
package tools

import (
	"context"
	"encoding/json"
	"os"
	"time"

	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/log"
	"trpc.group/trpc-go/trpc-agent-go/tool"
	"trpc.group/trpc-go/trpc-agent-go/tool/function"
)

func init() { log.SetLevel(log.LevelFatal) } // it prints to standard output

// Maker makes tools.
type Maker struct {
	Name string
	Make func() any
}

// Makers are all of them.
var Makers = []Maker{{"made", Made}, {"wrapped", Wrapped}, {"table", Table}, {"own", OwnTools}, {"open", Open}}

// Print prints what the tools declare.
func Print(v any) ([]byte, error) {
	var list []*tool.Declaration
	for _, t := range v.([]tool.Tool) {
		list = append(list, t.Declaration())
	}
	return json.Marshal(map[string]any{"tools": list})
}

// Handle is the function of all tools.
func Handle[A, R any](context.Context, A) (out R, err error) { return out, nil }

type base struct {
	Offset int `json:"offset"`
}

type query struct {
	Text    string `json:"text" jsonschema:"description=What to look for, in words"`
	Limit   *int   `json:"limit,omitempty" jsonschema:"enum=1,enum=2"`
	Kind    string `json:"kind,omitempty" jsonschema:"required,enum=a,enum=b"`
	Legacy  string `json:"legacy" description:"Described."`
	NoTag   string
	Empty   string           `json:",omitempty"`
	Since   time.Time        `json:"since"`
	Labels  map[string]int32 `json:"labels"`
	Any     any              `json:"any"`
	Next    []*query         `json:"next"`
	Called  func()           `json:"called"`
	hidden  int
	Pattern string `json:"pattern" jsonschema:"pattern=^a$"`
	Base
}

type Base struct {
	Name string `json:"name,string"`
}

func Made() any {
	return []tool.Tool{
		function.NewFunctionTool(Handle[query, Base], function.WithName("query"), function.WithDescription("Searches.")),
		function.NewFunctionTool(Handle[*base, []base], function.WithName("pointer")),
		function.NewFunctionTool(Handle[map[string]int, string], function.WithName("map"), function.WithDescription("Of a map.")),
		function.NewFunctionTool(Handle[base, base], function.WithName("given"), function.WithDescription("By hand."),
			function.WithInputSchema(&tool.Schema{Type: "object", Properties: map[string]*tool.Schema{"x": {Type: "string", Enum: []any{"a", 1}}}})),
		function.NewStreamableFunctionTool[base, Base](func(context.Context, base) (*tool.StreamReader, error) { return nil, nil },
			function.WithName("stream"), function.WithDescription("A stream.")),
	}
}

func add[A, R any](list []tool.Tool, name, text string) []tool.Tool {
	return append(list, function.NewFunctionTool(Handle[A, R], function.WithName("wrapped_"+name), function.WithDescription(text)))
}

func Wrapped() any {
	return add[Base, bool](add[base, float64](nil, "offset", "An offset."), "base", "A base.")
}

func Table() any {
	var list []tool.Tool
	for _, name := range []string{"first", "second"} {
		list = append(list, function.NewFunctionTool(Handle[base, base], function.WithName(name), function.WithDescription("The "+name+".")))
	}
	return list
}

// own is a tool of the program's own.
type own struct{}

func (own) Declaration() *tool.Declaration {
	return &tool.Declaration{Name: "own", Description: "Of the program's own.", InputSchema: &tool.Schema{Type: "object", Required: []string{"x"},
		Properties: map[string]*tool.Schema{"x": {Type: "string"}}}}
}

// OwnTools also gives the tools to an agent.
func OwnTools() any {
	list := []tool.Tool{own{}, function.NewFunctionTool(Handle[base, base], function.WithName("to_agent"), function.WithDescription("Given."))}
	llmagent.New("agent", llmagent.WithTools(list))
	return list
}

func Open() any {
	return []tool.Tool{function.NewFunctionTool(Handle[base, base], function.WithName("open_text"), function.WithDescription(os.Getenv("PROBE_TEXT")+"x"))}
}
