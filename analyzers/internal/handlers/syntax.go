// Package handlers finds what handles a tool.
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

// Options returns the calls among the arguments of the call that receives a tool's
// name.
func Options(files []*ast.File, name token.Pos) []*ast.CallExpr {
	var out []*ast.CallExpr
	for _, n := range enclosing.Path(files, name) {
		call, ok := n.(*ast.CallExpr)
		if !ok || name < call.Lparen {
			continue
		}
		for _, arg := range call.Args {
			if option, ok := ast.Unparen(arg).(*ast.CallExpr); ok {
				out = append(out, option)
			}
		}
		break
	}
	return out
}

// Instantiated returns the name of a generic function if fun is one with an explicit
// type argument, and nil otherwise.
func Instantiated(fun ast.Expr) *ast.Ident {
	ix, ok := ast.Unparen(fun).(*ast.IndexExpr)
	if !ok {
		return nil
	}
	switch f := ast.Unparen(ix.X).(type) {
	case *ast.Ident:
		return f
	case *ast.SelectorExpr:
		return f.Sel
	}
	return nil
}

// Arguments returns the type into which the SDK decodes the arguments for a tool's
// handler; for a pointer, it returns the element type. It returns nil if the SDK does
// not decode and validate them or if the handler is unknown.
func Arguments(r *report.Reporter, t *schemafacts.Tool) types.Type {
	var ft *ast.FuncType
	switch n := r.Facts.HandlerOf(t).(type) {
	case *ast.FuncDecl:
		ft = n.Type
	case *ast.FuncLit:
		ft = n.Type
	default:
		return nil
	}
	var params []types.Type
	for _, p := range ft.Params.List {
		for range max(1, len(p.Names)) {
			params = append(params, r.Pass.TypesInfo.TypeOf(p.Type))
		}
	}
	if len(params) != 3 {
		return nil
	}
	if _, checked := schemafacts.Request(params[1]); !checked {
		return nil
	}
	args := jsonfields.Pointee(params[2])
	if _, ok := types.Unalias(args).(*types.TypeParam); ok {
		return nil // of a function that registers many handlers
	}
	return args
}
