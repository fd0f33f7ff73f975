package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A handler may return the result of a helper, which returns the result of a function
// that the handler passes to it, or the value of a variable that one of two branches
// sets.

// passes returns the numbers of the function parameters that a function calls to make
// its own result, and whose result it returns unchanged.
func (p *Package) passes(body *ast.BlockStmt, sig *types.Signature) []int {
	if !p.makesResult(sig) || sig.Variadic() {
		return nil
	}
	var out []int
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) != 1 {
				return true
			}
			call, _ := ast.Unparen(n.Results[0]).(*ast.CallExpr)
			if call == nil {
				return true
			}
			id, _ := ast.Unparen(call.Fun).(*ast.Ident)
			for i := range sig.Params().Len() {
				v := sig.Params().At(i)
				if id != nil && p.Info.Uses[id] == v && !slices.Contains(out, i) && !p.written(v, body) {
					out = append(out, i)
				}
			}
		}
		return true
	})
	slices.Sort(out)
	return out
}

// passed returns the structured content that literals return, if a call passes them
// to a function that returns their result.
func (p *Package) passed(call *ast.CallExpr, sum *Func, follow bool) []ast.Expr {
	var out []ast.Expr
	for _, i := range sum.Passes {
		if i >= len(call.Args) {
			continue
		}
		if lit, ok := ast.Unparen(call.Args[i]).(*ast.FuncLit); ok {
			if sig, ok := p.Info.TypeOf(lit).(*types.Signature); ok {
				out = append(out, p.contents(lit.Body, sig, follow)...)
			}
		}
	}
	return out
}

// returnsCallResult reports whether a return statement returns a result and an error that one
// call returned, both unchanged.
func (p *Package) returnsCallResult(ret *ast.ReturnStmt, body *ast.BlockStmt) bool {
	result, _ := ast.Unparen(ret.Results[0]).(*ast.Ident)
	err, _ := ast.Unparen(ret.Results[1]).(*ast.Ident)
	if result == nil || err == nil {
		return false
	}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == 2 && len(a.Rhs) == 1 {
			found = found || p.object(a.Lhs[0]) == p.Info.Uses[result] && p.object(a.Lhs[1]) == p.Info.Uses[err] && p.Info.Uses[err] != nil
		}
		return !found
	})
	return found
}

// object returns the object that an identifier declares or denotes, or nil for any
// other expression.
func (p *Package) object(e ast.Expr) types.Object {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	if obj := p.Info.Defs[id]; obj != nil {
		return obj
	}
	return p.Info.Uses[id]
}

// values returns the expressions whose value a returned variable of an interface type
// may have. They come from the last assignment before the return statement, or from
// an if statement that assigns the variable in both branches. The condition must not
// depend on these expressions. For any other expression, values returns the
// expression itself.
func (p *Package) values(e ast.Expr, ret *ast.ReturnStmt, body *ast.BlockStmt) []ast.Expr {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok || e.Pos() < ret.Pos() || ret.End() < e.End() {
		return []ast.Expr{e}
	}
	v, ok := p.Info.Uses[id].(*types.Var)
	if !ok || !types.IsInterface(v.Type()) || p.addressed(v, body) {
		return []ast.Expr{e}
	}
	if list := enclosingList(body, ret); list != nil {
		if out, ok := p.setBefore(v, list[:slices.Index(list, ast.Stmt(ret))]); ok {
			return out
		}
	}
	return []ast.Expr{e}
}

// enclosingList returns the list of statements that contains a return statement. It searches
// the block and the branches of its if statements, and returns nil if it finds none.
func enclosingList(b *ast.BlockStmt, ret *ast.ReturnStmt) []ast.Stmt {
	if slices.Contains(b.List, ast.Stmt(ret)) {
		return b.List
	}
	for _, s := range b.List {
		for is, ok := s.(*ast.IfStmt); ok; is, ok = is.Else.(*ast.IfStmt) {
			if list := enclosingList(is.Body, ret); list != nil {
				return list
			}
			if els, isBlock := is.Else.(*ast.BlockStmt); isBlock {
				if list := enclosingList(els, ret); list != nil {
					return list
				}
			}
		}
	}
	return nil
}

// setBefore returns the expressions that the last assignment in a list of statements
// gives a variable. ok is false if that assignment cannot be followed.
func (p *Package) setBefore(v *types.Var, list []ast.Stmt) ([]ast.Expr, bool) {
	for _, s := range slices.Backward(list) {
		if !p.sets(v, s) {
			continue
		}
		switch s := s.(type) {
		case *ast.AssignStmt:
			i := slices.IndexFunc(s.Lhs, func(e ast.Expr) bool { return p.object(e) == v })
			if i < 0 || len(s.Lhs) != len(s.Rhs) {
				return nil, false
			}
			return []ast.Expr{s.Rhs[i]}, true
		case *ast.IfStmt:
			els, ok := s.Else.(*ast.BlockStmt)
			if !ok || s.Init != nil {
				return nil, false
			}
			a, ok := p.setBefore(v, s.Body.List)
			b, ok2 := p.setBefore(v, els.List)
			both := slices.Concat(a, b)
			if !ok || !ok2 || p.share(s.Cond, both) {
				return nil, false
			}
			return both, true
		}
		return nil, false
	}
	return nil, false
}

// sets reports whether a statement may assign a variable.
func (p *Package) sets(v *types.Var, s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			found = found || slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return p.object(e) == v })
		case *ast.RangeStmt:
			found = found || n.Key != nil && p.object(n.Key) == v || n.Value != nil && p.object(n.Value) == v
		case *ast.Ident:
			found = found || p.Info.Defs[n] == v
		}
		return !found
	})
	return found
}

// addressed reports whether the address of a variable is taken, or a function literal
// assigns it.
func (p *Package) addressed(v *types.Var, body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			id, ok := ast.Unparen(n.X).(*ast.Ident)
			found = found || n.Op == token.AND && ok && p.Info.Uses[id] == v
		case *ast.FuncLit:
			found = found || p.sets(v, n.Body)
		}
		return !found
	})
	return found
}

// share reports whether a condition and one of the values use the same variable.
func (p *Package) share(cond ast.Expr, values []ast.Expr) bool {
	looked := map[types.Object]bool{}
	ast.Inspect(cond, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && p.Info.Uses[id] != nil {
			looked[p.Info.Uses[id]] = true
		}
		return true
	})
	found := false
	for _, v := range values {
		ast.Inspect(v, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				_, isVar := p.Info.Uses[id].(*types.Var)
				found = found || isVar && looked[p.Info.Uses[id]]
			}
			return !found
		})
	}
	return found
}
