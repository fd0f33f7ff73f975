package handling

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// refuseNull finds the arguments for which the function returns an error if they are
// null. Null fails a type assertion, and some readers of the SDK reject it. A
// function that compares the argument with nil accepts null.
func (s *scan) refuseNull(part ast.Node) {
	for n := range s.p.Tree.In(part, (*ast.AssignStmt)(nil)) {
		a := n.(*ast.AssignStmt)
		var list []*found
		switch rhs := ast.Unparen(a.Rhs[0]).(type) {
		case *ast.TypeAssertExpr:
			if r := s.argument(rhs.X); r != nil && rhs.Type != nil && len(a.Lhs) == 2 {
				list = []*found{r}
			}
		case *ast.CallExpr:
			list = s.byCall[rhs]
		}
		for _, r := range list {
			_, asserts := ast.Unparen(a.Rhs[0]).(*ast.TypeAssertExpr)
			r.NotNull = r.NotNull || (asserts || r.refuses) && s.endsWithout(a) && !s.asked(r, part)
		}
	}
}

// endsWithout reports whether the function ends with an error if the last variable that a
// statement sets is false, or an error. Only the next use of the variable counts.
func (s *scan) endsWithout(a *ast.AssignStmt) bool {
	for _, c := range s.p.Tree.Uses(s.p.Info, s.object(a.Lhs[len(a.Lhs)-1])) {
		if c.Node().Pos() < a.End() {
			continue
		}
		unparen(&c)
		switch n := c.Parent().Node().(type) {
		case *ast.UnaryExpr:
			if n.Op != token.NOT {
				return false
			}
		case *ast.BinaryExpr:
			if n.Op != token.NEQ || !s.p.Info.Types[n.Y].IsNil() {
				return false
			}
		default:
			return false
		}
		c = c.Parent()
		kind, _ := unparen(&c)
		for kind == edge.BinaryExpr_X || kind == edge.BinaryExpr_Y {
			if c = c.Parent(); c.Node().(*ast.BinaryExpr).Op != token.LOR {
				return false
			}
			kind, _ = unparen(&c)
		}
		return kind == edge.IfStmt_Cond && s.refuses(c.Parent().Node().(*ast.IfStmt))
	}
	return false
}

// asked reports whether a body compares an argument with nil, or switches over its type.
func (s *scan) asked(r *found, part ast.Node) bool {
	found := false
	s.usesOf(r, part, func(c inspector.Cursor) {
		unparen(&c)
		switch n := c.Parent().Node().(type) {
		case *ast.BinaryExpr:
			found = found || s.p.Info.Types[n.Y].IsNil()
		case *ast.TypeAssertExpr:
			found = found || n.Type == nil
		}
	})
	return found
}
