// The probe prints what models are told of tools. Its argument is the number of
// the first function to run.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"

	"github.com/firebase/genkit/go/ai"

	"example.test/probe/tools"
)

type maker struct {
	name string
	make func() []ai.Tool
}

var makers = []maker{
	{"inferred", tools.Inferred},
	{"defined", tools.Defined},
	{"manual", tools.Manual},
	{"wrapped", tools.Wrapped},
	{"open", tools.Open},
	{"fault_func", tools.FaultFunc},
	{"fault_given", tools.FaultGiven},
	{"fault_recursive", tools.FaultRecursive},
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
		list = append(list, told(t.Definition()))
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

// told is what a model is told of a tool, under the names of MCP.
func told(d *ai.ToolDefinition) map[string]any {
	out := map[string]any{"name": d.Name}
	if d.Description != "" {
		out["description"] = d.Description
	}
	if d.InputSchema != nil {
		out["inputSchema"] = d.InputSchema
	}
	if d.OutputSchema != nil {
		out["outputSchema"] = d.OutputSchema
	}
	return out
}
