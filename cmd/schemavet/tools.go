package main

import (
	"cmp"
	"fmt"
	"go/token"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// packageTools holds the tools of one package, as far as the package and its imports
// determine them.
type packageTools struct {
	pkg *packages.Package
	// result is the input of the checks. It is derived from the whole program if the user
	// named all of it, and from the package alone otherwise.
	result *schemafacts.Result
	// view has the package's tools as derived from all loaded packages.
	view []*schemafacts.Tool
	// nameless has its registrations without a known name, derived likewise.
	nameless []schemafacts.Nameless
	// servers are the servers that the package makes.
	servers []schemafacts.Server
	// elsewhere is set if the package was not named: it belongs to a downloaded module,
	// or it was loaded because it uses a named package. Commands write nothing
	// there.
	elsewhere bool
}

// derive loads packages and derives their tools.
func derive(o *options, patterns []string, stderr io.Writer) (*load.Program, []packageTools, error) {
	dir, err := o.abs()
	if err != nil {
		return nil, nil, err
	}
	return deriveScope(o, newScope(dir, patterns), stderr)
}

func deriveScope(o *options, s *scope, stderr io.Writer) (*load.Program, []packageTools, error) {
	l, err := o.list(s, stderr)
	if err != nil {
		return nil, nil, err
	}
	prog, pkgs, err := deriveListed(o, l, stderr)
	if s.users && l.alone != nil && l.alone != errNotAsked {
		fmt.Fprintf(stderr, "schemavet: the packages that use these were not loaded: %v\n", l.alone)
	}
	return prog, pkgs, err
}

// deriveListed loads the packages of a listing and derives their tools.
func deriveListed(o *options, l *listed, stderr io.Writer) (*load.Program, []packageTools, error) {
	prog, err := o.load(l, stderr)
	if err != nil {
		return nil, nil, err
	}
	if !o.settingsChecked { // otherwise the command reports them as notes
		for _, text := range versionNotes(l.listing.Packages()) {
			fmt.Fprintf(stderr, "schemavet: %s\n", text)
		}
	}
	p := startProgress(stderr, "deriving tools")
	defer p.stop()
	defer o.stats.endDeriving()
	graph, all, views, err := deriveAll(prog, l.settings, o.stats, o.tracer.in(prog))
	if err != nil {
		return nil, nil, err
	}
	whole := l.scope.whole()
	var out []packageTools
	for i, act := range graph.Roots {
		res := all[i].Result
		if m := act.Package.Module; l.alone == nil || m != nil && slices.ContainsFunc(whole, func(dir string) bool { return sameFolder(dir, m.Dir) }) {
			res = views[i]
		}
		out = append(out, packageTools{act.Package, res, views[i].Tools, views[i].Nameless, views[i].Servers, !slices.Contains(prog.Roots, act.Package)})
	}
	return prog, out, nil
}

// deriveAll runs the deriving analyzer on packages that contain whole programs, as
// often as necessary. To measure or trace them, it analyzes one package at a time, so that
// times can be added and lines follow each other. all contains the result of each package alone, and views the
// result of each package derived from all of them.
func deriveAll(prog *load.Program, s *settings, stats *stats, tracer *schemafacts.Tracer) (graph *checker.Graph, all []schemafacts.Package, views []*schemafacts.Result, err error) {
	options := schemafacts.Options{Settings: s.lookup, World: enclose(prog), Tracer: tracer}
	for {
		graph, all, err = deriveOnce(prog, options, stats)
		if err != nil {
			return nil, nil, nil, err
		}
		views = schemafacts.Views(prog.Fset, all)
		if !again(options.World, views) {
			return graph, all, views, nil
		}
	}
}

// enclose returns a world with all packages of the program, since no package outside
// of it uses them.
func enclose(prog *load.Program) *schemafacts.World {
	var sources []schemafacts.Source
	for _, p := range prog.All() {
		sources = append(sources, schemafacts.Source{Pkg: p.Types, Info: p.TypesInfo, Files: p.Syntax})
	}
	return schemafacts.Enclose(sources)
}

func deriveOnce(prog *load.Program, options schemafacts.Options, stats *stats) (*checker.Graph, []schemafacts.Package, error) {
	graph, err := checker.Analyze([]*analysis.Analyzer{schemafacts.New(options)}, prog.All(), &checker.Options{Sequential: stats != nil || options.Tracer != nil})
	if err != nil {
		return nil, nil, err
	}
	stats.add(graph)
	var all []schemafacts.Package
	for _, act := range graph.Roots {
		if act.Err != nil {
			return nil, nil, fmt.Errorf("%s: %w", act.Package.PkgPath, act.Err)
		}
		all = append(all, schemafacts.Package{Path: act.Package.PkgPath, Files: act.Package.GoFiles, Result: act.Result.(*schemafacts.Result)})
	}
	return graph, all, nil
}

// again reports whether the packages must be run once more.
func again(world *schemafacts.World, views []*schemafacts.Result) bool {
	var tools []*schemafacts.Tool
	for _, v := range views {
		tools = append(tools, v.Tools...)
	}
	return world.Again(tools)
}

// allTools returns the most complete results for the tools of all packages, sorted by
// name.
func allTools(pkgs []packageTools) []*schemafacts.Tool {
	var all []*schemafacts.Tool
	for _, p := range pkgs {
		all = append(all, p.view...)
	}
	schemafacts.SortTools(all)
	return all
}

// allNameless returns the registrations of all packages whose names are known only at
// run time, sorted by position.
func allNameless(pkgs []packageTools) []schemafacts.Nameless {
	var all []schemafacts.Nameless
	for _, p := range pkgs {
		all = append(all, p.nameless...)
	}
	slices.SortStableFunc(all, func(a, b schemafacts.Nameless) int { return cmp.Compare(a.Pos, b.Pos) })
	return all
}

// place formats a position for people: relative to dir, with the column.
func place(prog *load.Program, dir string, pos token.Pos) string {
	if !pos.IsValid() {
		return "-"
	}
	p := prog.Fset.PositionFor(pos, false)
	p.Filename = quote.Text(fileName(prog, dir, p.Filename))
	return p.String()
}

// rootPlace formats a position for programs: relative to root, with slashes.
func rootPlace(prog *load.Program, root string, pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	p := prog.Fset.PositionFor(pos, false)
	p.Filename = fileName(prog, root, p.Filename)
	return p.String()
}

// fileName returns a file relative to dir, with slashes. For a file in another module whose tools
// belong to this server, it returns the file relative to that module, because the
// folder of such a module differs between machines.
func fileName(prog *load.Program, dir, file string) string {
	for _, p := range prog.Also {
		if m := p.Module; m != nil && m.Dir != "" && slices.Contains(p.GoFiles, file) {
			return strings.TrimSuffix(m.Path+"@"+m.Version, "@") + "/" + filepath.ToSlash(load.RelPath(m.Dir, file))
		}
	}
	return filepath.ToSlash(load.RelPath(dir, file))
}
