package schemafacts

import (
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/derive"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/facts"
	"github.com/schemavet/schemavet/schemafacts/signature"
	"golang.org/x/tools/go/analysis"
)

// Analyzer derives the tools of a package. Its result is a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "schemafacts",
	Doc:        "derive the JSON Schemas of MCP tools as facts",
	URL:        "https://pkg.go.dev/github.com/schemavet/schemavet/schemafacts",
	Run:        func(pass *analysis.Pass) (any, error) { return run(pass, Options{}), nil },
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{new(facts.Fact), new(ToolFact)},
}

// Result holds what the analyzer derived for one package.
type Result struct {
	// Tools are the tools that belong to this package, sorted by name and
	// position. Two of them can have the same name: constructors in exclusive
	// branches may define one tool each, or the program has a mistake.
	Tools []*Tool
	// Foreign are tools of other packages, as this package's code completes
	// or registers them. A driver that sees the whole program can use them
	// instead of the tools that the other package derived alone.
	Foreign []*Tool
	// Nameless are registrations in this package of tools whose names are known
	// only at run time, sorted by position.
	Nameless []Nameless
	// Idle are directives in this package that have no effect at their place,
	// sorted by position.
	Idle []Idle
	// Unused are tools of this package that are missing from Tools, because no program can run
	// the code that registers them. They are known only if Whole.
	Unused []*Tool
	// Whole reports whether Tools were derived from the whole program, by
	// [Views].
	Whole bool
	// Unfinished are functions whose evaluation stopped early, sorted by
	// position: functions run for this package or, if Whole, for any package of
	// the program. They may register tools that are missing from Tools.
	Unfinished []Unfinished
	// Duplicates are names that the program registers twice on one server. The
	// second tool of the name belongs to this package.
	Duplicates []Duplicate

	// Servers are the servers that a main package creates, sorted by name. If
	// Whole, another package has the servers that it creates and no program does.
	Servers []Server

	// Completed is set if Tools belong to another package, and the pass's package
	// completes or registers them.
	Completed *Completion
	// AtHome reports, if Completed is set, whether Tools hold only what the other
	// package knows itself.
	AtHome bool

	// Visiting reports whether Tools belong to other packages, and the pass's package
	// declares a part of each.
	Visiting bool

	// Stats is the cost of deriving the tools. It is zero if Whole.
	Stats Stats

	found *derive.Found
	// guests are the tools for Visit, as derived from the whole program.
	guests []*Tool
}

// Options are what a driver knows before it runs the analyzer. The zero value is the
// default.
type Options struct {
	// Settings returns the settings of the packages in dir, because each module of a
	// workspace can have its own. For the dir "" it returns the settings that apply to
	// packages of downloaded modules. It may be called concurrently. If it is nil, no
	// package has settings.
	Settings func(dir string) Settings
	// World, if it is not nil, is the result of [Enclose] for all packages.
	World *World
	// Tracer, if it is not nil, receives the statements that the evaluator runs in some
	// functions. It is for maintainers who look for the cause of a wrong part.
	Tracer *Tracer
	// Plain derives only the tools that directives make of plain functions, with the
	// same schemas. It runs no code, so that packages may have type errors, as before
	// files are generated that they need.
	Plain bool
	// Results, if it is not nil, are the results of [Analyzer] and of others with facts, for
	// the one package that a driver runs checks on. [Bind] makes these analyzers return them.
	// They then do nothing else and have no facts.
	Results map[*analysis.Analyzer]any
}

// New returns an analyzer that derives tools as [Analyzer] does, with options. Its result
// and facts depend only on the options and on the packages that it analyzes.
//
// The checks require [Analyzer]. [Bind] makes them require an analyzer with options.
func New(o Options) *analysis.Analyzer {
	a := *Analyzer
	a.Run = func(pass *analysis.Pass) (any, error) { return run(pass, o), nil }
	a.RunDespiteErrors = o.Plain
	return &a
}

// Bind returns the analyzers, with copies of those that require [Analyzer], directly or
// not. The copies require an analyzer with options instead. Analyzer itself is replaced
// by that analyzer.
func Bind(analyzers []*analysis.Analyzer, o Options) []*analysis.Analyzer {
	copies := map[*analysis.Analyzer]*analysis.Analyzer{Analyzer: New(o)}
	for a, res := range o.Results {
		c := *a
		c.Requires, c.FactTypes = nil, nil
		c.Run = func(*analysis.Pass) (any, error) { return res, nil }
		copies[a] = &c
	}
	var bind func(a *analysis.Analyzer) *analysis.Analyzer
	bind = func(a *analysis.Analyzer) *analysis.Analyzer {
		if copies[a] != nil {
			return copies[a]
		}
		c := *a
		c.Requires = nil
		for _, r := range a.Requires {
			c.Requires = append(c.Requires, bind(r))
		}
		if slices.Equal(c.Requires, a.Requires) {
			copies[a] = a
			return a
		}
		c.Run = func(pass *analysis.Pass) (any, error) {
			// The analyzer knows the results of others by the originals.
			p := *pass
			p.ResultOf = maps.Clone(pass.ResultOf)
			for i, r := range a.Requires {
				p.ResultOf[r] = pass.ResultOf[c.Requires[i]]
			}
			return a.Run(&p)
		}
		copies[a] = &c
		return &c
	}
	var out []*analysis.Analyzer
	for _, a := range analyzers {
		out = append(out, bind(a))
	}
	return out
}

