package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/internal/gc"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/go/packages"
)

// The environment tells a child what it is, because go vet hands nothing else
// on to its tool.
const (
	roleVar  = "SCHEMAVET_BENCH_ROLE"
	nonceVar = "SCHEMAVET_BENCH_NONCE"

	roleSuite   = "suite"
	roleNothing = "nothing"
)

// noFact is the fact of an analyzer that exports none.
type noFact struct{}

func (*noFact) AFact() {}

// nothing costs what a driver costs by itself: a fact type makes it visit
// every dependency.
var nothing = &analysis.Analyzer{
	Name:      "nothing",
	Doc:       "do nothing",
	FactTypes: []analysis.Fact{new(noFact)},
	Run:       func(*analysis.Pass) (any, error) { return nil, nil },
}

func analyzersOf(role string) []*analysis.Analyzer {
	if role == roleNothing {
		return []*analysis.Analyzer{nothing}
	}
	return analyzers.Suite
}

// child is one measured run: a vettool for go vet, otherwise the whole of
// schemavet check but for the output. Both roles run with the command's garbage
// collector.
func child(role string, args []string) int {
	gc.Tune()
	if len(args) > 0 && (args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(args[len(args)-1], ".cfg")) {
		if slices.Contains(args, "-V=full") {
			id := sha256.Sum256([]byte(role + os.Getenv(nonceVar)))
			fmt.Printf("bench version id %x\n", id)
			return 0
		}
		unitchecker.Main(analyzersOf(role)...)
	}
	if err := analyze(role, args); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	return 0
}

func analyze(role string, args []string) error {
	c, err := parseFlags(args)
	if err != nil {
		return err
	}
	prog, err := load.Load(c.load())
	if err != nil {
		return err
	}
	if len(prog.Errors) > 0 {
		return prog.Errors[0]
	}
	checks := analyzersOf(role)
	if role == roleSuite {
		checks = append(slices.Clone(checks), schemafacts.Analyzer) // or its results are dropped
	}
	var sources []schemafacts.Source
	if role == roleSuite {
		sources = sourcesOf(prog)
	}
	world := schemafacts.Enclose(sources)
	graph, err := checker.Analyze(checks, prog.Roots, nil)
	if err != nil {
		return err
	}
	if role == roleSuite && world.Again(views(prog, graph)) {
		if graph, err = checker.Analyze(checks, prog.Roots, nil); err != nil {
			return err
		}
		views(prog, graph)
	}
	for _, act := range graph.Roots {
		if act.Err != nil {
			return fmt.Errorf("%s: %w", act, act.Err)
		}
	}
	return nil
}

// sourcesOf returns what the command tells the analyzer before it runs.
func sourcesOf(prog *load.Program) []schemafacts.Source {
	var out []schemafacts.Source
	for _, p := range prog.Roots {
		out = append(out, schemafacts.Source{Pkg: p.Types, Info: p.TypesInfo, Files: p.Syntax})
	}
	return out
}

// views puts together what the packages know of each other's tools. The command
// does so before it runs the checks; what that costs does not depend on the
// order.
func views(prog *load.Program, graph *checker.Graph) []*schemafacts.Tool {
	results := map[*packages.Package]*schemafacts.Result{}
	for act := range graph.All() {
		if res, ok := act.Result.(*schemafacts.Result); ok {
			results[act.Package] = res
		}
	}
	var pkgs []schemafacts.Package
	for _, p := range prog.Roots {
		pkgs = append(pkgs, schemafacts.Package{Path: p.PkgPath, Files: p.GoFiles, Result: results[p]})
	}
	var tools []*schemafacts.Tool
	for _, v := range schemafacts.Views(prog.Fset, pkgs) {
		tools = append(tools, v.Tools...)
	}
	return tools
}

func loadConfig() load.Config {
	var cfg load.Config
	cfg.SDKs, cfg.Read = schemafacts.SDKPackages()
	return cfg
}
