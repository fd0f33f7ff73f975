// The probe prints what MCP clients are told of tools of genkit. Its argument is
// the number of the first function to run.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
	"strconv"

	"github.com/firebase/genkit/go/plugins/mcp"

	"example.test/probe/tools"
)

type maker struct {
	name string
	make func() *mcp.GenkitMCPServer
}

var makers = []maker{
	{"served", tools.Served},
	{"helped", tools.Helped},
	{"looped", tools.Looped},
	{"registered", tools.Registered},
	{"fault_func", tools.FaultFunc},
}

func main() {
	debug.SetMaxStack(1 << 20) // an endless recursion ends soon
	slog.SetLogLoggerLevel(slog.LevelError)
	first, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	// A server that reads nothing stops serving, and can then be asked.
	if os.Stdin, err = os.Open(os.DevNull); err != nil {
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
			out, _ := json.Marshal(fmt.Sprint(e))
			fmt.Printf("{\"fault\":%s}\n", out)
		}
	}()
	answer := m.make().GetServer().HandleMessage(context.Background(), json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	data, err := json.Marshal(answer)
	if err != nil {
		panic(err)
	}
	var list struct {
		Result struct{ Tools []map[string]any }
	}
	if err := json.Unmarshal(data, &list); err != nil {
		panic(err)
	}
	out, err := json.Marshal(map[string]any{"tools": list.Result.Tools})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(out))
}
