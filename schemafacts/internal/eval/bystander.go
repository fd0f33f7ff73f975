package eval

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Programs and libraries build tools for other purposes than serving them: to document
// them, or to count the scopes that they need. If a program builds a tool in a function
// that cannot register it, passes it to no other code, and builds it elsewhere as well,
// the function's run finds nothing new and often costs the most.

// bystanders are the functions and closures of a package that wait until all others
// have run.
type bystanders struct {
	m        *Machine
	closures []*value.Closure
	funcs    []*ir.Func
}

// keep reports whether fn waits, and records it.
func (b *bystanders) keep(fn *ir.Func) bool {
	if b.m.executed[fn] || !b.waits(fn) {
		return false
	}
	if !slices.Contains(b.funcs, fn) {
		b.funcs = append(b.funcs, fn)
	}
	return true
}

// waits reports whether fn can only build tools that no other code sees. The callers of
// a library's function may pass it something that sees them.
func (b *bystanders) waits(fn *ir.Func) bool {
	if b == nil || b.m.yields(fn) != tools {
		return false
	}
	if !b.m.Program {
		for _, p := range fn.Params {
			if !plainData(p.Type, 0) {
				return false
			}
		}
	}
	for _, r := range fn.Results {
		if b.m.Env.Leads(r.Type) {
			return false
		}
	}
	g := b.m.callGraph()
	return !g.registers[fn] && !g.shares(fn)
}

// plainData reports whether a value of type t cannot pass information to other code.
func plainData(t types.Type, depth int) bool {
	switch u := ir.Under(t).(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Slice:
		return depth < 4 && plainData(u.Elem(), depth+1)
	case *types.Array:
		return depth < 4 && plainData(u.Elem(), depth+1)
	}
	return false
}

// run runs the functions that build something that no other function has built.
func (b *bystanders) run() {
	if b == nil {
		return
	}
	built := map[token.Pos]bool{}
	for _, d := range b.m.Defs {
		built[d.Pos] = true
	}
	for _, c := range b.closures {
		if b.m.callGraph().buildsMore(c.Fn, built) {
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
		case b.m.callGraph().buildsMore(fn, built):
			b.m.RunRoot(fn)
		default:
			b.m.executed[fn] = true
		}
	}
}
