// The probe prints what models are told of tools. Its argument is the number of
// the first function to run.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"google.golang.org/adk/tool"
	"google.golang.org/genai"

	"example.test/probe/tools"
)

type maker struct {
	name string
	make func() []tool.Tool
}

var makers = []maker{
	{"inferred", tools.Inferred},
	{"manual", tools.Manual},
	{"wrapped", tools.Wrapped},
	{"agents", tools.Agents},
	{"open", tools.Open},
	{"fault_text", tools.FaultText},
	{"fault_any", tools.FaultAny},
	{"fault_recursive", tools.FaultRecursive},
	{"fault_result", tools.FaultResult},
	{"fault_tree", tools.FaultTree},
}

func main() {
	debug.SetMaxStack(1 << 20) // an endless recursion ends soon
	first, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	for _, m := range makers[first:] {
		fmt.Printf("{\"start\":%q}\n", m.name)
		run(m)
	}
	fmt.Println(`{"done":true}`)
}

func run(m maker) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Printf("{\"fault\":%s}\n", text(fmt.Sprint(e)))
		}
	}()
	var list []map[string]any
	for _, t := range m.make() {
		list = append(list, told(t.(declarer).Declaration()))
	}
	out, err := json.Marshal(map[string]any{"tools": list})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(out))
}

func text(s string) string {
	out, _ := json.Marshal(s)
	return string(out)
}

// declarer is what the kit asks function tools for.
type declarer interface {
	Declaration() *genai.FunctionDeclaration
}

// told is what a model is told of a tool, under the names of MCP.
func told(d *genai.FunctionDeclaration) map[string]any {
	out := map[string]any{"name": d.Name}
	if d.Description != "" {
		out["description"] = d.Description
	}
	if d.Parameters != nil {
		var v any
		data, err := json.Marshal(d.Parameters)
		if err := errors.Join(err, json.Unmarshal(data, &v)); err != nil {
			panic(err)
		}
		lower(v)
		out["inputSchema"] = v
	}
	if d.ParametersJsonSchema != nil {
		out["inputSchema"] = d.ParametersJsonSchema
	}
	if d.ResponseJsonSchema != nil {
		out["outputSchema"] = d.ResponseJsonSchema
	}
	return out
}

// lower gives the types of the Gemini API the names of JSON Schema.
func lower(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			lower(e)
		}
	case map[string]any:
		for name, m := range v {
			if s, ok := m.(string); ok && name == "type" {
				v[name] = strings.ToLower(s)
				continue
			}
			lower(m)
		}
	}
}
