package schemafacts_test

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/linttest"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/analysis"
)

// TestOptions runs analyzers with different options in one process, in two orders.
// The facts that an analyzer exports must depend only on its options.
func TestOptions(t *testing.T) {
	for _, name := range []string{"settings_twotexts", "signature_registered"} {
		t.Run(name, func(t *testing.T) {
			dir := linttest.Module(t, "testdata/"+name+".txtar")
			settings, err := config.Load(config.File(dir))
			if err != nil {
				t.Fatal(err)
			}
			lookup := schemafacts.Everywhere(settings.Derivation())
			run := func(set, enclosed bool) map[string][]byte {
				prog, err := load.Load(load.Config{Dir: dir})
				if err != nil || len(prog.Errors) > 0 {
					t.Fatal("the module does not load", err, prog)
				}
				var o schemafacts.Options
				if set {
					o.Settings = lookup
				}
				if enclosed {
					var sources []schemafacts.Source
					for _, p := range prog.Roots {
						sources = append(sources, schemafacts.Source{Pkg: p.Types, Info: p.TypesInfo, Files: p.Syntax})
					}
					o.World = schemafacts.Enclose(sources)
				}
				out := map[string][]byte{}
				for of, fact := range factsOf(t, prog, schemafacts.New(o)) {
					out[of] = encode(t, fact)
				}
				return out
			}
			same := func(a, b map[string][]byte) bool { return maps.EqualFunc(a, b, bytes.Equal) }
			set, enclosed, plain := run(true, false), run(true, true), run(false, false)
			if !same(plain, run(false, false)) || !same(enclosed, run(true, true)) || !same(set, run(true, false)) {
				t.Error("in another order, the facts differ")
			}
			if len(set) == 0 || same(set, plain) {
				t.Error("the settings make no difference")
			}
		})
	}
}

// TestBind checks that analyzers that need facts are copied and get the results of an
// analyzer with the options, and that other analyzers are unchanged.
func TestBind(t *testing.T) {
	other := &analysis.Analyzer{Name: "other", Run: func(*analysis.Pass) (any, error) { return "other", nil }}
	var got []any
	check := &analysis.Analyzer{Name: "check", Requires: []*analysis.Analyzer{schemafacts.Analyzer, other}}
	check.Run = func(pass *analysis.Pass) (any, error) {
		for _, r := range check.Requires {
			got = append(got, pass.ResultOf[r])
		}
		return nil, nil
	}
	user := &analysis.Analyzer{Name: "user", Requires: []*analysis.Analyzer{check}}
	bound := schemafacts.Bind([]*analysis.Analyzer{check, user, other, schemafacts.Analyzer}, schemafacts.Options{})
	if bound[0] == check || bound[1].Requires[0] != bound[0] || bound[2] != other || bound[3] == schemafacts.Analyzer || bound[0].Requires[0] != bound[3] || bound[0].Requires[1] != other {
		t.Fatalf("got %v", bound)
	}
	pass := &analysis.Pass{ResultOf: map[*analysis.Analyzer]any{bound[3]: "facts", other: "other"}}
	if _, err := bound[0].Run(pass); err != nil || !slices.Equal(got, []any{"facts", "other"}) {
		t.Errorf("got %v, %v", got, err)
	}
}
