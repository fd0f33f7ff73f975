// The probe prints what a model's vendor is told of tools. Its argument is the
// number of the first function to run.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"example.test/probe/tools"
)

type maker struct {
	name string
	make func() any
}

var makers []maker

func main() {
	debug.SetMaxStack(1 << 20) // an endless recursion ends soon
	first, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	var all []maker
	for _, m := range tools.Makers {
		all = append(all, maker{m.Name, m.Make})
	}
	for _, m := range append(all, makers...)[first:] {
		fmt.Printf("{\"start\":%q}\n", m.name)
		run(m)
	}
	fmt.Println(`{"done":true}`)
}

func run(m maker) {
	defer func() {
		if e := recover(); e != nil {
			out, _ := json.Marshal(fmt.Sprint(e))
			fmt.Printf("{\"fault\":%s}\n", out)
		}
	}()
	// A call by reflection is not followed, since the lists that are printed here are no tools
	// of the program.
	sent, err := tools.Print(reflect.ValueOf(m.make).Call(nil)[0].Interface())
	if err != nil {
		panic(err)
	}
	var request any
	if err := json.Unmarshal(sent, &request); err != nil {
		panic(err)
	}
	list := []any{}
	collect(request, &list)
	out, err := json.Marshal(map[string]any{"tools": list})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(out))
}

// lists are the members that hold tools.
var lists = []string{"tools", "functions", "functionDeclarations"}

// collect finds the tools of a request.
func collect(v any, out *[]any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			collect(e, out)
		}
	case map[string]any:
		for name, m := range v {
			elems, ok := m.([]any)
			if !ok || !slices.Contains(lists, name) {
				collect(m, out)
				continue
			}
			for _, e := range elems {
				if t := told(e); t != nil {
					*out = append(*out, t)
				} else {
					collect(e, out)
				}
			}
		}
	}
}

// told returns a tool under the names of MCP, nil if v is none.
func told(v any) map[string]any {
	t, _ := v.(map[string]any)
	for _, inner := range []string{"function", "toolSpec"} {
		if f, ok := t[inner].(map[string]any); ok {
			t = f
		}
	}
	if t["name"] == nil || t["name"] == "" {
		return nil
	}
	out := map[string]any{"name": t["name"]}
	for from, to := range map[string]string{"description": "description", "inputSchema": "inputSchema", "input_schema": "inputSchema",
		"parameters": "inputSchema", "parametersJsonSchema": "inputSchema", "response": "outputSchema", "responseJsonSchema": "outputSchema", "output_schema": "outputSchema", "outputSchema": "outputSchema"} {
		if m, ok := t[from]; ok && m != nil {
			if j, ok := m.(map[string]any); ok && j["json"] != nil {
				m = j["json"]
			}
			lower(m)
			out[to] = m
		}
	}
	for _, name := range []string{"strict", "defer_loading", "allowed_callers", "input_examples"} {
		if m, ok := t[name]; ok {
			out[name] = m
		}
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
