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
)

// The environment tells a child what it is, because go vet hands nothing else
// on to its tool.
const (
	roleVar  = "SCHEMAVET_BENCH_ROLE"
	nonceVar = "SCHEMAVET_BENCH_NONCE"

	roleSuite   = "suite"
	roleNothing = "nothing"
	roleAgain   = "again"
)

// noFact is the fact of an analyzer that exports none.
type noFact struct{}

func (*noFact) AFact() {}

// nothing is an analyzer that does nothing, so it costs as much as its driver alone.
// Its fact type makes the driver visit every dependency.
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

// child performs one measured run: as a vettool for go vet, or else the part of
// schemavet check before anything is derived. It runs with the command's garbage
// collector settings.
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
	c, err := parseFlags(args)
	if err == nil {
		err = analyze(c, nothing)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	return 0
}

// analyze loads packages and runs checks on them.
func analyze(c config, checks ...*analysis.Analyzer) error {
	prog, err := load.Load(c.load())
	if err != nil {
		return err
	}
	if len(prog.Errors) > 0 {
		return prog.Errors[0]
	}
	graph, err := checker.Analyze(checks, prog.Roots, nil)
	if err != nil {
		return err
	}
	for _, act := range graph.Roots {
		if act.Err != nil {
			return fmt.Errorf("%s: %w", act, act.Err)
		}
	}
	return nil
}

func loadConfig() load.Config {
	var cfg load.Config
	cfg.SDKs, cfg.Read = schemafacts.SDKPackages()
	return cfg
}
