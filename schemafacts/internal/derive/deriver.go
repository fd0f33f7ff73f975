package derive

import (
	"go/token"
	"go/types"
	"slices"
	"sync"
	"time"

	"github.com/schemavet/schemavet/schemafacts/internal/callgraph"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/completion"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/facts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/handlers"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/intercept"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/plain"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/source"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/texts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/toolfact"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/signature"
	"golang.org/x/tools/go/analysis"
)

// Found is what a package tells of its tools.
type Found struct {
	// Tools are the tools that belong to this package, and Foreign those of other
	// packages, as this package's code completes or registers them. Both are
	// sorted by name and position.
	Tools, Foreign []*tool.Tool
	// Nameless are registrations whose names only run time knows, sorted by
	// position.
	Nameless []listing.Nameless
	// Idle are directives that have no effect, sorted by position.
	Idle []plain.Idle
	// Unfinished are functions that were run for this package and not followed to
	// their end, sorted by place.
	Unfinished []Unfinished
	// Duplicates are names that servers are given twice, sorted by place.
	Duplicates []listing.Duplicate
	// Stats are what it cost.
	Stats Stats

	deriver *deriver
}

// Incomplete returns the import path of a package that may define tools with
// this one and of which the driver knows no fact, "" if there is none.
func (r *Found) Incomplete() string { return r.deriver.missing() }

// Imports reports whether the package imports another one, directly or not.
func (r *Found) Imports(path string) bool { return r.deriver.Space.Package(path) != nil }

