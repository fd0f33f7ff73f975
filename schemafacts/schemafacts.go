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
// [Result.ToolsOf] looks at both kinds, and [Result.KnownTools] returns all that
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
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"sync"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
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
	FactTypes:  []analysis.Fact{new(Fact), new(ToolFact)},
}

// Result is what the analyzer knows of one package.
type Result struct {
	// Tools are the tools that belong to this package, sorted by name and
	// position. Two tools of one name are possible: constructors in exclusive
	// branches, or a mistake.
	Tools []*tool.Tool
	// Foreign are tools of other packages, as this package's code completes
	// or registers them. A driver that sees the whole program can use them in
	// place of what the other package alone could tell.
	Foreign []*tool.Tool
	// Nameless are registrations in this package that make tools whose names
	// only run time knows, sorted by position.
	Nameless []Nameless
	// Whole says that Tools are what the whole program tells of them, as
	// [Views] does.
	Whole bool
	// Unfinished are functions that were not followed to their end, sorted by
	// place: those that were run for this package, or, if Whole, for any package
	// of the program. A tool that is not in Tools may exist all the same.
	Unfinished []Unfinished

	incomplete func() string
	deriver    *deriver
}

// Incomplete returns the import path of a package that may define tools with
// this one and of which the driver knows no fact, "" if there is none. If there
// is, a tool that is not in Tools may exist all the same.
func (r *Result) Incomplete() string {
	if r.incomplete == nil {
		return ""
	}
	return r.incomplete()
}

func run(pass *analysis.Pass) (any, error) {
	p := newDeriver(pass)
	res := &Result{incomplete: p.missing, deriver: p}
	if !p.worthALook() {
		return res, nil
	}
	if pass.TypesInfo == nil || len(pass.Files) == 0 || p.sdk && !p.reads {
		// Known from export data only, or an SDK that is modelled and not read,
		// whichever driver offers its source: the version is all there is to tell.
		p.export(nil)
		return res, nil
	}
	src := p.source()
	if p.marked {
		p.markedTools()
	}
	if !p.reaches && !p.plain {
		res.Tools, res.Foreign = p.sorted() // a program of plain functions
		p.exportTools(res.Tools, nil)
		p.export(nil)
		return res, nil
	}
	p.scanTexts()
	p.findBetween()
	unit, order := lower.Lower(src, p.relevance())
	unit.Needs = p.needs()
	p.borrow(unit)
	if p.reaches && (!p.dependency() || p.listed) {
		p.before, p.conflicts = slices.Clip(p.tools), conflicts(p.allTexts())
		p.unfinished = p.derive(unit, order)
		for p.settle(nil) {
		}
		res.Unfinished = p.unfinished
	}
	res.Tools, res.Foreign = p.sorted()
	res.Nameless = unnamed([]*deriver{p}, false)
	p.exportTools(res.Tools, res.Foreign)
	p.export(unit)
	return res, nil
}

// deriver is the state of one pass.
type deriver struct {
	pass  *analysis.Pass
	facts []*Fact // of the direct imports
	// reaches says that the package imports an SDK or something that does.
	reaches bool
	// reads says that the package is part of an SDK that is read from source.
	reads bool
	// sdk says that the package is part of an SDK.
	sdk bool
	// plain says that the package only offers helpers: it is read for others.
	plain bool

	// marked says that a directive makes some function a tool; see signatures.go.
	marked        bool
	decls         map[*types.Func]*ast.FuncDecl
	byDirective   map[*types.Func]*tool.Tool
	sigs          map[string]*signature.Package
	ownSignatures func() *signature.Package
	// toolsOfPackages returns what the facts of packages say of tools.
	toolsOfPackages func() []HandlerTool

	settings Settings
	// listed says that the settings name the package, which is a dependency,
	// as one whose tools belong to the user's server.
	listed bool
	// known is what the settings say of functions, by their plain keys.
	known map[string]eval.Intrinsic

	// between, streams, lists and servesHTTP are what may stand between a server
	// and its clients; see between.go.
	between        []Between
	streams, lists []string
	servesHTTP     bool

	// texts are the calls that ask for default texts, and conflicts what is not
	// known of them, nil before the programs are run; before are the tools that
	// were known then. See texts.go.
	texts     []TextUse
	conflicts map[string]string
	before    []*tool.Tool
	// unfinished are the functions whose run was left unfinished.
	unfinished []Unfinished

	space *ir.TypeSpace
	files ir.Files
	units map[string][]*ir.Unit
	// unpacked are the units that were read from encoded facts.
	unpacked []*ir.Unit
	// borrowed are programs of packages that nobody analyses; see borrow.
	borrowed []*ir.Unit
	own      *ir.Unit
	bound    []sdk.Bound
	// intrinsics remembers what the dialects and settings know of functions.
	intrinsics map[string]eval.Intrinsic
	leads      func(types.Type) bool
	tools      []*tool.Tool
	// named and nameless are the registrations of which a name is known, and
	// those of which none is; connected are those that connect comes to. Runs
	// tells which run found a tool, gone what was removed; see nameless.go.
	named     []*site
	nameless  []nameless
	connected map[token.Pos]bool
	runs      map[*tool.Tool]runOf
	gone      map[registered]bool
	// order are the package's functions in the order of the source, ownValues
	// what tools of models of one's own are derived from; see connect.
	order     []*ir.Func
	ownValues []*ownValue
	ranges    [][2]token.Pos
}

