// Package manytools writes modules with any number of tools, to measure what
// deriving them costs.
package manytools

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Module is a module with a server of many tools. In each package, a wrapper with
// options registers half of the tools, and a loop over a table of closures the
// others. A program registers all packages.
type Module struct {
	// SDK is the folder of stand-ins for go-sdk and jsonschema-go.
	SDK string
	// Packages is how many packages share the tools, at least one.
	Packages int
	// Tools is how many tools there are, a multiple of Packages.
	Tools int
	// Handed makes each package pass one more tool to the program, which registers
	// it: only the program's pass can derive such a tool completely.
	Handed bool
}

// Write writes the module's files below dir, which exists.
func (m Module) Write(dir string) error {
	files := map[string]string{
		"go.mod":     fmt.Sprintf(goMod, filepath.Join(m.SDK, "jsonschema-go"), filepath.Join(m.SDK, "go-sdk")),
		"kit/kit.go": kit,
		"main.go":    m.program(),
	}
	for i := range m.Packages {
		files[fmt.Sprintf("p%03d/p.go", i)] = m.source(i)
		if m.Handed {
			files[fmt.Sprintf("p%03d/handed.go", i)] = fmt.Sprintf(handed, i)
		}
	}
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

func (m Module) program() string {
	var imports, calls strings.Builder
	for i := range m.Packages {
		fmt.Fprintf(&imports, "\t\"example.com/many/p%03d\"\n", i)
		fmt.Fprintf(&calls, "\tp%03d.Register(s)\n", i)
		if m.Handed {
			fmt.Fprintf(&calls, "\ts.AddTool(p%03d.Handed())\n", i)
		}
	}
	return fmt.Sprintf(program, &imports, &calls)
}

// source returns the source of a package with its part of the tools.
func (m Module) source(pkg int) string {
	var types, calls, table strings.Builder
	for i := range m.Tools / m.Packages {
		name := fmt.Sprintf("tool_%03d_%02d", pkg, i)
		fmt.Fprintf(&types, tool, i)
		if i%2 == 0 {
			fmt.Fprintf(&calls, "\tkit.Add(s, %q, \"Does one thing.\", handle%d, kit.ReadOnly(), kit.Title(%[1]q))\n", name, i)
		} else {
			fmt.Fprintf(&table, "\tkit.Make(%q, \"Does one thing.\", handle%d, kit.ReadOnly()),\n", name, i)
		}
	}
	return fmt.Sprintf(file, pkg, &types, &table, &calls)
}

const goMod = `module example.com/many

go 1.25.0

require (
	github.com/google/jsonschema-go v0.4.3
	github.com/modelcontextprotocol/go-sdk v1.8.0
)

replace github.com/google/jsonschema-go => %s

replace github.com/modelcontextprotocol/go-sdk => %s
`

const kit = `package kit

import "github.com/modelcontextprotocol/go-sdk/mcp"

type Option func(*mcp.Tool)

func ReadOnly() Option {
	return func(t *mcp.Tool) { t.Annotations = &mcp.ToolAnnotations{ReadOnlyHint: true} }
}

func Title(s string) Option { return func(t *mcp.Tool) { t.Title = s } }

// Add is a wrapper that registers.
func Add[In, Out any](s *mcp.Server, name, description string, h mcp.ToolHandlerFor[In, Out], opts ...Option) {
	tool := &mcp.Tool{Name: name, Description: description}
	for _, o := range opts {
		o(tool)
	}
	mcp.AddTool(s, tool, h)
}

// Entry is a tool to be registered.
type Entry struct{ Register func(*mcp.Server) }

func Make[In, Out any](name, description string, h mcp.ToolHandlerFor[In, Out], opts ...Option) Entry {
	return Entry{func(s *mcp.Server) { Add(s, name, description, h, opts...) }}
}
`

const program = `package main

import (
	"context"

%s	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "many"}, nil)
%s	s.Run(context.Background(), &mcp.StdioTransport{})
}
`

const file = `package p%03d

import (
	"context"

	"example.com/many/kit"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)
%s
var entries = []kit.Entry{
%s}

func Register(s *mcp.Server) {
%s	for _, e := range entries {
		e.Register(s)
	}
}
`

const handed = `package p%03[1]d

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func Handed() (*mcp.Tool, mcp.ToolHandler) {
	schema := json.RawMessage(` + "`" + `{"type": "object", "properties": {"id": {"type": "string"}}}` + "`" + `)
	return &mcp.Tool{Name: "handed_%[1]d", Description: "Does one thing.", InputSchema: schema}, handed
}

func handed(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in struct{ ID, Name string }
	return nil, json.Unmarshal(req.Params.Arguments, &in)
}
`

const tool = `
type input%[1]d struct {
	ID     string            ` + "`json:\"id\" jsonschema:\"which one\"`" + `
	Limit  int               ` + "`json:\"limit,omitempty\" jsonschema:\"how many\"`" + `
	Labels []string          ` + "`json:\"labels,omitempty\" jsonschema:\"with these labels\"`" + `
	Extra  map[string]string ` + "`json:\"extra,omitempty\" jsonschema:\"anything else\"`" + `
	Where  struct {
		Lat, Lon float64
	} ` + "`json:\"where\" jsonschema:\"around here\"`" + `
}

type output%[1]d struct {
	Items []string ` + "`json:\"items\" jsonschema:\"what was found\"`" + `
}

func handle%[1]d(context.Context, *mcp.CallToolRequest, input%[1]d) (*mcp.CallToolResult, output%[1]d, error) {
	return nil, output%[1]d{}, nil
}
`
