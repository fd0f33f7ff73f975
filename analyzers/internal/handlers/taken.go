package handlers

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
)

// ArgumentStruct returns the struct parameter of the function that is passed together with the name
// of a tool:
//
//	MustTool("list", "Lists all", list) // func list(context.Context, ListArgs) (string, error)
//
// It returns nil unless there is exactly one such function.
func ArgumentStruct(r *report.Reporter, t *schemafacts.Tool) types.Type {
	for _, call := range calls(r, t.NamePos) {
		var found types.Type
		for _, arg := range call.Args {
			sig, ok := r.Pass.TypesInfo.TypeOf(arg).(*types.Signature)
			if !ok || !own(r, arg) {
				continue
			}
			if found != nil {
				return nil
			}
			if found = takes(sig); found == nil {
				return nil
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// own reports whether an expression is a function literal or names a function of the
// package.
func own(r *report.Reporter, e ast.Expr) bool {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return true
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	default:
		return false
	}
	fn, ok := r.Pass.TypesInfo.Uses[id].(*types.Func)
	return ok && fn.Pkg() == r.Pass.Pkg
}

// takes returns the struct type that a function takes as its only parameter or after
// a context, and nil for any other function.
func takes(sig *types.Signature) types.Type {
	last := sig.Params().Len() - 1
	if last < 0 || last > 1 || sig.Variadic() {
		return nil
	}
	t := sig.Params().At(last).Type()
	t = jsonfields.Pointee(t)
	if _, ok := t.Underlying().(*types.Struct); !ok {
		return nil
	}
	return t
}

// calls returns the calls that enclose a position, innermost first, within the same
// function or declaration.
func calls(r *report.Reporter, pos token.Pos) []*ast.CallExpr {
	var out []*ast.CallExpr
	for _, n := range enclosing.Path(r.Pass.Files, pos) {
		switch n := n.(type) {
		case *ast.CallExpr:
			out = append(out, n)
		case *ast.FuncLit, *ast.FuncDecl:
			return out
		}
	}
	return out
}
