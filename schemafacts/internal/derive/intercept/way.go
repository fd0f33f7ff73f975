package intercept

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
)

// A writer or reader that never gets what a server writes is not on the way: the
// ResponseWriter of another route, or a reader of a client.

// mayHandle reports whether the receiver of a call of ServeHTTP may lead to the HTTP handler
// of a server.
func (b *finder) mayHandle(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return true
	}
	if b.handlers == nil {
		b.handlers = b.findHandlers()
	}
	return b.leads(sel.X)
}

// findHandlers returns the variables, fields, parameters and functions of the package that
// may hold or return the HTTP handler of a server, or what contains one. Other packages may
// pass one to each exported function, if this is not a program.
func (b *finder) findHandlers() map[types.Object]bool {
	b.handlers = map[types.Object]bool{}
	for size := -1; size != len(b.handlers); {
		size = len(b.handlers)
		for obj, values := range b.values {
			if slices.ContainsFunc(values, func(v exprResult) bool { return b.leads(v.e) }) {
				b.handlers[obj] = true
			}
		}
		for fn, d := range b.bodies {
			for p := range fn.(*types.Func).Signature().Params().Variables() {
				if !b.pkg.IsMain() && fn.Exported() || slices.ContainsFunc(b.arguments(p), b.leads) {
					b.handlers[p] = true
				}
			}
			for n := range b.pkg.Tree.In(d, (*ast.ReturnStmt)(nil)) {
				if slices.ContainsFunc(n.(*ast.ReturnStmt).Results, b.leads) {
					b.handlers[fn] = true
				}
			}
		}
		for _, calls := range b.calls {
			for _, call := range calls { // mux.Handle(path, handler)
				if recv := b.root(call.Fun); recv != nil && slices.ContainsFunc(call.Args, b.leads) {
					b.handlers[recv] = true
				}
			}
		}
	}
	return b.handlers
}

// leads reports whether an expression mentions what may hold the HTTP handler of a server.
func (b *finder) leads(e ast.Expr) bool {
	for n := range b.pkg.Tree.In(e, (*ast.Ident)(nil)) {
		switch obj := b.info.Uses[n.(*ast.Ident)].(type) {
		case *types.Func:
			if b.handlers[obj.Origin()] || slices.ContainsFunc(b.of(obj), func(s *sdk.Surface) bool { return slices.Contains(s.HTTP, obj.FullName()) }) {
				return true
			}
			// So may functions of other packages, and methods of unknown types.
			recv := obj.Signature().Recv()
			if recv != nil && types.IsInterface(recv.Type()) || b.below.ServesHTTP && obj.Pkg() != b.pkg.Pass.Pkg {
				if obj.Pkg() != nil && !ir.IsStd(obj.Pkg().Path()) {
					return true
				}
			}
		case *types.Var:
			if b.handlers[obj] || obj.IsField() && obj.Exported() && !b.pkg.IsMain() && hasMethod(obj.Type(), "ServeHTTP") {
				return true
			}
		}
	}
	return false
}

// root returns the variable or field of which the receiver of a method is a part, or nil.
func (b *finder) root(fun ast.Expr) types.Object {
	sel, ok := ast.Unparen(fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	v, _ := b.object(sel.X).(*types.Var)
	if v == nil {
		return nil
	}
	return v
}

// clients reports whether a transport is only passed to clients of other servers.
func (b *finder) clients(lit *ast.CompositeLit) bool {
	within := func(e ast.Expr) bool { return e.Pos() <= lit.Pos() && lit.End() <= e.End() }
	var holders []types.Object
	for obj, values := range b.values {
		if slices.ContainsFunc(values, func(v exprResult) bool { return within(v.e) }) {
			holders = append(holders, obj)
		}
	}
	found := false
	for fn, calls := range b.calls {
		for _, call := range calls {
			if !slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return within(e) || slices.Contains(holders, b.object(e)) }) {
				continue
			}
			recv := fn.(*types.Func).Signature().Recv()
			if recv == nil || !strings.HasSuffix(typeKey(recv.Type()), ".Client") {
				return false
			}
			found = true
		}
	}
	return found
}