// Completions returns the tools of other packages that this package completes or
// registers, grouped and sorted by package. It returns nil for a result of [Views],
// whose Tools are complete already.
func (r *Result) Completions() []*Completion {
	if r.found == nil || r.Whole {
		return nil
	}
	return r.found.Completions()
}

// Visit returns a result with tools of other packages. This package may declare a part
// of these tools, such as their input type. An analyzer checks them in the pass over this
// package too, because the pass over the package with a tool's name cannot report
// findings in files of this package. Visit returns nil if there is no such tool.
func (r *Result) Visit() *Result {
	guests := r.guests
	for _, c := range r.Completions() {
		guests = append(guests, c.Tools...)
	}
	if len(guests) == 0 {
		return nil
	}
	return &Result{Tools: guests, Whole: r.Whole, Visiting: true, found: r.found}
}

// Tracer receives statements that the evaluator runs; see [Options].
type Tracer = derive.Tracer

// Statement is a statement that the evaluator has run.
type Statement = derive.Statement

// Stats is the cost of deriving the tools of a package.
type Stats = derive.Stats

// Root is the cost of evaluating one root, a function that is run without a caller.
type Root = derive.Root

func run(pass *analysis.Pass, o Options) *Result {
	found := derive.Run(pass, derive.Options{Settings: o.Settings, World: o.World, Tracer: o.Tracer, Plain: o.Plain})
	res := &Result{Tools: found.Tools, Foreign: found.Foreign, Nameless: found.Nameless, Unfinished: found.Unfinished,
		Idle: found.Idle, Duplicates: found.Duplicates, Stats: found.Stats, found: found}
	if found.IsMain() {
		res.Servers = found.Servers()
	}
	return res
}

// Incomplete returns the import path of a package that may help to define tools of
// this one but whose fact the driver lacks, or "". If it is not "", tools may be
// missing from Tools.
func (r *Result) Incomplete() string {
	if r.found == nil {
		return ""
	}
	return r.found.Incomplete()
}

// ToolsOf returns the tools that fn handles, sorted by name. It reads the fact of fn
// and the facts of this package and its imports. fn may be an instance of a generic
// function, or a method of an instance.
//
// An empty result does not prove that fn handles no tool: the package that registers
// it may not be imported, and some drivers keep the facts of packages for direct
// imports only.
func (r *Result) ToolsOf(fn *types.Func) []HandlerTool {
	if r.found == nil || fn == nil || fn.Pkg() == nil {
		return nil
	}
	return r.found.ToolsOf(fn)
}

// KnownTools returns all tools that the facts of the package and its imports
// list, sorted by name.
func (r *Result) KnownTools() []HandlerTool {
	if r.found == nil {
		return nil
	}
	return r.found.KnownTools()
}

// Libraries returns the import paths of the SDKs and schema libraries that pkg uses,
// sorted. pkg must be imported by the analyzed package.
func (r *Result) Libraries(pkg *types.Package) []string {
	return r.found.Libraries(pkg)
}

// Plain returns the tools that directives make of plain functions of the package.
func (r *Result) Plain() []*Tool {
	if r.found == nil {
		return nil
	}
	return r.found.Plain()
}

// Examined reports whether the source of the package was examined, because its functions
// may define, register or handle tools.
func (r *Result) Examined() bool { return r.found != nil && r.found.Examined() }

// Downloaded reports whether the package belongs to a downloaded module.
func (r *Result) Downloaded() bool { return r.found != nil && r.found.Downloaded() }

// IsIdle reports whether a position is in a function that no program runs. It returns false if
// not all programs are known.
func (r *Result) IsIdle(pos token.Pos) bool { return r.found != nil && r.found.IsIdle(pos) }

// PackageAt returns the import path of the package that contains a position, or "" if it is
// unknown.
func (r *Result) PackageAt(pos token.Pos) string {
	if r.found == nil || !pos.IsValid() {
		return ""
	}
	return r.found.PackageAt(pos)
}

// PlainOptions returns the options used to derive the schemas of [Result.Plain].
func (r *Result) PlainOptions() signature.Options {
	if r.found == nil {
		return signature.Options{}
	}
	return r.found.PlainOptions()
}
