// Package schemafacts defines the analyzer that derives the tools of a package
// and exports what other packages need to derive theirs. It reports nothing.
//
// # Facts for other analyzers
//
// What a package tells of its tools can be read by anybody's analyzer, in the
// package itself and in those that import it, under every driver. A [ToolFact]
// on a handler holds the name, description, schemas and place of the tools that
// it handles. Drivers show an analyzer only facts of its own, so an analyzer
// requires this one and asks its result:
//
//	var analyzer = &analysis.Analyzer{
//		Name:     "factreader",
//		Doc:      "tell which tools the called functions handle",
//		Requires: []*analysis.Analyzer{schemafacts.Analyzer},
//		Run: func(pass *analysis.Pass) (any, error) {
//			facts := pass.ResultOf[schemafacts.Analyzer].(*schemafacts.Result)
//			... facts.ToolsOf(fn) // fn is the *types.Func that is called
//		},
//	}
//
// The folder testdata/factreader holds the whole of it, as a module of its own
// that runs under go vet.
//
// Which fact tells of a tool depends on its handler:
//
//   - An exported function, or an exported method of an exported type, has a fact
//     that tells of the tools which its own package registers with it.
//   - A function literal, an unexported function, a function of another package
//     and a handler that is not known cannot have one that others see. The package
//     that defines or registers the tool has a fact that lists them.
//
// [Found.ToolsOf] looks at both kinds, and [Result.KnownTools] returns all that
// they tell of. The handler is the function that the SDK is given: where a
// function of one's own wraps a handler in a function literal, it is the literal.
//
// Tools in packages of downloaded modules are told of only if [Settings.Modules]
// names the packages. Under go vet, a package sees the facts of functions and
// packages that it imports directly, and those of the methods that it can reach.
//
// The bytes of facts depend on the source alone: places in them are those of a
// package and a file, and whoever reads them finds the folder again.
package schemafacts

import (
	"go/ast"
	"go/types"
	"reflect"
	"sync"

	"github.com/schemavet/schemavet/schemafacts/internal/derive"
	"github.com/schemavet/schemavet/schemafacts/signature"
	"golang.org/x/tools/go/analysis"
)

// Analyzer derives the tools of a package. Its result is a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "schemafacts",
	Doc:        "derive the JSON Schemas of MCP tools as facts",
	URL:        "https://pkg.go.dev/github.com/schemavet/schemavet/schemafacts",
	Run:        run,
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{new(derive.Fact), new(ToolFact)},
}

// Result is what the analyzer knows of one package.
type Result struct {
	// Tools are the tools that belong to this package, sorted by name and
	// position. Two tools of one name are possible: constructors in exclusive
	// branches, or a mistake.
	Tools []*Tool
	// Foreign are tools of other packages, as this package's code completes
	// or registers them. A driver that sees the whole program can use them in
	// place of what the other package alone could tell.
	Foreign []*Tool
	// Nameless are registrations in this package that make tools whose names
	// only run time knows, sorted by position.
	Nameless []Nameless
	// Idle are directives in this package that have no effect where they stand,
	// sorted by position.
	Idle []Idle
	// Whole says that Tools are what the whole program tells of them, as
	// [Views] does.
	Whole bool
	// Unfinished are functions that were not followed to their end, sorted by
	// place: those that were run for this package, or, if Whole, for any package
	// of the program. A tool that is not in Tools may exist all the same.
	Unfinished []Unfinished
	// Duplicates are names that a run of the program gives to two tools of one
	// server, of which the second belongs to this package.
	Duplicates []Duplicate

	// Servers are those that the package makes, if it is a program, sorted by name.
	// If Whole, packages that are none have those that no program makes.
	Servers []Server

	// Completed is set if Tools are not the package's own but those of another
	// one, as the pass's package completes or registers them.
	Completed *Completion
	// AtHome says of Completed that nothing more is in Tools than what the other
	// package knows itself.
	AtHome bool

	// Visiting reports whether Tools belong to other packages, and the pass's package
	// declares a part of each.
	Visiting bool

	// Stats are what it cost to derive the tools; none if Whole.
	Stats Stats

	found *derive.Found
	// guests are such tools, as the whole program tells them.
	guests []*Tool

	handling sync.Mutex // checks of a package may ask at once
	handlers map[ast.Node]*Handler
}

// Completions returns what the package tells of the tools of other packages that
// it completes or registers, sorted by package. Who sees the whole program has no
// need of it.
func (r *Result) Completions() []*Completion {
	if r.found == nil || r.Whole {
		return nil
	}
	return r.found.Completions()
}

