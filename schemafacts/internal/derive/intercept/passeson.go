package intercept

import (
	"go/ast"
	"go/types"
	"slices"
)

// passesOn reports whether a method such as Write always passes its whole input
// unchanged to an inner stream. It may otherwise only read the input.
func (b *finder) passesOn(d *ast.FuncDecl) bool {
	if d.Body == nil || d.Type.Params.NumFields() != 1 || len(d.Type.Params.List[0].Names) != 1 {
		return false
	}
	param := b.info.Defs[d.Type.Params.List[0].Names[0]]
	if param == nil || !b.onlyLooks(d.Body, param) {
		return false
	}
	for _, s := range d.Body.List {
		given, returns := false, false
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt, *ast.FuncLit, *ast.CaseClause, *ast.CommClause:
				ast.Inspect(n, func(n ast.Node) bool {
					if ret, ok := n.(*ast.ReturnStmt); ok && !givesNothing(ret) {
						returns = true
					}
					return true
				})
				return false // it may not run
			case *ast.CallExpr:
				given = given || b.inner(n, d.Name.Name) && b.is(n.Args[0], param)
			}
			return true
		})
		if given || returns {
			return given
		}
	}
	return false
}

// givesNothing reports whether a return statement in a method such as Write passes
// nothing on, as in a guard against a missing stream.
func givesNothing(ret *ast.ReturnStmt) bool {
	if len(ret.Results) != 2 {
		return false
	}
	n, ok := ast.Unparen(ret.Results[0]).(*ast.BasicLit)
	id, isNil := ast.Unparen(ret.Results[1]).(*ast.Ident)
	return ok && n.Value == "0" && !(isNil && id.Name == "nil")
}

// inner reports whether a call calls the same method of an inner stream, a value of an
// interface type.
func (b *finder) inner(call *ast.CallExpr, method string) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != method || len(call.Args) != 1 {
		return false
	}
	t := b.info.TypeOf(sel.X)
	return t != nil && types.IsInterface(t)
}

func (b *finder) is(e ast.Expr, param types.Object) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && b.info.Uses[id] == param
}

// looking are packages of the standard library whose functions do not change the bytes
// of their arguments.
var looking = []string{"bytes", "encoding/json", "fmt", "log", "log/slog", "strings", "unicode/utf8"}

// onlyLooks reports whether a body uses param only to pass it on as a whole or to
// functions that read it. It must not write anything else to an inner stream.
func (b *finder) onlyLooks(body ast.Node, param types.Object) bool {
	ok := true
	fine := map[*ast.Ident]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		call, isCall := n.(*ast.CallExpr)
		if !isCall {
			return ok
		}
		looks := b.onlyReads(call)
		for _, method := range []string{"Read", "Write", "WriteString"} {
			if b.inner(call, method) {
				looks = b.is(call.Args[0], param)
				ok = ok && looks
			}
		}
		for _, arg := range call.Args {
			arg = ast.Unparen(arg)
			if s, sliced := arg.(*ast.SliceExpr); sliced && b.onlyReads(call) {
				arg = s.X
			}
			if id, isID := arg.(*ast.Ident); isID && looks {
				fine[id] = true
			}
		}
		return ok
	})
	ast.Inspect(body, func(n ast.Node) bool {
		if id, isID := n.(*ast.Ident); isID && b.info.Uses[id] == param && !fine[id] {
			ok = false
		}
		return ok
	})
	return ok
}

// onlyReads reports whether a call only reads its arguments.
func (b *finder) onlyReads(call *ast.CallExpr) bool {
	tv := b.info.Types[call.Fun]
	if basic, ok := tv.Type.(*types.Basic); tv.IsType() && ok && basic.Info()&types.IsString != 0 {
		return true
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && tv.IsBuiltin() {
		return id.Name == "len" || id.Name == "cap"
	}
	fn := b.callee(call)
	return fn != nil && fn.Pkg() != nil && slices.Contains(looking, fn.Pkg().Path())
}
