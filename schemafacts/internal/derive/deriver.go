package derive

import (
	"sync"

	"github.com/schemavet/schemavet/schemafacts/internal/callgraph"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/completion"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/facts"
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

// Found is the result of deriving the tools of one package.
type Found struct {
	// Tools are the tools that belong to this package. Foreign are tools of other
	// packages, as this package's code completes or registers them. Both are sorted by
	// name and position.
	Tools, Foreign []*tool.Tool
	// Nameless are registrations whose names are known only at run time, sorted by
	// position.
	Nameless []listing.Nameless
	// Idle are directives that have no effect, sorted by position.
	Idle []plain.Idle
	// Unfinished are functions whose runs for this package ended early, sorted by
	// position.
	Unfinished []Unfinished
	// Duplicates are names that are registered twice with a server, sorted by position.
	Duplicates []listing.Duplicate
	// Stats are the costs of the derivation.
	Stats Stats

	deriver *deriver
}

// deriver is the state of one pass.
type deriver struct {
	*env
	// texts are the default texts of the package, and between is the code between its
	// servers and clients.
	texts   *texts.Table
	between intercept.Found
	// list records tools and servers. runs are the results of running the package's
	// functions.
	list *listing.Recorder
	runs
	// ownTools are the tools that belong to the package, foreign those that belong to
	// other packages. completions returns what the package knows about the latter.
	ownTools, foreign []*tool.Tool
	completions       func() []*completion.Completion
	// published are the tools in facts for other analyzers.
	published *toolfact.Tools
	unit      *ir.Unit // the package's programs, nil if they are not read
	world     *World   // nil if another package may use this one
	tracer    *eval.Tracer
	stats     Stats
}

func newDeriver(pass *analysis.Pass, lookup settings.Lookup) *deriver {
	known := facts.Read(source.New(pass, lookup))
	list := listing.New(known.Package, known)
	p := &deriver{env: &env{Known: known, plain: plain.New(known, list)}, list: list, texts: texts.New(known.Package)}
	p.user = p.userKnown()
	p.published = toolfact.New(p.Known)
	p.completions = sync.OnceValue(func() []*completion.Completion { return completion.Find(p.found()) })
	return p
}

// runs are the results of executing a package's functions with the evaluator.
type runs struct {
	// before are the tools that were found before the runs, without the evaluator.
	before []*tool.Tool
	// order are the package's functions in source order.
	order []*ir.Func
	// unfinished are the functions whose runs ended early.
	unfinished []Unfinished
	// executed is the result of a program's machine; see [eval.Machine.Executed]. calls is
	// the result of graph.
	executed map[*ir.Func]bool
	calls    *callgraph.Graph
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
