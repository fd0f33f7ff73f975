package static

import (
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Callees returns the keys of the functions that a unit's programs call, or name,
// so that they may be called.
func Callees(u *ir.Unit) map[string]bool {
	out := map[string]bool{}
	var walk func(n *ir.Node)
	walk = func(n *ir.Node) {
		if n == nil {
			return
		}
		if n.Op == ir.OpFunc || n.Op == ir.OpMethod && !n.Flag {
			out[n.Name] = true
		}
		for _, k := range n.Kids {
			walk(k)
		}
		if n.Fn != nil {
			walk(n.Fn.Body)
		}
	}
	for _, fn := range u.Funcs {
		walk(fn.Body)
	}
	for _, fn := range u.Inits {
		walk(fn.Body)
	}
	for _, v := range u.Vars {
		walk(v.Init)
	}
	return out
}
