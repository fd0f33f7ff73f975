package session

import (
	"cmp"
	"fmt"
	"go/token"
	"io"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// PackageTools holds the tools of one package, as far as the package and its imports
// determine them.
type PackageTools struct {
	Pkg *packages.Package
	// Result is the input of the checks. It is derived from the whole program if the user
	// named all of it, and from the package alone otherwise.
	Result *schemafacts.Result
	// View has the package's tools as derived from all loaded packages.
	View []*schemafacts.Tool
	// Nameless has its registrations without a known name, derived likewise.
	Nameless []schemafacts.Nameless
	// Servers are the servers that the package makes.
	Servers []schemafacts.Server
	// Elsewhere is set if the package was not named: it belongs to a downloaded module,
	// or it was loaded because it uses a named package. Commands write nothing
	// there.
	Elsewhere bool
	// Handling describes the package's handlers for checks, nil if the command runs none.
	Handling *analyzers.Handlers
}

// Results returns the results of the analyzers that checks of the package need.
func (p *PackageTools) Results() map[*analysis.Analyzer]any {
	return map[*analysis.Analyzer]any{schemafacts.Analyzer: p.Result, analyzers.Handling: p.Handling}
}

// Derived are packages with what was derived from them.
type Derived struct {
	Prog *load.Program
	// Dir is the folder to which places are relative.
	Dir  string
	Pkgs []PackageTools
	// Tools are the most complete results for the tools of all packages, sorted by name.
	Tools  []*schemafacts.Tool
	byName map[string][]*schemafacts.Tool
	dirs   map[string]*packages.Package
	scope  *Scope
}

// Derive loads packages and derives their tools.
func Derive(o *Options, patterns []string, stderr io.Writer) (*Derived, error) {
	dir, err := o.Abs()
	if err != nil {
		return nil, err
	}
	return DeriveScope(o, NewScope(dir, patterns), stderr)
}

// DeriveScope loads the packages of a scope and derives their tools.
func DeriveScope(o *Options, s *Scope, stderr io.Writer) (*Derived, error) {
	l, err := o.List(s, stderr)
	if err != nil {
		return nil, err
	}
	d, err := DeriveListed(o, l, stderr)
	if s.Users && l.Alone != nil && l.Alone != ErrNotAsked {
		fmt.Fprintf(stderr, "schemavet: the packages that use these were not loaded: %v\n", l.Alone)
	}
	return d, err
}

// DeriveListed loads the packages of a listing and derives their tools.
func DeriveListed(o *Options, l *Listed, stderr io.Writer) (*Derived, error) {
	prog, err := o.load(l, stderr)
	if err != nil {
		return nil, err
	}
	d := &Derived{Prog: prog, Dir: l.Scope.Dir, byName: map[string][]*schemafacts.Tool{}, dirs: map[string]*packages.Package{}, scope: l.Scope}
	if !o.SettingsChecked { // otherwise the command reports them as notes
		for _, text := range VersionNotes(l.Listing.Packages()) {
			fmt.Fprintf(stderr, "schemavet: %s\n", text)
		}
	}
	p := StartProgress(stderr, "deriving tools")
	defer p.Stop()
	defer o.Stats.endDeriving()
	all, err := o.deriveAll(prog, l.settings, l.closed(prog), o.Tracer.in(d))
	if err != nil {
		return nil, err
	}
	whole := l.Scope.whole()
	for i, p := range all.pkgs {
		res, view := all.alone[i].Result, all.views[i]
		if m := p.Module; l.Alone == nil || m != nil && slices.ContainsFunc(whole, func(dir string) bool { return SameFolder(dir, m.Dir) }) {
			res = view
		}
		one := PackageTools{Pkg: p, Result: res, View: view.Tools, Nameless: view.Nameless, Servers: view.Servers, Elsewhere: !slices.Contains(prog.Roots, p)}
		if o.Handling {
			one.Handling = all.handling[i].Result
		}
		d.Pkgs = append(d.Pkgs, one)
	}
	for _, p := range d.Pkgs {
		d.Tools = append(d.Tools, p.View...)
	}
	schemafacts.SortTools(d.Tools)
	for _, t := range d.Tools {
		d.byName[t.Name] = append(d.byName[t.Name], t)
	}
	packages.Visit(slices.Concat(prog.Roots, prog.Around), nil, func(p *packages.Package) { d.dirs[p.PkgPath] = p })
	return d, nil
}

// all is what analyzers found in packages that contain whole programs.
type all struct {
	pkgs []*packages.Package
	// alone contains the result of each package alone, and views the result of each package
	// derived from all of them. handling has no elements unless the options ask for it.
	alone    []schemafacts.Package
	views    []*schemafacts.Result
	handling []analyzers.InProgram
}

// deriveAll runs the deriving analyzer on packages that contain whole programs. To measure or
// trace them, it analyzes one package at a time, so that times can be added and lines follow each
// other.
func (o *Options) deriveAll(prog *load.Program, s *settings, closed func(*packages.Package) bool, tracer *schemafacts.Tracer) (*all, error) {
	run := []*analysis.Analyzer{schemafacts.Analyzer}
	if o.Handling {
		run = append(run, analyzers.Handling)
	}
	options := schemafacts.Options{Settings: s.Lookup, World: Enclose(prog, closed), Tracer: tracer}
	graph, err := checker.Analyze(schemafacts.Bind(run, options), prog.All(), &checker.Options{Sequential: o.Stats != nil || tracer != nil})
	if err != nil {
		return nil, err
	}
	o.Stats.add(graph)
	found := &all{}
	for _, act := range graph.Roots {
		if act.Err != nil {
			return nil, fmt.Errorf("%s: %w", act.Package.PkgPath, act.Err)
		}
		switch res := act.Result.(type) {
		case *schemafacts.Result:
			found.pkgs = append(found.pkgs, act.Package)
			found.alone = append(found.alone, schemafacts.Package{Path: act.Package.PkgPath, Files: act.Package.GoFiles, Result: res})
		case *analyzers.Handlers:
			found.handling = append(found.handling, analyzers.InProgram{Path: act.Package.PkgPath, Result: res})
		}
	}
	found.views = schemafacts.Views(prog.Fset, found.alone)
	for i := range found.handling {
		found.handling[i].View = found.views[i]
	}
	analyzers.Join(found.handling)
	return found, nil
}

// Enclose returns a world with all packages of the program, since no package outside
// of it uses them.
func Enclose(prog *load.Program, closed func(*packages.Package) bool) *schemafacts.World {
	var sources []schemafacts.Source
	for _, p := range prog.All() {
		sources = append(sources, schemafacts.Source{Pkg: p.Types, Info: p.TypesInfo, Files: p.Syntax, Closed: closed(p)})
	}
	return schemafacts.Enclose(sources)
}

// Nameless returns the registrations of all packages whose names are known only at
// run time, sorted by position.
func (d *Derived) Nameless() []schemafacts.Nameless {
	var all []schemafacts.Nameless
	for _, p := range d.Pkgs {
		all = append(all, p.Nameless...)
	}
	slices.SortStableFunc(all, func(a, b schemafacts.Nameless) int { return cmp.Compare(a.Pos, b.Pos) })
	return all
}

// At formats a position for people, with the column.
func (d *Derived) At(pos token.Pos) string {
	if !pos.IsValid() {
		return "-"
	}
	return quote.Text(d.Position(pos))
}

// Position formats a position for programs, with slashes.
func (d *Derived) Position(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	p := d.Prog.Fset.PositionFor(pos, false)
	p.Filename = d.FileName(p.Filename)
	return p.String()
}

// FileName returns the name of a file with slashes. For a file in another module whose tools
// belong to this server, it returns the file relative to that module, because the
// folder of such a module differs between machines.
func (d *Derived) FileName(file string) string {
	for _, p := range d.Prog.Also {
		if m := p.Module; m != nil && m.Dir != "" && slices.Contains(p.GoFiles, file) {
			return strings.TrimSuffix(m.Path+"@"+m.Version, "@") + "/" + load.SlashPath(m.Dir, file)
		}
	}
	return load.SlashPath(d.Dir, file)
}

// User reports whether the package was loaded only because it uses the named
// packages.
func (p *PackageTools) User() bool {
	return p.Elsewhere && p.Pkg.Module != nil && p.Pkg.Module.Main
}
