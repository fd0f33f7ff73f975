package program

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/derive"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/merge"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/texts"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Package is one of several packages that a driver analyzed in one process.
type Package struct {
	// Path is the import path.
	Path string
	// Files are the names of its Go files, as in positions.
	Files []string
	// Found is what [derive.Run] returned for the package.
	Found *derive.Found
}

// view holds the results of all packages of a program, and what is computed from them
// together.
type view struct {
	// home returns the import path of the package whose file contains a position, or "".
	home  func(token.Pos) string
	tools []*tool.Tool
	left  []*tool.Tool // see [View.Unused]
	found []*derive.Found
	// named are the registrations whose names values of user-defined types determine.
	named listing.Names
	// unfinished are the functions that were not run with such values.
	unfinished []derive.Unfinished
}

// whole returns the tools of pkgs, sorted by name. Each tool is the most complete result of
// any package, because a package alone does not see which other packages complete and
// register its tools. Tools of packages that are not in pkgs are left out.
func whole(fset *token.FileSet, pkgs []Package) *view {
	v := &view{found: settled(pkgs), home: homes(fset, pkgs)}
	var foreign []*tool.Tool
	each := make([][]*tool.Tool, len(pkgs))
	for i := range pkgs {
		each[i] = tool.Clones(v.found[i].Tools)
		foreign = append(foreign, tool.Clones(v.found[i].Foreign)...)
	}
	otherwise(v.found, each)
	own := slices.Concat(each...)
	var tried derive.Tried
	for _, f := range v.programs(pkgs) {
		converted := f.OwnTools(&tried)
		v.named, v.unfinished = append(v.named, converted.Names...), append(v.unfinished, converted.Unfinished...)
		for _, t := range converted.Tools {
			if t.Package = v.home(t.Pos()); t.Package != "" {
				own = append(own, t)
			}
		}
	}
	all := slices.Clone(own)
	foreign = merge.Fold(fset, foreign, own)
	merge.Adopt(own, foreign)
	for _, t := range foreign {
		if path := v.home(t.Pos()); path != "" {
			t.Package = path
			all = append(all, t)
		}
	}
	file := func(t *tool.Tool) string { return fset.PositionFor(t.Pos(), false).Filename }
	v.left = slices.DeleteFunc(slices.Clone(all), func(t *tool.Tool) bool { return !v.unused(t) })
	v.tools = merge.Tools(slices.DeleteFunc(slices.Clone(all), func(t *tool.Tool) bool {
		return v.idle(t) || v.unused(t) || isSource(t) && slices.ContainsFunc(all, func(c *tool.Tool) bool {
			return (c.Converted || holds(c, t)) && c.DefPos != t.DefPos && c.Name == t.Name && file(c) == file(t) && schema.Equal(c.Input(), t.Input())
		}) || isGuess(t) && slices.ContainsFunc(all, func(c *tool.Tool) bool {
			return c.Traced && c.Dialect == t.Dialect && c.Name == t.Name && schema.Equal(c.Doc, t.Doc)
		})
	}))
	return v
}

// homes returns the function [view.home].
func homes(fset *token.FileSet, pkgs []Package) func(token.Pos) string {
	path := map[string]string{} // by file
	for _, p := range pkgs {
		for _, name := range p.Files {
			path[name] = p.Path
		}
	}
	return func(pos token.Pos) string {
		if f := fset.File(pos); f != nil {
			return path[f.Name()]
		}
		return ""
	}
}

// isSource reports whether a program may make a value of a user-defined type from a tool, as
// from the JSON in a row of a table: it has a form of the program's own, and nothing lists it.
func isSource(t *tool.Tool) bool {
	return t.Dialect == wire.Dialect.Name && !t.Traced && !t.Converted && !t.RegPos.IsValid()
}

// holds reports whether a registered tool has the literal of another one's schema: a program sends
// the document in an entry of its registry, to which it gives the entry's name.
func holds(c, t *tool.Tool) bool {
	return c.RegPos.IsValid() && t.Input() != nil && c.Input() != nil && c.Input().Pos == t.Input().Pos
}

// isGuess reports whether a tool is what a conversion makes of a value that the program makes,
// and no run has passed the value to the conversion. If a run does so in another package, the
// tool is there already (all 19 tools of one of 12 public servers).
func isGuess(t *tool.Tool) bool { return t.Converted && !t.Traced && !t.RegPos.IsValid() }

