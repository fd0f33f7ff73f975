package derive

import (
	"go/token"
	"go/types"
	"sync"

	"github.com/schemavet/schemavet/schemafacts/internal/callgraph"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/completion"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/facts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/handlers"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/intercept"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/plain"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/settings"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/source"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/texts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/toolfact"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
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

// runs is what ran of a package's programs.
type runs struct {
	// before are the tools that were known before.
	before []*tool.Tool
	// order are the package's functions in the order of the source.
	order []*ir.Func
	// ownValues are what tools of models of one's own are derived from; see connect.go.
	ownValues []*OwnValue
	// unfinished are the functions that were not followed to their end.
	unfinished []Unfinished
	// executed and called are those of a program's machine; see [eval.Machine.Executed].
	// calls is what graph returns.
	executed map[*ir.Func]bool
	called   map[token.Pos]bool
	calls    *callgraph.Graph
}

// OwnValue is the value of a user-defined tool type from which a tool was derived.
type OwnValue struct {
	tool  *tool.Tool
	value eval.Value // a snapshot
	t     types.Type
}

// userKnown returns the models of functions and function types in the settings, by
// their plain keys.
func (p *deriver) userKnown() map[string]eval.Intrinsic {
	known := map[string]eval.Intrinsic{}
	for _, name := range p.Settings.DefaultText {
		known[settings.PlainKey(name)] = p.texts.DefaultText
	}
	for _, r := range p.Settings.Registrations {
		known[settings.PlainKey(r.Func)] = p.plain.Registration(r)
	}
	return known
}
