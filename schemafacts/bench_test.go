package schemafacts_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
)

// The module of BenchmarkThousand: half of each package's tools are registered
// by a wrapper with options, the others in a loop over a table of closures.
const (
	benchPackages = 20
	benchTools    = 1000
)

// BenchmarkThousand derives a thousand tools with typed handlers, in packages
// that are loaded already, as the commands do: each package, then the program.
func BenchmarkThousand(b *testing.B) {
	prog := loadBench(b)
	var tools []*tool.Tool
	b.ReportAllocs()
	for b.Loop() {
		tools = deriveProgram(b, prog)
	}
	b.ReportMetric(float64(benchTools)*float64(b.N)/b.Elapsed().Seconds(), "tools/s")
	// What is not derived costs nothing.
	if len(tools) != benchTools {
		b.Fatalf("%d tools, want %d", len(tools), benchTools)
	}
	for _, t := range tools {
		if holes := t.Doc.Holes(); !t.Traced || len(holes) > 0 || len(t.Doc.Get("inputSchema").Get("properties").Members) != 5 {
			b.Fatalf("tool %q: traced %v, holes %v, %s", t.Name, t.Traced, holes, t.Doc.JSON())
		}
	}
}

func deriveProgram(b *testing.B, prog *load.Program) []*tool.Tool {
	graph, err := checker.Analyze([]*analysis.Analyzer{schemafacts.Analyzer}, prog.Roots, nil)
	if err != nil {
		b.Fatal(err)
	}
	var pkgs []schemafacts.Package
	for _, act := range graph.Roots {
		if act.Err != nil {
			b.Fatal(act.Err)
		}
		pkgs = append(pkgs, schemafacts.Package{Path: act.Package.PkgPath, Files: act.Package.GoFiles, Result: act.Result.(*schemafacts.Result)})
	}
	return schemafacts.Program(prog.Fset, pkgs)
}

// loadBench writes the module and loads it as the commands do.
func loadBench(b *testing.B) *load.Program {
	sdk, err := filepath.Abs(filepath.Join("..", "testdata", "sdk", "gosdk"))
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	write := func(name, text string) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	write("go.mod", fmt.Sprintf(benchMod, filepath.Join(sdk, "jsonschema-go"), filepath.Join(sdk, "go-sdk")))
	write("kit/kit.go", benchKit)
	for i := range benchPackages {
		write(fmt.Sprintf("p%02d/p.go", i), benchPackage(i))
	}
	cfg := load.Config{Dir: dir}
	cfg.SDKs, cfg.Read = schemafacts.SDKPackages()
	prog, err := load.Load(cfg)
	if err != nil {
		b.Fatal(err)
	}
	if len(prog.Errors) > 0 {
		b.Fatal(prog.Errors[0])
	}
	return prog
}

const benchMod = `module example.com/thousand

go 1.26

require (
	github.com/google/jsonschema-go v0.4.3
	github.com/modelcontextprotocol/go-sdk v1.8.0
)

replace github.com/google/jsonschema-go => %s

replace github.com/modelcontextprotocol/go-sdk => %s
`

const benchKit = `package kit

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

// benchPackage returns the source of a package with its share of the tools.
func benchPackage(pkg int) string {
	var types, calls, table strings.Builder
	for i := range benchTools / benchPackages {
		name := fmt.Sprintf("tool_%02d_%02d", pkg, i)
		fmt.Fprintf(&types, benchTool, i)
		if i%2 == 0 {
			fmt.Fprintf(&calls, "\tkit.Add(s, %q, \"Does one thing.\", handle%d, kit.ReadOnly(), kit.Title(%[1]q))\n", name, i)
		} else {
			fmt.Fprintf(&table, "\tkit.Make(%q, \"Does one thing.\", handle%d, kit.ReadOnly()),\n", name, i)
		}
	}
	return fmt.Sprintf(benchFile, pkg, &types, &table, &calls)
}

const benchFile = `package p%02d

import (
	"context"

	"example.com/thousand/kit"
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

const benchTool = `
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
