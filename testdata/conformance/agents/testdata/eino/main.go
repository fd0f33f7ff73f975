// The probe prints what models are told of tools. Its argument is the number of
// the first function to run.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/schema"

	"example.test/probe/tools"
)

type maker struct {
	name string
	make func() []tool.BaseTool
}

var makers = []maker{
	{"inferred", tools.Inferred},
	{"manual", tools.Manual},
	{"decoded", tools.Decoded},
	{"wrapped", tools.Wrapped},
	{"own", tools.Own},
	{"open", tools.Open},
	{"fault_any", tools.FaultAny},
	{"fault_array", tools.FaultArray},
	{"fault_recursive", tools.FaultRecursive},
	{"fault_func", tools.FaultFunc},
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
	if first < 0 {
		// The program binds them as well.
		_ = tools.Bind(nil)
	}
}

func run(m maker) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Printf("{\"fault\":%s}\n", text(fmt.Sprint(e)))
		}
	}()
	var list []map[string]any
	for _, t := range m.make() {
		info, err := t.Info(context.Background())
		if err != nil {
			panic(err)
		}
		list = append(list, told(info))
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

// told is what a model is told of a tool.
func told(info *schema.ToolInfo) map[string]any {
	out := map[string]any{"name": info.Name}
	if info.Desc != "" {
		out["description"] = info.Desc
	}
	js, err := info.ParamsOneOf.ToJSONSchema()
	if err != nil {
		panic(err)
	}
	if js != nil {
		out["inputSchema"] = js
	}
	return out
}
