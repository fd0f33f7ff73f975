package session

import (
	"os"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// PassFor returns a pass over a package without facts. The checks get what they need
// from the result of schemafacts.
func PassFor(pkg *packages.Package, a *analysis.Analyzer) *analysis.Pass {
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
