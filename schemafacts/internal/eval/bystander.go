package eval

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Programs and libraries build their tools for other ends than serving them: to document
// them, or to count the scopes that they ask for. What a program builds in a
// function that cannot register it, hands to nobody, and has built elsewhere as
// well, teaches nothing, and often costs most.

// bystanders are the functions and closures of a package that wait until all
// others have run.
type bystanders struct {
	m        *Machine
	closures []*value.Closure
	funcs    []*ir.Func
}

// keep reports whether fn waits, and keeps it.
func (b *bystanders) keep(fn *ir.Func) bool {
	if b.m.executed[fn] || !b.waits(fn) {
		return false
	}
	if !slices.Contains(b.funcs, fn) {
		b.funcs = append(b.funcs, fn)
	}
	return true
}

// waits reports whether fn can only build tools, for nobody to see. Those who call a
// library may hand it something that sees them.
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

// plainData reports whether nobody can be told anything through a value of type t.
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

// run runs those that build something that nobody else has built.
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
			b.m.executed[c.Fn] = true // as far as anybody sees
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
