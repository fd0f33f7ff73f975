package static

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// OnlyBuilds reports whether fn can only build tools that no other code sees. The callers
// of a library's function may pass it something that sees them.
func (a *Analysis) OnlyBuilds(fn *ir.Func) bool {
	if a.Yields(fn) != Tools {
		return false
	}
	if !a.program {
		for _, p := range fn.Params {
			if !plainData(p.Type, 0) {
				return false
			}
		}
	}
	for _, r := range fn.Results {
		if a.env.Leads(r.Type) {
			return false
		}
	}
	g := a.callGraph()
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
