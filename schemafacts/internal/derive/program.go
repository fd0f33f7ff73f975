package derive

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Package is what a driver that has several packages in one process knows of
// one of them.
type Package struct {
	// Path is the import path.
	Path string
	// Files are the names of its Go files, as positions give them.
	Files []string
	// Found is what [Run] returned for the package.
	Found *Found
}

// Program returns the tools of several packages, each with the best that any of
// them knows of it, sorted by name. A package alone does not see who completes
// and registers what it defines; the whole program does. Tools of packages that
// are not among pkgs are left out.
func Program(fset *token.FileSet, pkgs []Package) []*tool.Tool {
	pkgs = settleTexts(pkgs)
	var all, own, foreign []*tool.Tool
	home := map[string]string{} // file to package
	for _, p := range pkgs {
		for _, name := range p.Files {
			home[name] = p.Path
		}
		own = append(own, p.Found.Tools...)
		foreign = append(foreign, p.Found.Foreign...)
	}
	all = append(all, own...)
	Adopt(own, foreign)
	for _, t := range foreign {
		if path := home[fset.Position(t.Pos()).Filename]; path != "" {
			t.Package = path
			all = append(all, t)
		}
	}
	return connect(pkgs, Merge(all))
}

// Views returns the result of each package as the whole program tells it, in
// the order of pkgs. What a package alone knows otherwise is [tool.Tool.Wide].
func Views(fset *token.FileSet, pkgs []Package) []*Found {
	byPath := map[string][]*tool.Tool{}
	for _, t := range Program(fset, pkgs) {
		byPath[t.Package] = append(byPath[t.Package], t)
	}
	nameless := namelessOf(pkgs)
	var left [][]Unfinished
	for _, p := range pkgs {
		left = append(left, p.Found.Unfinished)
	}
	unfinished := UniteUnfinished(left...)
	out := make([]*Found, len(pkgs))
	for i, p := range pkgs {
		view := *p.Found
		view.Tools, view.Unfinished, view.Nameless = byPath[p.Path], unfinished, nameless[p.Path]
		for _, t := range view.Tools {
			t.Wide = !slices.ContainsFunc(p.Found.Tools, func(own *tool.Tool) bool { return tells(own, t) })
		}
		out[i] = &view
	}
	return out
}

// namelessOf returns the registrations without a known name by package. It is
// called after [Program].
func namelessOf(pkgs []Package) map[string][]Nameless {
	var ds []*deriver
	for _, p := range pkgs {
		if p.Found.deriver != nil {
			ds = append(ds, p.Found.deriver)
		}
	}
	out := map[string][]Nameless{}
	for _, n := range unnamed(ds, true) {
		out[n.Package] = append(out[n.Package], n)
	}
	return out
}

// tells reports whether a tool as its own package sees it differs from the
// whole program's only in what the package does not know.
func tells(own, t *tool.Tool) bool {
	return own == t || own.Name == t.Name && schema.Agree(schema.Normalize(own.Doc), schema.Normalize(t.Doc))
}
