package intercept

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
)

// A middleware may rewrite the list of tools if it, or a function that it calls, names the
// method or the type of the response.

// mentionsList reports whether a middleware mentions the list of tools.
func (b *finder) mentionsList(e ast.Expr, depth int) bool {
	e = ast.Unparen(e)
	if list, calls := b.mention(e); list || slices.ContainsFunc(calls, func(d *ast.FuncDecl) bool { return b.users[d] }) {
		return true
	}
	switch obj := b.object(e).(type) {
	case *types.Func:
		return b.users[b.bodies[obj.Origin()]] || b.listed(ir.Key(obj.Origin()))
	case *types.Var:
		return depth < 4 && slices.ContainsFunc(b.values[obj], func(v exprResult) bool { return b.mentionsList(v.e, depth+1) })
	}
	return false
}

// listed reports whether a function of another package mentions the list of tools.
func (b *finder) listed(key string) bool {
	return slices.Contains(b.below.Lists, key) || slices.Contains(b.below.Lists, filter+key)
}

// findUsers returns the functions of the package that mention the list of tools, or call
// functions that do.
func (b *finder) findUsers() map[*ast.FuncDecl]bool {
	out := map[*ast.FuncDecl]bool{}
	callers := map[*ast.FuncDecl][]*ast.FuncDecl{}
	var work []*ast.FuncDecl
	for _, d := range b.bodies {
		list, calls := b.mention(d)
		if list {
			work = append(work, d)
		}
		for _, called := range calls {
			callers[called] = append(callers[called], d)
		}
	}
	for len(work) > 0 {
		d := work[len(work)-1]
		work = work[:len(work)-1]
		if !out[d] {
			out[d] = true
			work = append(work, callers[d]...)
		}
	}
	return out
}

// mention reports whether syntax names the list of tools, or a function of another package
// that mentions it. calls are the functions of the package that it calls.
func (b *finder) mention(n ast.Node) (list bool, calls []*ast.FuncDecl) {
	// Only a complete concatenation can be the method. To compute the text of each of
	// its parts would take quadratic time.
	part := map[ast.Expr]bool{}
	for n := range b.pkg.Tree.In(n, (*ast.CallExpr)(nil), (*ast.Ident)(nil), (*ast.BasicLit)(nil), (*ast.BinaryExpr)(nil)) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn := b.callee(n); fn == nil {
			} else if d := b.bodies[fn]; d != nil && d.Body != nil {
				calls = append(calls, d)
			} else {
				list = list || b.listed(ir.Key(fn))
			}
		case *ast.Ident:
			switch obj := b.info.Uses[n].(type) {
			case *types.TypeName:
				list = list || slices.ContainsFunc(b.surfaces, func(s *sdk.Surface) bool { return s.List != "" && typeKey(obj.Type()) == s.List })
			case *types.Const:
				list = list || isMethod(obj.Val())
			}
		case *ast.BasicLit:
			list = list || strings.Contains(n.Value, "tools/list") && isMethod(b.info.Types[n].Value)
		case *ast.BinaryExpr:
			if n.Op == token.ADD {
				part[ast.Unparen(n.X)], part[ast.Unparen(n.Y)] = true, true
			}
			list = list || !part[n] && isMethod(b.info.Types[n].Value)
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
