package handling

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/types/typeutil"
)

// asserted returns the operand of a type assertion, and any other expression itself.
func asserted(e ast.Expr) ast.Expr {
	if a, ok := ast.Unparen(e).(*ast.TypeAssertExpr); ok {
		e = a.X
	}
	return ast.Unparen(e)
}

// constantTexts returns the elements of a list, or the keys of a map, if all are constant
// texts. The list or map is a literal, or a variable that only its declaration sets.
func (s *scan) constantTexts(e ast.Expr) []string {
	if v, ok := s.object(e).(*types.Var); ok {
		e = s.p.onlyValue(v)
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	var out []string
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if v := s.p.Info.Types[kv.Value].Value; v != nil && v.Kind() == constant.Bool && !constant.BoolVal(v) {
				return nil
			}
			elt = kv.Key
		}
		v := s.p.Info.Types[elt].Value
		if v == nil || v.Kind() != constant.String {
			return nil
		}
		out = append(out, constant.StringVal(v))
	}
	return out
}

// onlyValue returns the value of a list or map in a variable that other code only reads, or
// nil.
func (p *Package) onlyValue(v *types.Var) (value ast.Expr) {
	if v.Parent() == p.Pkg.Scope() && v.Exported() {
		return nil
	}
	for _, c := range p.Tree.Uses(p.Info, v) {
		kind, i := c.ParentEdge()
		switch n := c.Parent().Node().(type) {
		case *ast.ValueSpec:
			if kind != edge.ValueSpec_Names || i >= len(n.Values) {
				return nil
			}
			value = n.Values[i]
		case *ast.AssignStmt:
			if kind != edge.AssignStmt_Lhs || n.Tok != token.DEFINE || len(n.Lhs) != len(n.Rhs) {
				return nil
			}
			value = n.Rhs[i]
		case *ast.IndexExpr:
			if changes(c.Parent()) {
				return nil
			}
		case *ast.RangeStmt:
		case *ast.CallExpr:
			fn, _ := typeutil.Callee(p.Info, n).(*types.Func)
			if !p.Info.Types[n.Fun].IsBuiltin() && (fn == nil || fn.Pkg() == nil || !slices.Contains([]string{"fmt", "maps", "slices", "strings"}, fn.Pkg().Path())) {
				return nil
			}
			if id, ok := n.Fun.(*ast.Ident); ok && (id.Name == "delete" || id.Name == "clear" || id.Name == "copy") {
				return nil
			}
		default:
			return nil
		}
	}
	return value
}
