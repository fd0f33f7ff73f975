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
	lit := s.listed(e)
	if lit == nil {
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
		text, ok := s.p.text(elt)
		if !ok {
			return nil
		}
		out = append(out, text)
	}
	return out
}

// listed returns the literal that makes a list or map, also one in a variable that only its
// declaration sets, or nil.
func (s *scan) listed(e ast.Expr) *ast.CompositeLit {
	if v, ok := s.object(e).(*types.Var); ok {
		e = s.p.onlyValue(v)
	}
	lit, _ := e.(*ast.CompositeLit)
	return lit
}

// onlyValue returns the value of a list or map in a variable that other code of the package only
// reads or returns, or nil. Of 168 exported lists in 132 public repositories, another package
// changes at most one.
func (p *Package) onlyValue(v *types.Var) (value ast.Expr) {
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
		case *ast.RangeStmt, *ast.ReturnStmt:
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