// Libraries returns the import paths of the SDKs and schema libraries that an imported
// package uses, sorted. Its fact lists them all. The types that a driver read from
// export data may not: since x/tools 0.50, go vet hands on only the packages that
// exported declarations mention. A nil r knows no facts.
func (r *Found) Libraries(pkg *types.Package) []string {
	var out []string
	if f := new(facts.Fact); r != nil && pkg != r.deriver.Pass.Pkg && r.deriver.Pass.ImportPackageFact(pkg, f) {
		out = append(out, f.SDKs...)
	}
	for _, imp := range pkg.Imports() {
		if dialects.Has(imp.Path()) {
			out = append(out, imp.Path())
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Run derives the tools of a package and exports its facts.
func Run(pass *analysis.Pass) *Found {
	world := worldOf(pass.Pkg)
	if kept := world.program(pass.Pkg); kept != nil {
		return kept.repeat(pass)
	}
	p := newDeriver(pass)
	defer p.Tree.Forget() // few packages have tools, which checks ask about
	res := &Found{deriver: p}
	defer func() { res.Stats = p.stats }()
	if !p.worthALook() {
		return res
	}
	if pass.TypesInfo == nil || len(pass.Files) == 0 || p.sdk && !p.reads {
		// Known from export data only, or an SDK that is modelled and not read,
		// whichever driver offers its source: the version is all there is to tell.
		p.export(nil)
		return res
	}
	src := p.source()
	p.handlers.Read()
	p.syntax = true
	p.plain.Find()
	if !p.reaches && !p.helps {
		res.Tools, res.Foreign = p.sorted() // a program of plain functions
		p.ownTools, p.foreign = res.Tools, res.Foreign
		res.Idle = IdleOf([]*Found{res}, nil, false)[pass.Pkg.Path()]
		p.published.Export(res.Tools, nil)
		p.export(nil)
		return res
	}
	p.texts.Scan()
	if !p.sdk && !p.Downloaded() {
		p.between = intercept.Find(p.Package, p.betweenBelow(), p.reaches)
	}
	start := time.Now()
	unit, order := lower.Lower(src, p.relevance())
	p.stats.Lowering = time.Since(start)
	unit.Needs = p.needs()
	p.borrow(unit)
	if p.reaches && (!p.Downloaded() || p.Listed) {
		p.before = tool.Clones(p.list.Tools)
		p.texts.Begin(texts.Conflicts(p.allTexts()))
		p.unfinished = p.derive(unit, order)
		p.settle()
		res.Unfinished = p.unfinished
		world.keep(pass.Pkg, res)
	}
	res.Tools, res.Foreign = p.sorted()
	p.ownTools, p.foreign = res.Tools, res.Foreign
	res.Duplicates = p.list.Duplicates()
	res.Nameless = Unnamed([]*Found{res}, nil, false)
	res.Idle = IdleOf([]*Found{res}, nil, false)[pass.Pkg.Path()]
	p.published.Export(res.Tools, res.Foreign)
	p.export(unit)
	p.release()
	return res
}

// repeat returns the result of a program for another pass over all packages. Its runs
// depend on source alone, so they are not repeated; what other packages tell may be new.
func (r *Found) repeat(pass *analysis.Pass) *Found {
	p := r.deriver
	*p.Pass = *pass
	p.Facts = nil
	for _, imp := range pass.Pkg.Imports() {
		if f := new(facts.Fact); pass.ImportPackageFact(imp, f) {
			p.Facts = append(p.Facts, f)
		}
	}
	p.lazy()
	res := *r
	res.Stats = Stats{}
	p.published.Export(res.Tools, res.Foreign)
	p.export(p.Own)
	return &res
}

// deriver is the state of one pass.
type deriver struct {
	stats Stats
	*facts.Known
	// reaches says that the package imports an SDK or something that does.
	reaches bool
	// reads says that the package is part of an SDK that is read from source.
	reads bool
	// sdk says that the package is part of an SDK.
	sdk bool
	// syntax says that the package has files, which are read.
	syntax bool
	// helps says that the package only offers helpers: it is read for others.
	helps bool
	// plain are the plain functions that are tools.
	plain *plain.Functions

	// published are the tools that facts tell other analyzers of.
	published *toolfact.Tools

	// known is what the settings say of functions, by their plain keys.
	known map[string]eval.Intrinsic

	// between is what stands between servers and clients in the package.
	between intercept.Found

	texts *texts.Table
	// before are the tools that were known before programs were run.
	before []*tool.Tool
	// unfinished are the functions whose run was left unfinished.
	unfinished []Unfinished

	bound  []sdk.Bound
	shaped []bool // of which dialects look at forms
	// intrinsics remembers what the dialects and settings know of functions.
	intrinsics map[string]eval.Intrinsic
	leads      func(types.Type) bool
	// list is what was recorded of tools and servers.
	list *listing.Recorder

	// order are the package's functions in the order of the source, ownValues
	// what tools of models of one's own are derived from; see connect.
	order     []*ir.Func
	ownValues []*OwnValue

	handlers *handlers.Handlers

	calls    *callgraph.Graph   // see graph
	executed map[*ir.Func]bool  // by the program, see eval.Machine.Executed
	called   map[token.Pos]bool // by the program, see eval.Machine.Called
	made     []callgraph.Made

	// ownTools and foreign are the tools that the package tells of, and completions
	// what it tells of those of others.
	ownTools, foreign []*tool.Tool
	completions       func() []*completion.Completion
}

func newDeriver(pass *analysis.Pass) *deriver {
	p := &deriver{Known: facts.Read(source.New(pass))}
	p.list = listing.New(p.Package, p.Known)
	p.plain = plain.New(p.Known, p.list)
	p.texts = texts.New(p.Package)
	p.known = p.userKnown()
	p.handlers = handlers.New(p.Known, p.plain, func() []*tool.Tool { return p.ownTools })
	p.lazy()
	return p
}

// lazy sets what is read from the facts of other packages when it is asked for.
func (p *deriver) lazy() {
	p.published = toolfact.New(p.Known)
	p.completions = sync.OnceValue(func() []*completion.Completion { return completion.Find(p.found()) })
}

// found returns what completions are found from.
func (p *deriver) found() completion.Found {
	return completion.Found{Known: p.Known, Own: p.ownTools, Foreign: p.foreign, Duplicates: p.list.Duplicates(),
		Followed: func() bool { return len(p.unfinished) == 0 && p.missing() == "" }}
}

// worthALook reports whether the package can have tools, or helps packages
// that have some.
func (p *deriver) worthALook() bool {
	path := p.Pass.Pkg.Path()
	for _, d := range dialects.All {
		if slices.Contains(d.Packages, path) {
			p.sdk = true
			p.reads = p.reads || slices.Contains(d.Reads, path)
		}
	}
	if p.IsRuntime() {
		return false
	}
	for _, imp := range p.Pass.Pkg.Imports() {
		for _, d := range dialects.All {
			if slices.Contains(d.Packages, imp.Path()) {
				p.reaches = true
			}
		}
		p.reaches = p.reaches || p.plain.RegistrationIn(imp.Path())
		f := new(facts.Fact)
		if p.Pass.ImportPackageFact(imp, f) {
			p.Facts = append(p.Facts, f)
			p.reaches = p.reaches || f.Reaches
		}
	}
	if p.sdk {
		p.reaches = p.reads
		return true
	}
	p.reaches = p.reaches || p.plain.RegistrationIn(path)
	if p.Mine() {
		p.plain.FindMarked()
		p.reaches = p.reaches || p.hasShapes()
	}
	if p.reaches {
		return true
	}
	// A package of the user's own module may hold names, enums and small
	// helpers for packages that have tools.
	p.helps = p.Mine() && !p.IsMain()
	return p.helps || p.plain.Marked
}

// missing returns a direct import that can reach an SDK, is none of its
// module's packages, and has told nothing: a driver that does not analyse
// dependencies from source leaves such gaps.
func (p *deriver) missing() string {
	seen := map[*types.Package]bool{}
	for _, imp := range p.Pass.Pkg.Imports() {
		f := new(facts.Fact)
		known := p.Pass.ImportPackageFact(imp, f)
		told := known && f.HasPrograms()
		if told || dialects.Has(imp.Path()) {
			continue
		}
		if known && f.Reaches || !known && dialects.Reaches(imp, seen) {
			return imp.Path()
		}
	}
	return ""
}

// uses reports whether a dialect's SDK can be reached from this package.
func (p *deriver) uses(d sdk.Dialect) bool {
	if d.Shape != nil {
		return true
	}
	for _, path := range d.Packages {
		if p.Space.Package(path) != nil {
			return true
		}
		for _, f := range p.Facts {
			if f.Version(path) != "" || slices.Contains(f.SDKs, path) {
				return true
			}
		}
	}
	return false
}

// betweenBelow returns what stands between in the packages below this one, and allBetween
// adds the package's own.
func (p *deriver) betweenBelow() intercept.Found {
	var parts []intercept.Found
	for _, f := range p.Facts {
		parts = append(parts, intercept.Found{Between: f.Between, Streams: f.Streams, Lists: f.Lists, ServesHTTP: f.ServesHTTP})
	}
	return intercept.Unite(parts...)
}

func (p *deriver) allBetween() intercept.Found { return intercept.Unite(p.between, p.betweenBelow()) }

// allTexts are the uses of default texts that this package knows of: its own, and those
// of the packages below it.
func (p *deriver) allTexts() []texts.Use {
	lists := [][]texts.Use{p.texts.Uses()}
	for _, f := range p.Facts {
		lists = append(lists, f.Texts)
	}
	return texts.Unite(lists...)
}

// settle derives the tools again as long as that finds texts not to be known which were
// used.
func (p *deriver) settle() {
	for p.Own != nil && p.texts.Learn(texts.Conflicts(p.allTexts())) {
		p.rerun()
	}
}

// rerun derives the tools again.
func (p *deriver) rerun() {
	p.list.Restart(tool.Clones(p.before))
	p.ownValues = nil
	p.unfinished = p.derive(p.Own, p.order)
}

// Texts are the calls that ask for default texts, in the package and in those
// below it.
func (r *Found) Texts() []texts.Use { return r.deriver.allTexts() }

// Knowing returns what the package tells when it is known which texts are not, as
// [texts.Conflicts] returns them: r itself if that changes nothing, and otherwise what is
// derived again.
func (r *Found) Knowing(conflicts map[string]string) *Found {
	if !r.deriver.texts.Began() || r.deriver.Own == nil {
		return r
	}
	p := r.deriver.again()
	if !p.texts.Learn(conflicts) {
		return r
	}
	p.rerun()
	p.settle()
	out := &Found{Nameless: r.Nameless, Unfinished: p.unfinished, deriver: p}
	out.Tools, out.Foreign = p.sorted()
	out.Duplicates = p.list.Duplicates()
	return out
}

// again returns a deriver of the same package that finds tools anew and leaves
// what p has found as it is.
func (p *deriver) again() *deriver {
	q := new(deriver)
	*q = *p
	q.list, q.ownValues = p.list.Fresh(), nil
	q.plain = p.plain.On(q.list)
	q.texts = p.texts.Clone()
	q.known = q.userKnown()
	q.bind()
	return q
}

// graph returns the functions that the program may come to, and which of them it ran.
func (p *deriver) graph() callgraph.Run {
	if p.calls == nil {
		p.calls = callgraph.New(callgraph.Code{Pkg: p.Pass.Pkg, Units: p.Units(), Made: p.allMade(), Func: p.Func, Object: p.Space.Func})
	}
	return callgraph.Run{Graph: p.calls, Executed: p.executed}
}

// seen is graph that counts what libraries of the world have run themselves.
func (p *deriver) seen(w *World) callgraph.Run {
	run := p.graph()
	run.Covers = w.covers
	return run
}

func (p *deriver) madeBelow() []callgraph.Made {
	var out []callgraph.Made
	for _, f := range p.Facts {
		out = append(out, f.Made...)
	}
	return out
}

func (p *deriver) allMade() []callgraph.Made { return callgraph.UniteMade(p.made, p.madeBelow()) }

// IsMain reports whether the package is a program.
func (r *Found) IsMain() bool { return r.deriver != nil && r.deriver.IsMain() }

// Servers returns the servers that the package and those below it make, one for
// each place and name, sorted.
func (r *Found) Servers() []listing.Server {
	p := r.deriver
	if p == nil {
		return nil
	}
	var run *callgraph.Run
	if p.IsMain() {
		r := p.graph()
		run = &r
	}
	return p.list.Servers(p.allServers(), p.allLoose(), run)
}

func (p *deriver) allServers() []listing.SeenServer {
	var below []listing.SeenServer
	for _, f := range p.Facts {
		below = append(below, f.Servers...)
	}
	return listing.Best(p.list.Seen(p.allBetween().Filters()), below)
}

func (p *deriver) allLoose() []listing.SeenTool {
	out := p.list.Loose()
	for _, f := range p.Facts {
		out = append(out, f.Loose...)
	}
	return listing.UniteTools(out)
}

// Unnamed returns the registrations of several packages whose name is not known, as
// [listing.AllNameless] does.
func Unnamed(pkgs []*Found, ran []Ran, whole bool) []listing.Nameless {
	var recorders []*listing.Recorder
	for _, r := range pkgs {
		recorders = append(recorders, r.deriver.list)
	}
	var names []listing.Names
	for _, r := range ran {
		names = append(names, r.Names)
	}
	return listing.AllNameless(recorders, names, whole)
}

// Plain returns the tools that directives make of functions, as the functions
// say them.
func (r *Found) Plain() []*tool.Tool {
	return r.deriver.plain.Tools()
}

// PlainOptions are those that schemas of plain functions are made with.
func (r *Found) PlainOptions() signature.Options { return r.deriver.plain.Options() }

// IdleOf returns the directives of several packages that have no effect, as
// [plain.AllIdle] does.
func IdleOf(pkgs []*Found, tools []*tool.Tool, whole bool) map[string][]plain.Idle {
	var packages []plain.Package
	for _, r := range pkgs {
		packages = append(packages, plain.Package{Functions: r.deriver.plain, Tools: slices.Concat(r.Tools, r.Foreign), Unfinished: len(r.Unfinished) > 0})
	}
	return plain.AllIdle(packages, tools, whole)
}

// Completions returns what the package tells of the tools of other packages of the user's,
// sorted by package.
func (r *Found) Completions() []*completion.Completion {
	if r.deriver == nil {
		return nil
	}
	return r.deriver.completions()
}

// ToolsOf returns the tools that a function handles, as [toolfact.Tools.Of] does.
func (r *Found) ToolsOf(fn *types.Func) []toolfact.HandlerTool { return r.deriver.published.Of(fn) }

// KnownTools returns all tools that the facts of the package and its imports tell of,
// sorted by name.
func (r *Found) KnownTools() []toolfact.HandlerTool { return r.deriver.published.All() }

// Handlers answers what the handlers of the package do.
func (r *Found) Handlers() *handlers.Handlers { return r.deriver.handlers }