// Visit returns a result with tools of other packages. This package may declare a part
// of them, such as the type of their input, and the packages that name these tools do
// not import it. Visit returns nil if there is no such tool.
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

// Stats are what it cost to derive the tools of a package.
type Stats = derive.Stats

// Root is what it cost to run one root.
type Root = derive.Root

func run(pass *analysis.Pass) (any, error) {
	found := derive.Run(pass)
	res := &Result{Tools: found.Tools, Foreign: found.Foreign, Nameless: found.Nameless, Unfinished: found.Unfinished,
		Idle: found.Idle, Duplicates: found.Duplicates, Stats: found.Stats, found: found}
	if found.IsMain() {
		res.Servers = found.Servers()
	}
	return res, nil
}

// Incomplete returns the import path of a package that may define tools with
// this one and of which the driver knows no fact, "" if there is none. If there
// is, a tool that is not in Tools may exist all the same.
func (r *Result) Incomplete() string {
	if r.found == nil {
		return ""
	}
	return r.found.Incomplete()
}

// ToolsOf returns the tools that a function handles, as far as the package and
// its imports tell: those that the facts of the function list, and those of
// packages that register it. They are sorted by name. The function may be an
// instance of a generic one, or a method of an instance.
//
// No tools does not mean that the function handles none: a package that
// registers it may not be among the imports, and some drivers keep the facts of
// packages for direct imports only.
func (r *Result) ToolsOf(fn *types.Func) []HandlerTool {
	if r.found == nil || fn == nil || fn.Pkg() == nil {
		return nil
	}
	return r.found.ToolsOf(fn)
}

// KnownTools returns all tools that the facts of the package and its imports
// tell of, sorted by name.
func (r *Result) KnownTools() []HandlerTool {
	if r.found == nil {
		return nil
	}
	return r.found.KnownTools()
}

// Libraries returns the import paths of the SDKs and schema libraries that a package
// uses, one that the analyzed package imports. They are sorted.
func (r *Result) Libraries(pkg *types.Package) []string {
	return r.found.Libraries(pkg)
}

// Plain returns the tools of the package that a directive makes of functions,
// as the function says them.
func (r *Result) Plain() []*Tool {
	if r.found == nil {
		return nil
	}
	return r.found.Plain()
}

// HandlerOf returns what handles a tool of the package: a declaration or literal
// that takes a request, of this package; nil if it is not known, or if the tools are
// [Result.Completed].
func (r *Result) HandlerOf(t *Tool) ast.Node {
	if r.found == nil {
		return nil
	}
	return r.found.HandlerOf(t, r.Tools)
}

// Given returns the variables in which the handler of a tool that no SDK calls is given
// the arguments of a call, nil for any other tool.
func (r *Result) Given(t *Tool) []types.Object {
	if r.found == nil {
		return nil
	}
	return r.found.Given(r.HandlerOf(t))
}

// Handling returns what the handler of a tool does with the arguments of a call,
// also through helpers of its package and of those that it imports; nil if the
// handler is not known. Tools that have one handler get the same pointer.
func (r *Result) Handling(t *Tool) *Handler {
	if r.Completed != nil {
		return r.Completed.Handlers.Of(t, r.Tools)
	}
	n := r.HandlerOf(t)
	if n == nil {
		if r.found == nil {
			return nil
		}
		return r.found.Elsewhere(t)
	}
	r.handling.Lock()
	defer r.handling.Unlock()
	if r.handlers[n] == nil {
		if r.handlers == nil {
			r.handlers = map[ast.Node]*Handler{}
		}
		r.handlers[n] = r.found.Handles(n)
	}
	return r.handlers[n]
}

// Unclaimed returns the handlers of the package of which it is not known what they
// handle, so that a package which imports it may tell more of its tools.
func (r *Result) Unclaimed() []*Handler {
	if r.found == nil || r.Whole {
		return nil
	}
	return r.found.Unclaimed()
}

// Answers returns what a handler of the package may return, a declaration or a
// literal with the results (*CallToolResult, error): of "text", "structured", "error"
// and "unknown" those that apply, sorted; nil for any other function.
func (r *Result) Answers(handler ast.Node) []string {
	if r.found == nil {
		return nil
	}
	return r.found.Answers(handler)
}

// Contents returns the values that a handler of the package, a declaration or a
// literal, returns as structured content. It may return others.
func (r *Result) Contents(handler ast.Node) []ast.Expr {
	if r.found == nil {
		return nil
	}
	return r.found.Contents(handler)
}

// PlainOptions are those that the schemas of [Result.Plain] were made with.
func (r *Result) PlainOptions() signature.Options {
	if r.found == nil {
		return signature.Options{}
	}
	return r.found.PlainOptions()
}
