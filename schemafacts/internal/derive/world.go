package derive

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"sync"

	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/callgraph"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// A package alone does not know who calls its functions, so it runs each of them with
// unknown arguments. If a driver has read all packages before it runs the first one,
// functions that a program calls are run in the program instead.

// World is a set of packages that contains all its importers: no other package calls
// their functions. Passes of one run may use it concurrently.
type World struct {
	packages map[*types.Package]bool
	sources  []callgraph.Source
	sent     map[types.Type]bool // see MaySend
	calls    map[string]bool     // keys of the functions that programs reach by calls
	// mentioned are the functions that programs may run, nil without a program.
	mentioned *callgraph.Mentioned

	mu      sync.Mutex
	found   map[*types.Package]*Found // the packages that were run
	settled map[string]bool
	left    map[string][]token.Pos // functions left to programs, with the relevant calls in them
	called  map[token.Pos]bool     // calls that programs made
	missed  map[string]bool        // functions that a program reaches but did not run
	kept    map[string]bool        // functions that are not left to programs again
	covered map[string]bool        // functions that libraries have run as roots, to the end
}

// Enclose returns the world of these packages. No package outside of it may import
// them.
func Enclose(sources []callgraph.Source) *World {
	w := &World{packages: map[*types.Package]bool{}, sources: sources, sent: map[types.Type]bool{}, calls: callgraph.Called(sources), mentioned: callgraph.FindMentioned(sources), kept: map[string]bool{}, found: map[*types.Package]*Found{}}
	w.begin()
	for _, s := range sources {
		w.packages[s.Pkg] = true
	}
	return w
}

// of returns w if it contains a package. Otherwise it returns nil, because packages
// outside of w may call its functions. w may be nil.
func (w *World) of(pkg *types.Package) *World {
	if w != nil && w.packages[pkg] {
		return w
	}
	return nil
}

// Idle reports whether a position is in a function that no program of w runs. w may be nil.
func (w *World) Idle(pos token.Pos) bool { return w != nil && w.mentioned.Idle(pos) }

// MaySend reports whether some package may send the value of the literal at a position. It
// returns true for values of types without a name, and for literals in packages that no program
// of w imports. w may be nil.
func (w *World) MaySend(pos token.Pos) bool {
	if w == nil || w.mentioned == nil {
		return true
	}
	var t types.Type
	for _, s := range w.sources {
		if e := enclosing.Expr(s.Files, pos); e != nil && w.mentioned.Packages[s.Pkg] {
			t = jsonfields.Pointee(s.Info.TypeOf(e))
		}
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return true
	}
	sent, known := w.sent[t]
	for distance := 0; !known && !sent && distance < 3; distance++ { // most are sent near to the type
		sent = slices.ContainsFunc(w.sources, func(s callgraph.Source) bool {
			return distanceTo(s.Pkg, named.Obj().Pkg()) == distance && wire.MaySend(s.Info, s.Files, t, dialects.Has)
		})
	}
	w.sent[t] = sent
	return sent
}

// distanceTo returns 0 for the package itself, 1 for one that imports it, and 2 for others.
func distanceTo(pkg, to *types.Package) int {
	switch {
	case pkg == to:
		return 0
	case slices.Contains(pkg.Imports(), to):
		return 1
	}
	return 2
}

func (w *World) begin() {
	w.settled, w.left, w.called = map[string]bool{}, map[string][]token.Pos{}, map[token.Pos]bool{}
	w.missed, w.covered = map[string]bool{}, map[string]bool{}
}

// Again reports whether the packages must be run once more, given the tools found so
// far. That is so if a program reaches a function that was left to it, but did not
// run it. It is also so if a tool is untraced and no program made some call of a
// function that was left to programs, since that call may register the tool. The next
// run leaves fewer functions to programs.
func (w *World) Again(tools []*tool.Tool) bool {
	for _, found := range w.found {
		if found.IsMain() {
			w.recordRun(found.deriver)
		}
	}
	untraced := slices.ContainsFunc(tools, func(t *tool.Tool) bool { return !t.Traced })
	again := false
	for key, calls := range w.left {
		if w.missed[key] || untraced && slices.ContainsFunc(calls, func(pos token.Pos) bool { return !w.called[pos] }) {
			w.kept[key], again = true, true
		}
	}
	w.begin()
	return again
}