// idle reports whether a tool has a form of the program's own and is not registered, and is made
// by a function that no program runs, or of a type whose values are not sent. A tool of an SDK
// that nothing registers any more has lost its registration, which checks report.
func (v *view) idle(t *tool.Tool) bool {
	if t.Dialect != wire.Dialect.Name || t.Traced || t.RegPos.IsValid() {
		return false
	}
	return slices.ContainsFunc(v.found, func(f *derive.Found) bool {
		return f.IsIdle(t.DefPos) || !t.Converted && !f.IsSent(t.DefPos)
	})
}

// unused reports whether a tool is registered, but made or named by a function that no program can
// run, also none of another module (83 of 3,185 tools of 81 public servers and agents; nothing but
// tests calls these functions). A helper that defines the tools may run for others.
func (v *view) unused(t *tool.Tool) bool {
	return (t.Traced || t.RegPos.IsValid()) && slices.ContainsFunc(v.found, func(f *derive.Found) bool {
		return f.IsUnused(t.DefPos) || f.IsUnused(t.NamePos)
	})
}

// programs returns the results of the programs, and of the packages that no other package
// imports: their importers are other modules, or programs that are not part of the source.
func (v *view) programs(pkgs []Package) []*derive.Found {
	var mains, tops []*derive.Found
	for i, f := range v.found {
		if f.IsMain() {
			mains = append(mains, f)
		} else if !slices.ContainsFunc(v.found, func(g *derive.Found) bool { return g != f && g.Imports(pkgs[i].Path) }) {
			tops = append(tops, f)
		}
	}
	return append(mains, tops...)
}

// settled returns the results of the packages, given the default texts of the whole
// program: a text is unknown if two calls anywhere pass different texts for one key.
func settled(pkgs []Package) []*derive.Found {
	var uses []texts.Use
	var out []*derive.Found
	for _, p := range pkgs {
		uses = append(uses, p.Found.Texts()...)
		out = append(out, p.Found)
	}
	if found := texts.Conflicts(uses); len(found) > 0 {
		for i, f := range out {
			out[i] = f.WithUnknownTexts(found)
		}
	}
	return out
}

// View is the result for a package in the context of the whole program.
type View struct {
	derive.Found
	// Servers are the servers that the package makes if it is a program, or that no
	// program makes.
	Servers []listing.Server
	// Unused are tools that no program registers, although the package has code that does so.
	Unused []*tool.Tool
	// Guests are tools of other packages that have a part declared in this package.
	Guests []*tool.Tool
}

// Views returns the result for each package in the context of the whole program, in the
// order of pkgs. [tool.Tool.Wide] is set where the result of the package alone differs.
func Views(fset *token.FileSet, pkgs []Package) []View {
	v := whole(fset, pkgs)
	byPath := map[string][]*tool.Tool{}
	for _, t := range v.tools {
		byPath[t.Package] = append(byPath[t.Package], t)
	}
	nameless := map[string][]listing.Nameless{}
	for _, n := range derive.Unnamed(v.found, v.named, true) {
		nameless[n.Package] = append(nameless[n.Package], n)
	}
	idle := derive.IdleOf(v.found, v.tools, true)
	left := [][]derive.Unfinished{v.unfinished}
	for _, p := range pkgs {
		left = append(left, p.Found.Unfinished)
	}
	unfinished := derive.UniteUnfinished(left...)
	duplicates := v.duplicates()
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
			t.Wide = !slices.ContainsFunc(own[t.Name], func(own *tool.Tool) bool { return agrees(own, t) })
		}
	}
	guests := v.guests(pkgs)
	for i, p := range pkgs {
		out[i].Guests = guests[p.Path]
		out[i].Unused = slices.DeleteFunc(slices.Clone(v.left), func(t *tool.Tool) bool { return t.Package != p.Path })
	}
	return out
}

// duplicates returns the names that are registered twice with one server, by the
// import path of the package that contains the second tool.
func (v *view) duplicates() map[string][]listing.Duplicate {
	out := map[string][]listing.Duplicate{}
	for _, f := range v.found {
		for _, d := range f.Duplicates {
			if path := v.home(d.Second.Pos()); path != "" {
				out[path] = append(out[path], d)
			}
		}
	}
	return out
}

// agrees reports whether own, the tool that a package derives alone, agrees with t,
// the same tool in the whole program, except for parts that are unresolved in one of
// them.
func agrees(own, t *tool.Tool) bool {
	return own.Doc == t.Doc || schema.Agree(schema.Normalize(own.Doc), schema.Normalize(t.Doc))
}
