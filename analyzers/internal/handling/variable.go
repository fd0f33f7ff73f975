package handling

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
)

// inVariable returns the handler in a local variable that a call registers, or nil if it is
// unknown. All values of the variable must be the handler, or be made of the variable:
//
//	handler := h.list
//	if m != nil {
//		handler = m.wrap(handler)
//	}
//	s.AddTool(tool, handler)
func (p *Package) inVariable(n ast.Node) ast.Node {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return nil
	}
	var found []ast.Node
	for _, arg := range call.Args {
		v, ok := p.object(arg).(*types.Var)
		if !ok || v.Kind() != types.LocalVar {
			continue
		}
		if sig, ok := v.Type().Underlying().(*types.Signature); !ok || !p.takesRequest(sig) {
			continue
		}
		for c := range slices.Values(p.Tree.Uses(p.Info, v)) {
			kind, i := c.ParentEdge()
			assign, ok := c.Parent().Node().(*ast.AssignStmt)
			if !ok || kind != edge.AssignStmt_Lhs {
				continue
			}
			value := assign.Rhs[min(i, len(assign.Rhs)-1)]
			list := p.mentioned(value)
			if len(list) == 0 && !p.uses(value, v) {
				return nil
			}
			found = append(found, list...)
		}
	}
	return single(slices.Compact(found))
}

// uses reports whether a part of the source mentions a variable.
func (p *Package) uses(n ast.Node, v *types.Var) bool {
	for id := range p.Tree.In(n, (*ast.Ident)(nil)) {
		if p.Info.Uses[id.(*ast.Ident)] == v {
			return true
		}
	}
	return false
}
