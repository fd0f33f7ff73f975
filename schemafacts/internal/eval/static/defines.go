package static

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Defines reports whether a program itself, without its callees, makes tools, or calls
// a model that makes tools, or calls something unknown.
func (a *Analysis) Defines(n *ir.Node, makes func(key string) bool) bool {
	if n == nil {
		return false
	}
	switch n.Op {
	case ir.OpComposite, ir.OpZero, ir.OpDeclare, ir.OpBuiltin, ir.OpConvert:
		if a.isTool(n.Type) {
			return true
		}
	case ir.OpFunc, ir.OpMethod:
		if n.Flag && n.Op == ir.OpMethod {
			if len(n.Types) > 0 {
				return true // a method in the user's settings
			}
			break
		}
		if a.env.Registers(n.Name) && makes(n.Name) {
			return true
		}
		for _, t := range n.Types {
			if a.Watches(t) != Nothing {
				return true
			}
		}
	case ir.OpCall:
		if k := n.Kids[0]; k.Op != ir.OpFunc && k.Fn == nil && (k.Op != ir.OpMethod || k.Flag) && (k.Type == nil || a.env.Leads(k.Type)) {
			return true
		}
	}
	for _, k := range n.Kids {
		if a.Defines(k, makes) {
			return true
		}
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
