package static

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// IsLayer reports whether a function of a library makes no tools and no servers, but calls
// functions of other packages that do, and passes on only what it gets itself. A run of it
// finds nothing that the runs in those packages have not found. In an agent with 31 tools,
// seven packages ran the constructor of the whole agent once more each, in half of all steps.
func (a *Analysis) IsLayer(fn *ir.Func) bool {
	seen := map[*ir.Func]bool{fn: true}
	work := []*ir.Func{fn}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		s := a.summarize(f)
		if s.own == Tools || a.tells(f) {
			return false
		}
		for _, c := range s.calls {
			if c.Pkg == fn.Pkg && !seen[c] {
				seen[c] = true
				work = append(work, c)
			}
		}
	}
	return true
}

// tells reports whether a function gets a value from a library that leads to tools, such as a
// server, or passes something that it knows to a function that may make tools: a type, a
// text, a literal, a function, or a value of a known type as an interface.
func (a *Analysis) tells(fn *ir.Func) bool {
	return ir.Contains(fn.Body, func(n *ir.Node) bool {
		if n.Op != ir.OpCall {
			return false
		}
		key, named := n.Callee().Function()
		callee := a.env.Func(key)
		switch {
		case !named:
			return false
		case callee == nil:
			return n.Type != nil && a.env.Leads(n.Type)
		case a.Yields(callee) == Nothing:
			return false
		}
		params := callee.Params
		if callee.Method {
			params = params[1:]
		}
		for i, arg := range n.Args() {
			if i < len(params) && narrows(params[i].Type, arg.Type) || knows(fn, arg, 0) {
				return true
			}
		}
		return len(n.Callee().Types) > 0
	})
}

// narrows reports whether an argument has a type that its parameter does not show.
func narrows(param, arg types.Type) bool {
	return arg != nil && ir.IsInterface(param) && !ir.IsContext(param) && !ir.IsInterface(arg)
}

// knows reports whether a part of an expression in a function is not what the function gets.
func knows(fn *ir.Func, n *ir.Node, depth int) bool {
	return depth < 4 && ir.Contains(n, func(n *ir.Node) bool {
		switch n.Op {
		case ir.OpComposite, ir.OpClosure, ir.OpFunc:
			return true
		case ir.OpConst:
			b, ok := ir.Under(n.Type).(*types.Basic)
			return ok && b.Info()&types.IsString != 0
		case ir.OpLocal:
			return ir.Contains(fn.Body, func(d *ir.Node) bool {
				switch {
				case d.Op == ir.OpRange && (sets(d.Key(), n.Int) || sets(d.Elem(), n.Int)):
					return knows(fn, d.X(), depth+1)
				case d.Op == ir.OpAssign && slices.ContainsFunc(d.Targets(), func(t *ir.Node) bool { return sets(t, n.Int) }):
					return slices.ContainsFunc(d.Values(), func(v *ir.Node) bool { return v.Op != ir.OpCall && knows(fn, v, depth+1) })
				}
				return false
			})
		}
		return false
	})
}

// sets reports whether the target of an assignment is a local variable or a part of one.
func sets(n *ir.Node, slot int) bool {
	return n != nil && (isOf(n, slot) || n.Op == ir.OpDeclare && n.Int == slot)
}
