// The probe prints what servers answer to tools/list. Its argument is the number
// of the first function to run.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"

	mcp "github.com/metoro-io/mcp-golang"
	"github.com/metoro-io/mcp-golang/transport/stdio"

	"example.test/probe/tools"
)

type maker struct {
	name     string
	register func(*mcp.Server) error
}

var makers = []maker{
	{"plain", tools.Plain},
	{"wrapped", tools.Wrapped},
	{"removed", tools.Removed},
	{"open", tools.Open},
	{"open_three", tools.FaultThree},
	{"open_context", tools.FaultContext},
	{"open_result", tools.FaultResult},
	{"open_error", tools.FaultError},
	{"open_one", tools.FaultOne},
	{"open_value", tools.FaultValue},
	{"fault_recursive", tools.FaultRecursive},
	{"fault_func", tools.FaultFunc},
	{"fault_map", tools.FaultMap},
	{"fault_text", tools.FaultText},
	{"fault_variadic", tools.FaultVariadic},
	{"fault_any", tools.FaultAny},
	{"fault_literal", tools.FaultLiteral},
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
	in, ask := io.Pipe()
	answer, out := io.Pipe()
	s := mcp.NewServer(stdio.NewStdioServerTransportWithIO(in, out), mcp.WithName("probe"))
	if err := m.register(s); err != nil {
		panic(err)
	}
	if err := s.Serve(); err != nil {
		panic(err)
	}
	go fmt.Fprintln(ask, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`)
	scan := bufio.NewScanner(answer)
	scan.Buffer(nil, 64<<20)
	if !scan.Scan() {
		panic("no answer")
	}
	var line struct {
		Result struct {
			Tools json.RawMessage `json:"tools"`
		} `json:"result"`
		Error any `json:"error"`
	}
	if err := json.Unmarshal(scan.Bytes(), &line); err != nil || line.Error != nil {
		panic(scan.Text())
	}
	fmt.Printf("{\"tools\":%s}\n", line.Result.Tools)
}

func text(s string) string {
	out, _ := json.Marshal(s)
	return string(out)
}