// covers reports whether a library has executed a function. It returns false if w is
// nil. It must not be called while passes run.
func (w *World) covers(key string) bool { return w != nil && w.covered[key] }

// record records the result of a package, so that the next round after [World.Again]
// need not run the package again. w may be nil.
func (w *World) record(pkg *types.Package, res *Found) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.found[pkg] = res
}

// recorded returns the result of a package in an earlier round, if another run would
// have the same result, and nil otherwise. Besides its source, a run depends only on
// what w answers. The packages below it have been run in this round. w may be nil.
func (w *World) recorded(pkg *types.Package) *Found {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	found := w.found[pkg]
	w.mu.Unlock()
	if found == nil || !found.deriver.asked.replay(w) {
		return nil
	}
	return found
}

// recordRun records the functions left to programs that the program of p reaches and did
// not run, and the calls that it made. If the program's run ended early, which is reported, a
// function counts as run if all its calls were made. All passes have ended, so the result
// does not depend on which library ran first.
func (w *World) recordRun(p *deriver) {
	cut := len(p.unfinished) > 0
	for key, calls := range w.left {
		ran := cut && !slices.ContainsFunc(calls, func(pos token.Pos) bool { return !p.called[pos] })
		if p.Func(key) != nil && !ran && p.graph().MayReach(key) && !p.withExecuted(w).Saw(key) {
			w.missed[key] = true
		}
		for _, pos := range calls {
			w.called[pos] = w.called[pos] || p.called[pos]
		}
	}
}

// asked is a World for the runs of one library, an eval.Programs. It records what the
// runs ask and what they report.
type asked struct {
	*World
	calls, settled map[string]bool // the answers of Call and Settled
	settles        map[string]bool
	leaves         map[string][]token.Pos
	covers         map[string]bool
}

func ask(w *World) *asked {
	return &asked{w, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string][]token.Pos{}, map[string]bool{}}
}

// replay reports to w what the runs have reported, if w would answer their questions in
// the same way. Otherwise it returns false. a is nil if the package has asked nothing.
func (a *asked) replay(w *World) bool {
	if a == nil {
		return true
	}
	for key, was := range a.calls {
		if w.Call(key) != was {
			return false
		}
	}
	for key, was := range a.settled {
		if w.Settled(key) != was {
			return false
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	maps.Copy(w.settled, a.settles)
	maps.Copy(w.left, a.leaves)
	maps.Copy(w.covered, a.covers)
	return true
}

// Call reports whether a program calls a function, so that a library need not run it
// as a root.
func (a *asked) Call(key string) bool {
	a.calls[key] = a.World.Call(key)
	return a.calls[key]
}

// Settled reports whether the names of all tools that a function makes are known.
func (a *asked) Settled(key string) bool {
	known := a.World.Settled(key)
	if !a.settles[key] { // otherwise the answer is the run's own
		a.settled[key] = known
	}
	return known
}

// Settle records that the names of all tools that the function with a key makes are
// known.
func (a *asked) Settle(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.settles[key], a.World.settled[key] = true, true
}

// LeaveTo records that a function is left to the programs that call it. calls are the
// relevant calls in its body.
func (a *asked) LeaveTo(key string, calls []token.Pos) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.leaves[key], a.left[key] = calls, calls
}

// cover records the functions that the library has executed.
func (a *asked) cover(fns map[*ir.Func]bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for fn := range fns {
		a.covers[fn.Key], a.covered[fn.Key] = true, true
	}
}

// Call reports whether a program calls a function that is not kept.
func (w *World) Call(key string) bool { return w.calls[key] && !w.kept[key] }

// Defines reports whether a function of an SDK makes tools.
func (w *World) Defines(key string) bool {
	for _, d := range dialects.All {
		if slices.Contains(d.Takes, key) {
			return false
		}
	}
	return true
}

// Settled reports whether the names of all tools that a function makes are known.
func (w *World) Settled(key string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.settled[key]
}
