package derive

import (
	"slices"
	"time"

	"github.com/schemavet/schemavet/schemafacts/internal/callgraph"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/texts"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gostd"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// lower returns the package's functions as programs, including the functions that it
// borrows from other modules.
func (p *deriver) lower() *ir.Unit {
	start := time.Now()
	unit, order := lower.Lower(p.source(), p.relevance())
	p.stats.Lowering = time.Since(start)
	p.order = order
	unit.Needs = p.needs()
	for _, d := range dialects.All {
		unit.Runs = append(unit.Runs, d.Runs...)
	}
	p.borrow(unit)
	return unit
}

// run derives the tools of a package that can reach an SDK. It runs nothing in a
// package of the SDK itself.
func (p *deriver) run(unit *ir.Unit) {
	p.before = tool.Clones(p.list.Tools)
	p.texts.Begin(texts.Conflicts(p.allTexts()))
	if p.sdk {
		return
	}
	p.Own = unit
	p.unfinished = p.derive()
	p.settle()
}

// derive runs the package's programs and records the tools that they make. It returns
// the functions whose runs ended early.
func (p *deriver) derive() []Unfinished {
	p.bind()
	m := eval.NewMachine(p.env, gostd.Library{}, p.Owns)
	m.Elsewhere = p.Elsewhere
	if !slices.Contains(p.shaped, false) {
		// Without an SDK, code that serves requests leads to everything that requests
		// may ask for.
		m.DivideBudget(5)
	}
	m.Program, m.Imported, m.Tracer = p.IsMain(), p.world.Runs(p.Pass.Pkg), p.tracer
	left := map[*value.Def]*tool.Tool{}
	m.Leave = func(defs []*value.Def) {
		for _, def := range defs {
			if _, seen := left[def]; !seen && !def.Used {
				left[def] = p.untraced(m, def)
			}
		}
	}
	early := made{}
	m.Cut = func(defs []*value.Def) { early.add(p, m, defs) }
	start := time.Now()
	m.RunUnit(p.Own, p.order)
	m.Leave(m.Defs)
	p.stats.add(m, time.Since(start))
	if m.Program {
		p.executed = m.Executed()
	}
	for _, def := range m.Defs {
		if t := left[def]; t != nil && !def.Used {
			p.list.Tools = append(p.list.Tools, t)
		}
	}
	p.list.Tools = append(p.list.Tools, early.tools(m.Defs)...)
	p.list.End()
	p.markLost(m, p.list.Tools)
	return unfinished(m)
}

// bind binds the dialects that the package can reach, so that they report
// registrations to its recorder.
func (p *deriver) bind() {
	host := &sdk.Host{Imports: reflector.Imports{Fset: p.Pass.Fset, Types: p.Space, Version: p.Version},
		Serve: p.list.Serve, Emit: p.list.Emit, EmitListed: p.list.EmitListed, Other: p.otherSDK, Forced: p.forced, Schema: dialects.Seeds, Remove: p.list.Remove, Nameless: p.list.Nameless}
	p.list.Begin()
	p.bound, p.shaped = nil, nil
	for _, d := range dialects.All {
		if p.uses(d) {
			p.bound = append(p.bound, d.Bind(host))
			p.shaped = append(p.shaped, d.MatchesForm != nil)
		}
	}
	p.intrinsics = map[string]eval.Intrinsic{} // models of the previous binding must not stay
}

// release drops what is needed only while programs run. The records of dialects and
// servers refer to the machine, which holds the states of all paths.
func (p *deriver) release() {
	p.bound, p.intrinsics = nil, nil
	p.list.Release()
}

// untraced returns the tool of a definition that no run registered, or nil if no
// dialect makes a tool of it.
func (p *deriver) untraced(m *eval.Machine, def *value.Def) *tool.Tool {
	for _, b := range p.bound {
		t := b.Untraced(m, def)
		if t == nil {
			continue
		}
		for _, fn := range def.Calls {
			t.Calls = append(t.Calls, fn.Key)
		}
		if def.Local != "" {
			listing.NotFollowed(t, def.Pos, def.Local)
		}
		return t
	}
	return nil
}

// settle derives the tools again until no run finds another default text that is
// unknown.
func (p *deriver) settle() {
	for p.texts.Learn(texts.Conflicts(p.allTexts())) {
		p.rerun()
	}
}

// rerun removes the results of the last run and derives the tools again.
func (p *deriver) rerun() {
	p.list.Restart(tool.Clones(p.before))
	p.unfinished = p.derive()
}

// WithUnknownTexts returns the result of the package if the texts in conflicts are unknown;
// [texts.Conflicts] returns such a map. It returns r itself if that changes nothing,
// and derives the tools again otherwise.
func (r *Found) WithUnknownTexts(conflicts map[string]string) *Found {
	if !r.deriver.texts.Began() || r.deriver.Own == nil {
		return r
	}
	p := r.deriver.fresh()
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

// fresh returns a new deriver for the same package. It finds tools from the start and
// does not change the results of p.
func (p *deriver) fresh() *deriver {
	q := new(deriver)
	*q = *p
	env := *p.env
	q.env, q.list = &env, p.list.Fresh()
	q.plain = p.plain.On(q.list)
	q.texts = p.texts.Clone()
	q.user = q.userKnown()
	q.bind()
	return q
}

// graph returns the call graph of the program, with the functions that the evaluator
// executed.
func (p *deriver) graph() callgraph.Run {
	if p.calls == nil {
		p.calls = callgraph.New(callgraph.Code{Pkg: p.Pass.Pkg, Units: p.Units(), Func: p.Func, Object: p.Space.Func})
	}
	return callgraph.Run{Graph: p.calls, Executed: p.executed}
}
