package schemafacts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/internal/linttest"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
)

// TestViewsTwice asks twice for the views of a program. Both results must be the
// same, and the results of the packages must not change.
func TestViewsTwice(t *testing.T) {
	for _, name := range []string{"registries", "handed", "settings_twotexts"} {
		t.Run(name, func(t *testing.T) {
			cfg := load.Config{Dir: linttest.Module(t, "testdata/"+name+".txtar")}
			cfg.SDKs, cfg.Read = schemafacts.SDKPackages()
			prog, err := load.Load(cfg)
			if err != nil || len(prog.Errors) > 0 {
				t.Fatal("the module does not load", err, prog.Errors)
			}
			graph, err := checker.Analyze([]*analysis.Analyzer{linttest.Facts()}, prog.Roots, nil)
			if err != nil {
				t.Fatal(err)
			}
			var in []schemafacts.Package
			var results []*schemafacts.Result
			for _, act := range graph.Roots {
				res := act.Result.(*schemafacts.Result)
				in = append(in, schemafacts.Package{Path: act.Package.PkgPath, Files: act.Package.GoFiles, Result: res})
				results = append(results, res)
			}
			before := printed(results)
			first := printed(schemafacts.Views(prog.Fset, in))
			if diff := cmp.Diff(first, printed(schemafacts.Views(prog.Fset, in))); diff != "" || first == "" {
				t.Errorf("the second views (-first +second):\n%s", diff)
			}
			if diff := cmp.Diff(before, printed(results)); diff != "" {
				t.Errorf("what the packages told (-before +after):\n%s", diff)
			}
		})
	}
}

// printed returns all results as text.
func printed(results []*schemafacts.Result) string {
	var b strings.Builder
	for _, r := range results {
		for _, list := range [][]*schemafacts.Tool{r.Tools, r.Foreign} {
			for _, t := range list {
				c := *t
				c.Doc = nil
				fmt.Fprintf(&b, "%+v %s\n", c, t.Doc)
			}
		}
		fmt.Fprintf(&b, "%+v %+v\n", r.Nameless, r.Unfinished)
	}
	return b.String()
}