func newDeriver(pass *analysis.Pass) *deriver {
	// Drivers clear a pass when they are done with it, and ask for the bytes of
	// its facts later.
	kept := *pass
	pass = &kept
	p := &deriver{pass: pass, space: ir.NewTypeSpace(pass.Pkg), units: map[string][]*ir.Unit{}}
	p.settings, p.listed = settingsFor(pass)
	p.known = p.userKnown()
	p.files.Locate = (&locator{p: p}).locate
	p.ownSignatures = sync.OnceValue(p.readSignatures)
	p.toolsOfPackages = sync.OnceValue(p.packageTools)
	return p
}

// worthALook reports whether the package can have tools, or helps packages
// that have some.
func (p *deriver) worthALook() bool {
	path := p.pass.Pkg.Path()
	for _, d := range Dialects {
		if slices.Contains(d.Packages, path) {
			p.sdk = true
			p.reads = p.reads || slices.Contains(d.Reads, path)
		}
	}
	for _, imp := range p.pass.Pkg.Imports() {
		for _, d := range Dialects {
			if slices.Contains(d.Packages, imp.Path()) {
				p.reaches = true
			}
		}
		p.reaches = p.reaches || p.registrationIn(imp.Path())
		f := new(Fact)
		if p.pass.ImportPackageFact(imp, f) {
			p.facts = append(p.facts, f)
			p.reaches = p.reaches || f.Reaches
		}
	}
	if p.sdk {
		p.reaches = p.reads
		return true
	}
	p.reaches = p.reaches || p.registrationIn(path)
	if p.mine() {
		p.findMarked()
	}
	if p.reaches {
		return true
	}
	// A package of the user's own module may hold names, enums and small
	// helpers for packages that have tools.
	p.plain = p.mine() && p.pass.Pkg.Name() != "main"
	return p.plain || p.marked
}

// missing returns a direct import that can reach an SDK, is none of its
// module's packages, and has told nothing: a driver that does not analyse
// dependencies from source leaves such gaps.
func (p *deriver) missing() string {
	seen := map[*types.Package]bool{}
	for _, imp := range p.pass.Pkg.Imports() {
		f := new(Fact)
		known := p.pass.ImportPackageFact(imp, f)
		told := known && (f.live != nil || len(f.Data) > 0)
		if told || ofSDK(imp.Path()) {
			continue
		}
		if known && f.Reaches || !known && reachesSDK(imp, seen) {
			return imp.Path()
		}
	}
	return ""
}

// ofSDK reports whether a package belongs to the module of an SDK or of one of
// its libraries.
func ofSDK(path string) bool {
	return slices.ContainsFunc(Dialects, func(d sdk.Dialect) bool { return d.Has(path) })
}

func reachesSDK(pkg *types.Package, seen map[*types.Package]bool) bool {
	if seen[pkg] {
		return false
	}
	seen[pkg] = true
	for _, imp := range pkg.Imports() {
		if isSDK(imp.Path()) || reachesSDK(imp, seen) {
			return true
		}
	}
	return false
}

// dependency reports whether the package belongs to a module that was
// downloaded: its programs are of use to others, its own tools to nobody here.
func (p *deriver) dependency() bool {
	return p.pass.Module != nil && p.pass.Module.Version != ""
}

// uses reports whether a dialect's SDK can be reached from this package.
func (p *deriver) uses(d sdk.Dialect) bool {
	for _, path := range d.Packages {
		if p.space.Package(path) != nil {
			return true
		}
		for _, f := range p.facts {
			if f.version(path) != "" || slices.Contains(f.SDKs, path) {
				return true
			}
		}
	}
	return false
}

// version returns the version that the driver reports for a package's module.
func (p *deriver) version(path string) string {
	for _, f := range p.facts {
		if v := f.version(path); v != "" {
			return v
		}
	}
	return ""
}
