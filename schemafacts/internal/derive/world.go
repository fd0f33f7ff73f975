package derive

import (
	"go/token"
	"go/types"
	"slices"
	"sync"

	"github.com/schemavet/schemavet/schemafacts/internal/callgraph"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// A package alone does not know who calls its functions, so it runs each of them with
// unknown arguments. If a driver has read all packages before it runs the first one,
// functions that a program calls are run in the program instead.

// World is a set of packages that contains all its importers: no other package calls
// their functions. Passes of one run may use it concurrently.
type World struct {
	packages map[*types.Package]bool
	calls    map[string]bool // keys of the functions that programs reach by calls

	mu       sync.Mutex
	programs map[*types.Package]*Found // the programs that were run
	settled  map[string]bool
	left     map[string][]token.Pos // functions left to programs, with the relevant calls in them
	called   map[token.Pos]bool     // calls that programs made
	missed   map[string]bool        // functions that a program reaches but did not run
	kept     map[string]bool        // functions that are not left to programs again
	covered  map[string]bool        // functions that libraries have run as roots, to the end
}

// Enclose returns the world of these packages. No package outside of it may import
// them.
func Enclose(sources []callgraph.Source) *World {
	w := &World{packages: map[*types.Package]bool{}, calls: callgraph.Called(sources), kept: map[string]bool{}, programs: map[*types.Package]*Found{}}
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
	for _, program := range w.programs {
		w.recordRun(program.deriver)
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

// cover records the functions that a library has executed.
func (w *World) cover(fns map[*ir.Func]bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for fn := range fns {
		w.covered[fn.Key] = true
	}
}

// covers reports whether a library has executed a function. It returns false if w is
// nil. It must not be called while passes run.
func (w *World) covers(key string) bool { return w != nil && w.covered[key] }

// recordProgram records the result of a program, so that the next round after [World.Again]
// does not run the program again. It does not record libraries. w may be nil.
func (w *World) recordProgram(pkg *types.Package, res *Found) {
	if w == nil || pkg.Name() != "main" {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.programs[pkg] = res
}

// program returns the recorded result of a program, or nil; w may be nil.
func (w *World) program(pkg *types.Package) *Found {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.programs[pkg]
}

// recordRun records the functions left to programs that the program of p reaches and did
// not run, and the calls that it made. All passes have ended, so the result does not
// depend on which library ran first.
func (w *World) recordRun(p *deriver) {
	for key, calls := range w.left {
		if p.Func(key) != nil && p.graph().MayReach(key) && !p.withExecuted(w).Saw(key) {
			w.missed[key] = true
		}
		for _, pos := range calls {
			w.called[pos] = w.called[pos] || p.called[pos]
		}
	}
}

// Call, Defines, Settled, Settle and LeaveTo make World an eval.Programs.

// Call reports whether a program calls a function, so that a library need not run it
// as a root.
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

// Settle records that the names of all tools that the function with a key makes are
// known.
func (w *World) Settle(key string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.settled[key] = true
}

// LeaveTo records that a function is left to the programs that call it. calls are the
// relevant calls in its body.
func (w *World) LeaveTo(key string, calls []token.Pos) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.left[key] = calls
}
