package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// The checks need only the result of schemafacts for a package. A driver that analyzes one
// package at a time has the result of that package alone. The command first derives the
// tools of the whole program, and then runs the checks itself on those results.

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
		pass := passFor(pkg, a)
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

// passFor returns a pass over a package without facts. The checks get what they need
// from the result of schemafacts.
func passFor(pkg *packages.Package, a *analysis.Analyzer) *analysis.Pass {
	pass := &analysis.Pass{
		Analyzer: a, Fset: pkg.Fset, Files: pkg.Syntax, OtherFiles: pkg.OtherFiles, IgnoredFiles: pkg.IgnoredFiles,
		Pkg: pkg.Types, TypesInfo: pkg.TypesInfo, TypesSizes: pkg.TypesSizes, TypeErrors: pkg.TypeErrors,
		ResultOf: map[*analysis.Analyzer]any{}, ReadFile: os.ReadFile,
	}
	if m := pkg.Module; m != nil {
		pass.Module = &analysis.Module{Path: m.Path, Version: m.Version, GoVersion: m.GoVersion}
	}
	return pass
}
