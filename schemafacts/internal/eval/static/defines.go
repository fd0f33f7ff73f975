package static

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Defines reports whether a program itself, without its callees, makes tools, or calls
// a model that makes tools, or calls something unknown.
func (a *Analysis) Defines(n *ir.Node, makes func(key string) bool) bool {
	return ir.Contains(n, func(n *ir.Node) bool { return a.definesItself(n, makes) })
}

// definesItself is Defines without the nodes below n.
func (a *Analysis) definesItself(n *ir.Node, makes func(key string) bool) bool {
	switch n.Op {
	case ir.OpComposite, ir.OpZero, ir.OpDeclare, ir.OpBuiltin, ir.OpConvert:
		return a.isTool(n.Type)
	case ir.OpFunc, ir.OpMethod:
		if n.Dynamic() {
			return len(n.Types) > 0 // a method in the user's settings
		}
		return a.env.Registers(n.Name) && makes(n.Name) ||
			slices.ContainsFunc(n.Types, func(t types.Type) bool { return a.Watches(t) != Nothing })
	case ir.OpCall:
		f := n.Callee()
		_, named := f.Function()
		return !named && f.Fn == nil && (f.Type == nil || a.env.Leads(f.Type))
	}
	return false
}

// isTool reports whether a value of a type may define a tool. Lists of tools do not
// count: their elements were defined elsewhere.
func (a *Analysis) isTool(t types.Type) bool {
	if t == nil {
		return false
	}
	switch u := types.Unalias(t).(type) {
	case *types.Pointer:
		return a.isTool(u.Elem())
	case *types.Slice, *types.Array, *types.Map:
		return false
	}
	return a.Watches(t) != Nothing
}

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
