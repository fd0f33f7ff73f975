package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"github.com/schemavet/schemavet/internal/enclosing"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// nilness is whether the value of an expression is nil.
type nilness int

const (
	notNil   nilness = iota // or unknown
	mayBeNil                // code that may not run sets it
	isNil
)

// nilness reports whether an expression in a body is nil: nil itself, a variable that the
// body declares and never sets, or sets only with append in code that may not run, the result
// of a function that returns one of these, or a field of a struct that has one of them there.
func (c nulls) nilness(e ast.Expr, body *ast.BlockStmt) nilness {
	info := c.p.Info
	e = ast.Unparen(e)
	if info.Types[e].IsNil() {
		return isNil
	}
	switch e := e.(type) {
	case *ast.Ident:
		if v, ok := info.Uses[e].(*types.Var); ok && enclosing.Within(body, v.Pos()) {
			return c.variableNilness(v, body)
		}
	case *ast.SelectorExpr:
		return c.fieldNilness(e, body)
	case *ast.CallExpr:
		return c.resultNilness(typeutil.StaticCallee(info, e), 0)
	}
	return notNil
}

// variableNilness implements [nulls.nilness] for a variable.
func (c nulls) variableNilness(v *types.Var, body *ast.BlockStmt) nilness {
	info, result, assigned := c.p.Info, notNil, false
	uses := c.p.Tree.Uses(info, v)
	if inCondition(uses, body) {
		return notNil
	}
	for _, id := range uses {
		kind, i := id.ParentEdge()
		switch n := id.Parent().Node().(type) {
		case *ast.ValueSpec:
			if kind == edge.ValueSpec_Names && len(n.Values) == 0 {
				result = isNil
			}
		case *ast.AssignStmt:
			if kind != edge.AssignStmt_Lhs {
				continue
			}
			assigned = true
			call, isCall := ast.Unparen(n.Rhs[min(i, len(n.Rhs)-1)]).(*ast.CallExpr)
			made := notNil
			if isCall && len(n.Rhs) == 1 {
				made = c.resultNilness(typeutil.StaticCallee(info, call), i)
			}
			switch {
			case n.Tok == token.DEFINE && isCall && len(n.Rhs) == 1, made != notNil:
				result = max(result, made)
			case isCall && isAppend(info, call) && info.Uses[identOf(call.Args[0])] == v && mayNotRun(info, id, body):
			default:
				return notNil
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				return notNil
			}
		case *ast.RangeStmt:
			if kind != edge.RangeStmt_X {
				return notNil
			}
		}
	}
	if assigned {
		return min(result, mayBeNil)
	}
	return result
}

func identOf(e ast.Expr) *ast.Ident {
	id, _ := ast.Unparen(e).(*ast.Ident)
	return id
}

// fieldNilness implements [nulls.nilness] for a field.
func (c nulls) fieldNilness(sel *ast.SelectorExpr, body *ast.BlockStmt) nilness {
	f, ok := c.p.Info.Uses[sel.Sel].(*types.Var)
	if !ok || !isList(f.Type()) || inCondition(c.p.Tree.Uses(c.p.Info, f), body) {
		return notNil
	}
	c, more := c.inside()
	if !more {
		return notNil
	}
	values := c.values(sel.X, body, nil)
	result, unset := notNil, 0
	for _, v := range values {
		if v.maybe[f.Origin()] {
			result = mayBeNil
		} else if !v.set[f.Origin()] {
			result, unset = mayBeNil, unset+1
		}
	}
	if unset > 0 && unset == len(values) {
		return isNil
	}
	return result
}

// inCondition reports whether the condition of an if statement in a body contains one of some
// uses.
func inCondition(uses []inspector.Cursor, body *ast.BlockStmt) bool {
	return slices.ContainsFunc(uses, func(id inspector.Cursor) bool {
		for outer := range id.Enclosing((*ast.IfStmt)(nil)) {
			if enclosing.Within(body, outer.Node().Pos()) && enclosing.Within(outer.Node().(*ast.IfStmt).Cond, id.Node().Pos()) {
				return true
			}
		}
		return false
	})
}

