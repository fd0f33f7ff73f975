package derive

import (
	"go/token"
	"sync"

	"github.com/schemavet/schemavet/schemafacts/internal/callgraph"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/completion"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/facts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/handlers"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/intercept"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/merge"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/plain"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/settings"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/source"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/texts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/toolfact"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
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

// Options are what a driver knows before it runs the analyzer.
type Options struct {
	// Settings are the user's.
	Settings settings.Lookup
	// World, if it is not nil, holds all packages that the driver knows.
	World *World
}

// Run derives the tools of a package and exports its facts.
func Run(pass *analysis.Pass, o Options) *Found {
	world := o.World.of(pass.Pkg)
	if kept := world.program(pass.Pkg); kept != nil {
		return kept.repeat(pass)
	}
	p := newDeriver(pass, o.Settings)
	p.world = world
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
	p.syntax = true
	p.handlers.Read()
	p.plain.Find()
	var unit *ir.Unit
	if p.reaches || p.helps { // not a program of plain functions
		p.texts.Scan()
		if !p.sdk && !p.Downloaded() {
			p.between = intercept.Find(p.Package, p.betweenBelow(), p.reaches)
		}
		unit = p.lower()
		if p.reaches && (!p.Downloaded() || p.Listed) {
			p.run(unit)
			res.Unfinished = p.unfinished
			world.keep(pass.Pkg, res)
		}
	}
	p.conclude(res)
	p.published.Export(res.Tools, res.Foreign)
	p.export(unit)
	p.release()
	return res
}

// deriver is the state of one pass.
type deriver struct {
	*env
	// texts are the default texts that the package asks for, between is what stands
	// between servers and clients in it, and handlers are its handlers.
	texts    *texts.Table
	between  intercept.Found
	handlers *handlers.Handlers
	// list is what was recorded of tools and servers, and runs what ran.
	list *listing.Recorder
	runs
	// ownTools and foreign are the tools that the package tells of, and completions
	// what it tells of those of others.
	ownTools, foreign []*tool.Tool
	completions       func() []*completion.Completion
	// published are the tools that facts tell other analyzers of.
	published *toolfact.Tools
	made      []callgraph.Made
	world     *World // nil if another package may use this one
	stats     Stats
}

func newDeriver(pass *analysis.Pass, lookup settings.Lookup) *deriver {
	known := facts.Read(source.New(pass, lookup))
	list := listing.New(known.Package, known)
	p := &deriver{env: &env{Known: known, plain: plain.New(known, list)}, list: list, texts: texts.New(known.Package)}
	p.user = p.userKnown()
	p.handlers = handlers.New(known, p.plain, func() []*tool.Tool { return p.ownTools })
	p.lazy()
	return p
}

// lazy sets what is read from the facts of other packages when it is asked for.
func (p *deriver) lazy() {
	p.published = toolfact.New(p.Known)
	p.completions = sync.OnceValue(func() []*completion.Completion { return completion.Find(p.found()) })
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

// conclude sorts what was found into a result.
func (p *deriver) conclude(res *Found) {
	res.Tools, res.Foreign = p.sorted()
	p.ownTools, p.foreign = res.Tools, res.Foreign
	res.Duplicates = p.list.Duplicates()
	res.Nameless = Unnamed([]*Found{res}, nil, false)
	res.Idle = IdleOf([]*Found{res}, nil, false)[p.Path()]
}

// sorted returns the tools that were found: the package's own, and others.
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

// claim gives a tool whose name stands in another module to the package that
// registers it: what a library defines and leaves to others to register belongs
// to those who do. That may be another package of the user's, which is given the
// tool from here.
func (p *deriver) claim(t *tool.Tool) {
	there := func(pos token.Pos) bool { return !p.Owns(pos) && p.Elsewhere(pos) }
	if p.Downloaded() || !t.RegPos.IsValid() || !there(t.Pos()) || there(t.RegPos) {
		return
	}
	t.Hops = append([]tool.Hop{{Pos: t.Pos(), Text: "named in another module"}}, t.Hops...)
	t.NamePos = t.RegPos
}

// found returns what completions are found from.
func (p *deriver) found() completion.Found {
	return completion.Found{Known: p.Known, Own: p.ownTools, Foreign: p.foreign, Duplicates: p.list.Duplicates(),
		Followed: func() bool { return len(p.unfinished) == 0 && p.missing() == "" }}
}
