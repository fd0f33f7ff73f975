package derive

import (
	"go/token"
	"runtime"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/facts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/intercept"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/merge"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/settings"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"golang.org/x/tools/go/analysis"
)

// Options are what a driver sets before it runs the analyzer.
type Options struct {
	// Settings are the user's settings.
	Settings settings.Lookup
	// World, if not nil, contains all packages that the driver knows.
	World *World
	// Tracer, if not nil, receives statements that the evaluator runs.
	Tracer *eval.Tracer
	// Plain derives only the tools that directives make of plain functions. It runs no
	// code, and packages may have type errors.
	Plain bool
}

// Tracer and Statement are those of package eval.
type (
	Tracer    = eval.Tracer
	Statement = eval.Statement
)

// Run derives the tools of a package and exports its facts.
func Run(pass *analysis.Pass, o Options) *Found {
	if o.Plain {
		return runPlain(pass, o)
	}
	p := newDeriver(pass, o.Settings)
	p.world, p.tracer = o.World.of(pass.Pkg), o.Tracer
	defer p.Tree.Forget() // few packages have tools that checks ask about
	res := &Found{deriver: p}
	defer func() { res.Stats = p.stats }()
	if !p.concernsTools() {
		return res
	}
	if pass.TypesInfo == nil || len(pass.Files) == 0 || p.sdk && !p.reads {
		// The package is known only from export data, or it belongs to an SDK that is
		// modelled and not evaluated, even if the driver provides its source. The fact
		// contains only its version.
		p.export()
		return res
	}
	p.syntax = true
	defer turn()()
	p.plain.Find()
	if p.reaches || p.helps { // otherwise a program of plain functions
		p.texts.Scan()
		if !p.sdk && !p.Downloaded() {
			p.between = intercept.Find(p.Package, p.betweenBelow())
		}
		p.unit = p.lower()
		if p.reaches && (!p.Downloaded() || p.Listed) {
			p.run(p.unit)
			res.Unfinished = p.unfinished
		}
	}
	p.conclude(res)
	p.published.Export(res.Tools, res.Foreign)
	p.export()
	p.release()
	return res
}

// turns limits how many packages are derived at a time. Drivers start all packages whose imports
// are done, and one program's state can be some hundred megabytes.
var turns = make(chan struct{}, runtime.GOMAXPROCS(0))

// turn waits until a package may be derived, and returns a function that ends its turn.
func turn() (end func()) {
	turns <- struct{}{}
	return func() { <-turns }
}

// runPlain derives the tools that directives make of plain functions. The fact of the
// package has only its comments and constants.
func runPlain(pass *analysis.Pass, o Options) *Found {
	p := newDeriver(pass, o.Settings)
	p.readFacts()
	if p.Mine() && pass.TypesInfo != nil {
		p.plain.FindMarked()
		p.plain.Find()
	}
	res := &Found{Tools: p.plain.Tools(), deriver: p}
	res.Idle = IdleOf([]*Found{res}, nil, false)[p.Path()]
	f := new(facts.Fact)
	f.Keep(p.Known, &ir.Unit{Path: p.Path()})
	p.Pass.ExportPackageFact(f)
	return res
}

// readFacts reads the facts of the imports.
func (p *env) readFacts() {
	p.Facts = nil
	for _, imp := range p.Pass.Pkg.Imports() {
		if f := new(facts.Fact); p.Pass.ImportPackageFact(imp, f) {
			p.Facts = append(p.Facts, f)
		}
	}
}

// conclude fills res with what the runs recorded: tools, duplicates, registrations
// without a name and directives without an effect.
func (p *deriver) conclude(res *Found) {
	res.Tools, res.Foreign = p.sorted()
	p.ownTools, p.foreign = res.Tools, res.Foreign
	res.Duplicates = p.list.Duplicates()
	res.Nameless = Unnamed([]*Found{res}, nil, false)
	res.Idle = IdleOf([]*Found{res}, nil, false)[p.Path()]
}

// sorted merges the recorded tools. It returns those whose names are in the package's
// files and those whose names are in other packages.
func (p *deriver) sorted() (own, foreign []*tool.Tool) {
	p.allBetween().Mark(p.list.Tools)
	merged := merge.Tools(p.list.Tools)
	for _, t := range merge.Fold(p.Pass.Fset, merged, merged) {
		p.claim(t)
		if p.Owns(t.Pos()) {
			t.Package = p.Pass.Pkg.Path()
			own = append(own, t)
		} else {
			foreign = append(foreign, t)
		}
	}
	return own, foreign
}

// claim moves a tool that another module names to the package that registers it: a
// tool that a library defines and does not register belongs to the code that
// registers it. That code may be in another package of the user's module, which
// receives the tool from this one.
func (p *deriver) claim(t *tool.Tool) {
	there := func(pos token.Pos) bool { return !p.Owns(pos) && p.Elsewhere(pos) }
	if p.Downloaded() || !t.RegPos.IsValid() || !there(t.Pos()) || there(t.RegPos) {
		return
	}
	t.Hops = append([]tool.Hop{{Pos: t.Pos(), Text: "named in another module"}}, t.Hops...)
	t.NamePos = t.RegPos
}
