package intercept

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
)

// Code mentions the list of tools if it names the method or the type of the response, or calls
// a function that does.

// mentionsList reports whether a middleware, or what is assigned to a variable with one,
// mentions the list of tools.
func (b *finder) mentionsList(e ast.Expr) bool {
	v, isVar := b.object(e).(*types.Var)
	return b.names(e) || isVar && b.isSetTo(v)
}

// names reports whether an expression mentions the list of tools, or a function that does.
func (b *finder) names(e ast.Expr) bool {
	list, calls := b.mention(e)
	fn := b.function(e)
	return list || slices.ContainsFunc(calls, func(d *ast.FuncDecl) bool { return b.users[d] }) || fn != nil && b.mentions(fn)
}

// isSetTo reports whether a statement with the name of a variable on its left side mentions the
// list of tools.
func (b *finder) isSetTo(v *types.Var) bool {
	for _, f := range b.pkg.Files() {
		for n := range b.pkg.Tree.In(f, (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
			var values []ast.Expr
			switch n := n.(type) {
			case *ast.AssignStmt:
				if slices.ContainsFunc(n.Lhs, func(l ast.Expr) bool { return b.object(l) == v }) {
					values = n.Rhs
				}
			case *ast.ValueSpec:
				if slices.ContainsFunc(n.Names, func(l *ast.Ident) bool { return b.object(l) == v }) {
					values = n.Values
				}
			}
			if slices.ContainsFunc(values, b.names) {
				return true
			}
		}
	}
	return false
}

// mentions reports whether a function of this or another package mentions the list of tools.
func (b *finder) mentions(fn *types.Func) bool {
	key := ir.Key(fn.Origin())
	return b.users[b.bodies[fn.Origin()]] || slices.Contains(b.below.Lists, key) || slices.Contains(b.below.Lists, filter+key)
}

// findUsers finds the functions of the package that mention the list of tools, or call
// functions that do.
func (b *finder) findUsers() {
	callers := map[*ast.FuncDecl][]*ast.FuncDecl{}
	var work []*ast.FuncDecl
	for _, d := range b.bodies {
		list, calls := b.mention(d)
		if list {
			b.direct[d] = true
			work = append(work, d)
		}
		for _, called := range calls {
			callers[called] = append(callers[called], d)
		}
	}
	for len(work) > 0 {
		d := work[len(work)-1]
		work = work[:len(work)-1]
		if !b.users[d] {
			b.users[d] = true
			work = append(work, callers[d]...)
		}
	}
}

// mention reports whether syntax names the list of tools, or a function of another package
// that mentions it. calls are the functions of the package that it calls.
func (b *finder) mention(n ast.Node) (list bool, calls []*ast.FuncDecl) {
	for n := range b.pkg.Tree.In(n, (*ast.CallExpr)(nil), (*ast.Ident)(nil), (*ast.BasicLit)(nil)) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn := b.callee(n); fn == nil {
			} else if d := b.bodies[fn]; d != nil && d.Body != nil {
				calls = append(calls, d)
			} else {
				list = list || b.mentions(fn)
			}
		case *ast.Ident:
			switch obj := b.info.Uses[n].(type) {
			case *types.TypeName:
				list = list || slices.ContainsFunc(b.surfaces, func(s *sdk.Surface) bool { return s.List != "" && typeKey(obj.Type()) == s.List })
			case *types.Const:
				list = list || isMethod(obj.Val())
			}
		case *ast.BasicLit:
			list = list || isMethod(b.info.Types[n].Value)
		}
		if list {
			break
		}
	}
	return list, calls
}

// isMethod reports whether a constant is the name of the method tools/list.
func isMethod(v constant.Value) bool {
	return v != nil && v.Kind() == constant.String && constant.StringVal(v) == "tools/list"
}

// typeKey returns the import path and name of a named type or of a pointer to one, or
// "" for any other type.
func typeKey(t types.Type) string {
	if t == nil {
		return ""
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
		return named.Obj().Pkg().Path() + "." + named.Obj().Name()
	}
	return ""
}
