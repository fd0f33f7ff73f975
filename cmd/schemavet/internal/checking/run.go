package checking

import (
	"fmt"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// outcome is the result of one check on one package.
type outcome struct {
	check       *analysis.Analyzer
	result      any
	diagnostics []analysis.Diagnostic
}

// runChecks runs checks on a package. It runs the checks that others require first.
func runChecks(pkg *packages.Package, facts *schemafacts.Result, checks []*analysis.Analyzer) ([]*outcome, error) {
	done := map[*analysis.Analyzer]*outcome{schemafacts.Analyzer: {result: facts}}
	var out []*outcome
	var run func(a *analysis.Analyzer) error
	run = func(a *analysis.Analyzer) error {
		if done[a] != nil {
			return nil
		}
		o := &outcome{check: a}
		done[a] = o
		pass := session.PassFor(pkg, a)
		pass.Report = func(d analysis.Diagnostic) { o.diagnostics = append(o.diagnostics, d) }
		for _, req := range a.Requires {
			if err := run(req); err != nil {
				return err
			}
			pass.ResultOf[req] = done[req].result
		}
		var err error
		if o.result, err = a.Run(pass); err != nil {
			return fmt.Errorf("%s: %s: %w", pkg.PkgPath, a.Name, err)
		}
		if slices.Contains(checks, a) {
			out = append(out, o)
		}
		return nil
	}
	for _, a := range checks {
		if err := run(a); err != nil {
			return nil, err
		}
	}
	return out, nil
}
