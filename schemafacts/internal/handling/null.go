package handling

import (
	"go/ast"
	"go/token"
)

// refuseNull finds the arguments for which the function returns an error if they are
// null. Null fails a type assertion, and some readers of the SDK reject it. A
// function that compares the argument with nil accepts null.
func (s *scan) refuseNull(body *ast.BlockStmt) {
	asked := map[*found]bool{}
	for n := range s.p.Tree.In(body, (*ast.BinaryExpr)(nil), (*ast.TypeSwitchStmt)(nil)) {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if r := s.argument(n.X); r != nil && s.p.Info.Types[n.Y].IsNil() {
				asked[r] = true
			}
		case *ast.TypeSwitchStmt:
			ast.Inspect(n.Assign, func(n ast.Node) bool {
				if a, ok := n.(*ast.TypeAssertExpr); ok {
					if r := s.argument(a.X); r != nil {
						asked[r] = true
					}
				}
				return true
			})
		}
	}
	for n := range s.p.Tree.In(body, (*ast.BlockStmt)(nil)) {
		block := n.(*ast.BlockStmt)
		for i, stmt := range block.List {
			check, ok := stmt.(*ast.IfStmt)
			if !ok {
				continue
			}
			assign, _ := check.Init.(*ast.AssignStmt)
			if assign == nil && i > 0 {
				assign, _ = block.List[i-1].(*ast.AssignStmt)
			}
			for _, r := range s.checkedIn(assign, check.Cond) {
				r.NotNull = r.NotNull || !asked[r] && s.refuses(check)
			}
		}
	}
}

// argument returns the argument that an expression reads, or that the variable which
// it names contains. Otherwise it returns nil.
func (s *scan) argument(e ast.Expr) *found {
	e = ast.Unparen(e)
	if r := s.byExpr[e]; r != nil {
		return r
	}
	if id, ok := e.(*ast.Ident); ok {
		if h := s.values[s.p.Info.Uses[id]]; h != nil {
			return h.read
		}
	}
	return nil
}

// checkedIn returns the arguments in an assignment that make a condition true if they
// are null: the one in v, ok := argument.(T), or those that a reader rejects.
func (s *scan) checkedIn(assign *ast.AssignStmt, cond ast.Expr) []*found {
	if assign == nil || len(assign.Rhs) != 1 {
		return nil
	}
	rhs, last := ast.Unparen(assign.Rhs[0]), assign.Lhs[len(assign.Lhs)-1]
	if a, ok := rhs.(*ast.TypeAssertExpr); ok && a.Type != nil && len(assign.Lhs) == 2 && s.fails(cond, last) {
		if r := s.argument(a.X); r != nil {
			return []*found{r}
		}
	}
	if obj := s.object(last); obj == nil || !s.isError(cond, obj) {
		return nil
	}
	var out []*found
	for _, r := range s.byCall[rhs] {
		if r.refuses {
			out = append(out, r)
		}
	}
	return out
}

// fails reports whether a condition is true whenever the variable ok is false.
func (s *scan) fails(cond, ok ast.Expr) bool {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.NOT && s.object(e.X) != nil && s.object(e.X) == s.object(ok)
	case *ast.BinaryExpr:
		return e.Op == token.LOR && (s.fails(e.X, ok) || s.fails(e.Y, ok))
	}
	return false
}
