package schemafacts_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/schemavet/schemavet/internal/linttest"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/manytools"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
)

// BenchmarkTools derives tools with typed handlers in loaded packages, as the
// commands do: first in each package, then in the program. The time for a tool should
// not depend on the number of tools.
func BenchmarkTools(b *testing.B) {
	for _, c := range []struct{ packages, tools int }{{10, 100}, {20, 1000}, {500, 5000}} {
		b.Run(fmt.Sprintf("%dof%d", c.tools, c.packages), func(b *testing.B) {
			prog := loadMany(b, c.packages, c.tools)
			var tools []*tool.Tool
			b.ReportAllocs()
			for b.Loop() {
				tools = deriveProgram(b, prog)
			}
			b.ReportMetric(float64(c.tools)*float64(b.N)/b.Elapsed().Seconds(), "tools/s")
			wholeTools(b, tools, c.tools)
		})
	}
}

// TestTools derives the tools of a small module like that of BenchmarkTools.
func TestTools(t *testing.T) { wholeTools(t, deriveProgram(t, loadMany(t, 2, 6)), 6) }

// wholeTools fails unless all n tools are completely known, because a benchmark must
// not be fast by deriving less.
func wholeTools(t testing.TB, tools []*tool.Tool, n int) {
	if len(tools) != n {
		t.Fatalf("%d tools, want %d", len(tools), n)
	}
	for _, tl := range tools {
		if holes := tl.Doc.Holes(); !tl.Traced || len(holes) > 0 || len(tl.Doc.Get("inputSchema").Get("properties").Members) != 5 {
			t.Fatalf("tool %q: traced %v, holes %v, %s", tl.Name, tl.Traced, holes, tl.Doc.JSON())
		}
	}
}

func deriveProgram(b testing.TB, prog *load.Program) []*tool.Tool {
	var tools []*tool.Tool
	for _, v := range schemafacts.Views(prog.Fset, analyze(b, prog)) {
		tools = append(tools, v.Tools...)
	}
	return tools
}

// analyze runs the analyzer on the packages of a program.
func analyze(b testing.TB, prog *load.Program) []schemafacts.Package {
	graph, err := checker.Analyze([]*analysis.Analyzer{linttest.Facts()}, prog.Roots, nil)
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
	return pkgs
}

// loadMany writes a module of many tools and loads it as the commands do.
func loadMany(b testing.TB, packages, tools int) *load.Program {
	sdk, err := filepath.Abs(filepath.Join("..", "testdata", "sdk", "gosdk"))
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	if err := (manytools.Module{SDK: sdk, Packages: packages, Tools: tools}).Write(dir); err != nil {
		b.Fatal(err)
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

// BenchmarkViews computes the results of a program from those of its packages, one of
// which makes all tools in a loop. The time for a tool should not depend on the
// number of tools.
func BenchmarkViews(b *testing.B) {
	for _, n := range []int{1000, 4000, 16000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			prog, pkgs := analyzeLoop(b, n)
			b.ReportAllocs()
			tools := 0
			for b.Loop() {
				tools = len(schemafacts.Views(prog.Fset, pkgs)[0].Tools)
			}
			if tools != n {
				b.Fatalf("%d tools, want %d", tools, n)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n)/float64(b.N), "us/tool")
		})
	}
}

// analyzeLoop derives the tools of a program that registers n tools in a loop.
func analyzeLoop(b testing.TB, n int) (*load.Program, []schemafacts.Package) {
	sdk, err := filepath.Abs(filepath.Join("..", "testdata", "sdk", "gosdk"))
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	// The module gives go.mod and nothing else that is used.
	if err := (manytools.Module{SDK: sdk, Packages: 1, Tools: 1}).Write(dir); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), fmt.Appendf(nil, loopOfTools, n), 0o666); err != nil {
		b.Fatal(err)
	}
	cfg := load.Config{Dir: dir, Patterns: []string{"."}}
	cfg.SDKs, cfg.Read = schemafacts.SDKPackages()
	prog, err := load.Load(cfg)
	if err != nil {
		b.Fatal(err)
	}
	return prog, analyze(b, prog)
}

const loopOfTools = `package main

import (
	"context"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func handle(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
	return nil, nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	for i := range %d {
		mcp.AddTool(s, &mcp.Tool{Name: "t" + strconv.Itoa(i), Description: "Does one thing."}, handle)
	}
}
`
