package handling

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// assertsMap reports whether a body asserts that a variable of type any is a map of
// arguments:
//
//	func AsMap(v any) map[string]any {
//		m, _ := v.(map[string]any)
func (p *Package) assertsMap(v types.Object, body ast.Node) bool {
	if !isAny(v.Type()) || body == nil {
		return false
	}
	for n := range p.Tree.In(body, (*ast.TypeAssertExpr)(nil)) {
		a := n.(*ast.TypeAssertExpr)
		if a.Type != nil && isMap(p.Info.TypeOf(a.Type)) && p.object(ast.Unparen(a.X)) == v {
			return true
		}
	}
	return false
}

// ArgumentsOf returns the request or the arguments from which a call of a user-defined function
// makes a map with all arguments, or nil. It returns nil if the function also reads single
// arguments or passes them on, since it may check them.
func (p *Package) ArgumentsOf(call *ast.CallExpr) ast.Expr {
	fn, _ := typeutil.Callee(p.Info, call).(*types.Func)
	if fn == nil || fn.Pkg() == nil || p.OfSDK(fn.Pkg().Path()) {
		return nil
	}
	if res := fn.Signature().Results(); res.Len() == 0 || !isMap(res.At(0).Type()) {
		return nil
	}
	p.index()
	sum := p.summary(p.key(fn.Origin()))
	if sum == nil || sum.Whole == None {
		return nil
	}
	for _, param := range sum.Params {
		if param.Open || len(param.Reads) > 0 || len(param.Into) > 0 {
			return nil
		}
	}
	return argument(call, sum.Whole)
}