// isList reports whether a type is a slice or map, which encoding/json writes as null if it
// is nil.
func isList(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	}
	return false
}

// resultNilness reports whether a result of a function may be nil if the function does not
// fail. A nil that the function returns under a condition does not count, because the caller
// may have excluded the condition.
func (c nulls) resultNilness(fn *types.Func, i int) nilness {
	if fn == nil {
		return notNil
	}
	if fn.Pkg() != c.p.Pkg {
		if sum := c.p.Known(c.p.key(fn)); sum != nil && slices.Contains(sum.Nils, strconv.Itoa(i)) {
			return mayBeNil
		}
		return notNil
	}
	inner, more := c.inside()
	decl := c.p.decls[c.p.key(fn)]
	for _, ret := range c.successes(decl, fn, i) {
		if len(ret.Results) == fn.Signature().Results().Len() && more && !(c.p.Info.Types[ret.Results[i]].IsNil() && !slices.Contains(decl.Body.List, ast.Stmt(ret))) &&
			inner.nilness(ret.Results[i], decl.Body) != notNil {
			return mayBeNil
		}
	}
	return notNil
}

// successes returns the statements with which a function of the package returns a result i
// and no error.
func (c nulls) successes(decl *ast.FuncDecl, fn *types.Func, i int) (out []*ast.ReturnStmt) {
	results := fn.Signature().Results()
	last := results.Len() - 1
	if decl == nil || i > last {
		return nil
	}
	fails := isErrorType(results.At(last).Type())
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) == 1 && last > 0 || len(n.Results) == last+1 && (!fails || i != last && c.maySucceed(n)) {
				out = append(out, n)
			}
		}
		return true
	})
	return out
}

// maySucceed reports whether the last value that a statement returns, an error, is nil, or
// may be because it is the error of an iterator, as in return list, rows.Err().
func (c nulls) maySucceed(ret *ast.ReturnStmt) bool {
	info, last := c.p.Info, ret.Results[len(ret.Results)-1]
	if info.Types[last].IsNil() {
		return true
	}
	call, ok := ast.Unparen(last).(*ast.CallExpr)
	if !ok || len(call.Args) > 0 {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Err" && info.TypeOf(sel.X) != nil && info.TypeOf(sel.X).String() != "context.Context"
}

// appendsLater reports whether an identifier is part of out.Field = append(out.Field, ...)
// in code that may not run.
func appendsLater(info *types.Info, id inspector.Cursor, f *types.Var, body *ast.BlockStmt) bool {
	isField := func(e ast.Expr) bool {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		return ok && info.Uses[sel.Sel] == f
	}
	for outer := range id.Enclosing((*ast.AssignStmt)(nil)) {
		if a := outer.Node().(*ast.AssignStmt); len(a.Lhs) == 1 && len(a.Rhs) == 1 && isField(a.Lhs[0]) {
			call, ok := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
			return ok && isAppend(info, call) && isField(call.Args[0]) && mayNotRun(info, outer, body)
		}
	}
	return false
}

// isAppend reports whether a call appends single elements to a slice.
func isAppend(info *types.Info, call *ast.CallExpr) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	return ok && id.Name == "append" && info.Types[call.Fun].IsBuiltin() && len(call.Args) > 0
}

// mayNotRun reports whether code of a body is in a branch, or in a loop that may end
// before its body.
func mayNotRun(info *types.Info, c inspector.Cursor, body *ast.BlockStmt) bool {
	for outer := range c.Enclosing((*ast.RangeStmt)(nil), (*ast.ForStmt)(nil), (*ast.IfStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil), (*ast.FuncLit)(nil)) {
		if !enclosing.Within(body, outer.Node().Pos()) {
			break
		}
		runs := false
		switch n := outer.Node().(type) {
		case *ast.RangeStmt:
			lit, ok := ast.Unparen(n.X).(*ast.CompositeLit)
			runs = info.Types[n.X].Value != nil || ok && len(lit.Elts) > 0
		case *ast.ForStmt:
			bound, ok := n.Cond.(*ast.BinaryExpr)
			runs = n.Cond == nil || ok && info.Types[bound.Y].Value != nil
		}
		if !runs {
			return true
		}
	}
	return false
}
