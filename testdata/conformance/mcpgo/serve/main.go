// Command serve runs every server of this module and prints what each answers
// to tools/list.
//
// Its output is one JSON object a line: {"server", "tools"}. With -faults it
// prints the names of the registrations of package faults, and with -fault NAME
// what becomes of that one.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/mark3labs/mcp-go/server"
)

// A program makes a server and says in which context a client sees it.
type program struct {
	name string
	make func() (*server.MCPServer, context.Context, error)
}

// A fault is a registration that goes wrong.
type fault struct {
	name     string
	register func(*server.MCPServer)
}

var (
	programs []program
	faults   []fault
)

// registered is a program whose package registers into a given server.
func registered(name string, register func(*server.MCPServer)) program {
	return made(name, func() *server.MCPServer {
		s := empty()
		register(s)
		return s
	})
}

// made is a program whose package makes its server.
func made(name string, newServer func() *server.MCPServer) program {
	return program{name, func() (*server.MCPServer, context.Context, error) {
		return newServer(), context.Background(), nil
	}}
}

func empty() *server.MCPServer { return server.NewMCPServer("conformance", "1") }

func main() {
	names := flag.Bool("faults", false, "print the names of the faults")
	one := flag.String("fault", "", "run one fault")
	flag.Parse()
	debug.SetMaxStack(4 << 20) // an endless recursion ends soon
	switch {
	case *names:
		for _, f := range faults {
			fmt.Println(f.name)
		}
	case *one != "":
		for _, f := range faults {
			if f.name == *one {
				fmt.Println(outcome(f))
			}
		}
	default:
		for _, p := range programs {
			tools, err := run(p)
			if err != nil {
				fmt.Fprintf(os.Stderr, "serve: %s: %v\n", p.name, err)
				os.Exit(1)
			}
			fmt.Printf("{\"server\":%q,\"tools\":%s}\n", p.name, tools)
		}
	}
}

func run(p program) (json.RawMessage, error) {
	s, ctx, err := p.make()
	if err != nil {
		return nil, err
	}
	return list(ctx, s)
}

// list asks a server for its tools, as a client in the same process does.
func list(ctx context.Context, s *server.MCPServer) (json.RawMessage, error) {
	answer := s.HandleMessage(ctx, json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	wire, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	var message struct {
		Result struct{ Tools json.RawMessage }
		Error  struct{ Message string }
	}
	if err := json.Unmarshal(wire, &message); err != nil {
		return nil, err
	}
	if message.Error.Message != "" {
		return nil, errors.New(message.Error.Message)
	}
	return message.Result.Tools, nil
}

// outcome says how a fault shows: by a panic, or by an answer that cannot be
// sent.
func outcome(f fault) (text string) {
	defer func() {
		if e := recover(); e != nil {
			text = fmt.Sprintf("panic: %v", e)
		}
	}()
	s := empty()
	f.register(s)
	tools, err := list(context.Background(), s)
	if err != nil {
		return "list: " + err.Error()
	}
	return "works: " + string(tools)
}
