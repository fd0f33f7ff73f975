package eval

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Programs and libraries build tools for other purposes than serving them: to document
// them, or to count the scopes that they need. If a program builds a tool in a function
// that cannot register it, passes it to no other code, and builds it elsewhere as well,
// the function's run finds nothing new and often costs the most.

// deferredRoots are the functions and closures of a package that wait until all others
// have run.
type deferredRoots struct {
	m        *Machine
	closures []*value.Closure
	funcs    []*ir.Func
}

// keep reports whether fn waits, and records it.
func (b *deferredRoots) keep(fn *ir.Func) bool {
	if b.m.executed[fn] || !b.waits(fn) {
		return false
	}
	if !slices.Contains(b.funcs, fn) {
		b.funcs = append(b.funcs, fn)
	}
	return true
}

// waits reports whether fn waits.
func (b *deferredRoots) waits(fn *ir.Func) bool { return b != nil && b.m.code().OnlyBuilds(fn) }

// run runs the functions that build something that no other function has built.
func (b *deferredRoots) run() {
	if b == nil {
		return
	}
	built := map[token.Pos]bool{}
	for _, d := range b.m.Defs {
		built[d.Pos] = true
	}
	for _, c := range b.closures {
		if b.m.code().BuildsMore(c.Fn, built) {
			b.m.closures = append(b.m.closures, c)
		} else {
			b.m.executed[c.Fn] = true // as far as other code can see
		}
	}
	b.m.waiting = nil
	b.m.rootClosures()
	for _, fn := range b.funcs {
		switch {
		case b.m.executed[fn]:
		case b.m.code().BuildsMore(fn, built):
			b.m.RunRoot(fn)
		default:
			b.m.executed[fn] = true
		}
	}
}
