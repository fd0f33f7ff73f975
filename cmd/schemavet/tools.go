package main

import (
	"fmt"
	"go/token"
	"io"
	"path/filepath"

	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// packageTools are the tools of one package, as far as the package itself and
// what it imports tell.
type packageTools struct {
	pkg   *packages.Package
	tools []*schema.Tool
	// foreign are tools of other packages that this one completes.
	foreign []*schema.Tool
}

// derive loads packages and derives their tools.
func derive(o *options, patterns []string, stderr io.Writer) (*load.Program, []packageTools, error) {
	prog, err := o.load(patterns, stderr)
	if err != nil {
		return nil, nil, err
	}
	p := startProgress(stderr, "deriving tools")
	defer p.stop()
	graph, err := checker.Analyze([]*analysis.Analyzer{schemafacts.Analyzer}, prog.Roots, nil)
	if err != nil {
		return nil, nil, err
	}
	var out []packageTools
	for _, act := range graph.Roots {
		if act.Err != nil {
			return nil, nil, fmt.Errorf("%s: %w", act.Package.PkgPath, act.Err)
		}
		res := act.Result.(*schemafacts.Result)
		out = append(out, packageTools{act.Package, res.Tools, res.Foreign})
	}
	return prog, out, nil
}

// allTools returns the tools of all packages, each with the best that any of
// them knows of it, sorted by name.
func allTools(prog *load.Program, pkgs []packageTools) []*schema.Tool {
	var all, own []*schema.Tool
	home := map[string]string{} // file to package
	for _, p := range pkgs {
		for _, name := range p.pkg.GoFiles {
			home[name] = p.pkg.PkgPath
		}
		own = append(own, p.tools...)
	}
	for _, p := range pkgs {
		all = append(all, p.tools...)
		schemafacts.Adopt(own, p.foreign)
		for _, t := range p.foreign {
			// What belongs to packages that were not asked for is left out.
			if path := home[prog.Fset.Position(t.Pos()).Filename]; path != "" {
				t.Package = path
				all = append(all, t)
			}
		}
	}
	return schemafacts.Merge(all)
}

// place prints a position for people: relative to dir, with the column.
func place(fset *token.FileSet, dir string, pos token.Pos) string {
	if !pos.IsValid() {
		return "-"
	}
	p := fset.Position(pos)
	p.Filename = load.RelPath(dir, p.Filename)
	return p.String()
}

// rootPlace prints a position for programs: relative to root, with slashes.
func rootPlace(fset *token.FileSet, root string, pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	p := fset.Position(pos)
	p.Filename = filepath.ToSlash(load.RelPath(root, p.Filename))
	return p.String()
}
