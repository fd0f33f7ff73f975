package program

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/derive"
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
	// Found is what [derive.Run] returned for the package.
	Found *derive.Found
}

// view is what the whole program tells.
type view struct {
	tools []*tool.Tool
	found []*derive.Found
	ran   []derive.Ran
}

// Tools returns the tools of several packages, each with the best that any of
// them knows of it, sorted by name. A package alone does not see who completes
// and registers what it defines; the whole program does. Tools of packages that
// are not among pkgs are left out.
func Tools(fset *token.FileSet, pkgs []Package) []*tool.Tool { return whole(fset, pkgs).tools }

func whole(fset *token.FileSet, pkgs []Package) *view {
	v := &view{found: settled(pkgs)}
	var own, foreign []*tool.Tool
	home := map[string]string{} // file to package
	for i, p := range pkgs {
		for _, name := range p.Files {
			home[name] = p.Path
		}
		own = append(own, tool.Clones(v.found[i].Tools)...)
		foreign = append(foreign, tool.Clones(v.found[i].Foreign)...)
	}
	all := slices.Clone(own)
	foreign = derive.Fold(fset, foreign, own)
	derive.Adopt(own, foreign)
	for _, t := range foreign {
		if path := home[fset.Position(t.Pos()).Filename]; path != "" {
			t.Package = path
			all = append(all, t)
		}
	}
	v.tools = derive.Merge(all)
	v.connect(pkgs)
	return v
}

// settled returns what the packages tell when the texts of all of them are known.
func settled(pkgs []Package) []*derive.Found {
	var uses []derive.TextUse
	var out []*derive.Found
	for _, p := range pkgs {
		uses = append(uses, p.Found.Texts()...)
		out = append(out, p.Found)
	}
	if found := derive.Conflicts(uses); len(found) > 0 {
		for i, f := range out {
			out[i] = f.Knowing(found)
		}
	}
	return out
}

// View is what the whole program tells of a package.
type View struct {
	derive.Found
	// Servers are those that the package makes, if it is a program, or that no
	// program makes.
	Servers []derive.Server
	// Guests are tools of other packages. This package declares a part of each.
	Guests []*tool.Tool
}

// Views returns what each package tells as the whole program sees it, in the
// order of pkgs. What a package alone knows otherwise is [tool.Tool.Wide].
func Views(fset *token.FileSet, pkgs []Package) []View {
	v := whole(fset, pkgs)
	byPath := map[string][]*tool.Tool{}
	for _, t := range v.tools {
		byPath[t.Package] = append(byPath[t.Package], t)
	}
	nameless := map[string][]derive.Nameless{}
	for _, n := range derive.Unnamed(v.found, v.ran, true) {
		nameless[n.Package] = append(nameless[n.Package], n)
	}
	idle := derive.IdleOf(v.found, v.tools, true)
	var left [][]derive.Unfinished
	for _, p := range pkgs {
		left = append(left, p.Found.Unfinished)
	}
	unfinished := derive.UniteUnfinished(left...)
	duplicates := v.duplicates(fset, pkgs)
	made := servers(v.found, pkgs)
	out := make([]View, len(pkgs))
	for i, p := range pkgs {
		out[i].Servers = made[p.Path]
		out[i].Found = derive.Found{Tools: byPath[p.Path], Foreign: p.Found.Foreign, Nameless: nameless[p.Path], Unfinished: unfinished, Idle: idle[p.Path], Duplicates: duplicates[p.Path]}
		own := map[string][]*tool.Tool{}
		for _, t := range p.Found.Tools {
			own[t.Name] = append(own[t.Name], t)
		}
		for _, t := range out[i].Tools {
			t.Wide = !slices.ContainsFunc(own[t.Name], func(own *tool.Tool) bool { return tells(own, t) })
		}
	}
	guests := v.guests(fset, pkgs)
	for i, p := range pkgs {
		out[i].Guests = guests[p.Path]
	}
	return out
}

// duplicates returns the names that servers are given twice, by the package of
// the second tool.
func (v *view) duplicates(fset *token.FileSet, pkgs []Package) map[string][]derive.Duplicate {
	home := map[string]string{}
	for _, p := range pkgs {
		for _, name := range p.Files {
			home[name] = p.Path
		}
	}
	out := map[string][]derive.Duplicate{}
	for _, f := range v.found {
		for _, d := range f.Duplicates {
			if path := home[fset.Position(d.Second.Pos()).Filename]; path != "" {
				out[path] = append(out[path], d)
			}
		}
	}
	return out
}

// tells reports whether a tool as its own package sees it differs from the
// whole program's tool of that name only in what the package does not know.
func tells(own, t *tool.Tool) bool {
	return own.Doc == t.Doc || schema.Agree(schema.Normalize(own.Doc), schema.Normalize(t.Doc))
}
