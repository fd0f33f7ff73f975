package lower

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// literal lowers a function literal to a closure. The body is left out if the literal
// does not concern tools and is large or may be a handler.
func (b *body) literal(e *ast.FuncLit) *ir.Node {
	root := b
	for root.outer != nil {
		root = root.outer
	}
	root.lits++
	sig, _ := b.info().TypeOf(e).(*types.Signature)
	if sig == nil {
		return unknownNode("a function literal without a type", e.Pos(), nil)
	}
	fn := &ir.Func{Key: fmt.Sprintf("%s$%d", root.fn.Key, root.lits), Pos: e.Pos(), Pkg: b.fn.Pkg,
		Variadic: sig.Variadic(), TypeParams: b.fn.TypeParams}
	in := &body{l: b.l, fn: fn, outer: b, slots: map[types.Object]int{}}
	for i := range sig.Params().Len() {
		fn.Params = append(fn.Params, in.param(sig.Params().At(i)))
	}
	for i := range sig.Results().Len() {
		fn.Results = append(fn.Results, in.param(sig.Results().At(i)))
	}
	fn.Relevant = b.l.mentions(e)
	if fn.Relevant || !isHandler(sig) && b.l.size(e, maxHelper) < maxHelper {
		in.gotos = gotoLabels(e.Body)
		fn.Body = in.block(e.Body.List, e.Body.Pos())
	}
	fn.NumSlots = in.next
	return &ir.Node{Op: ir.OpClosure, Pos: e.Pos(), Fn: fn}
}

// mentions reports whether a function literal mentions relevant types or functions.
func (l *lowerer) mentions(n ast.Node) bool {
	for n := range l.tree.In(n, (*ast.CompositeLit)(nil), (*ast.BasicLit)(nil), (*ast.Ident)(nil)) {
		found := false
		switch n := n.(type) {
		case *ast.CompositeLit:
			found = l.valueHook(n, types.TypeAndValue{}) != ""
		case *ast.BasicLit:
			found = l.valueHook(n, l.src.Info.Types[n]) != ""
		case *ast.Ident:
			switch obj := l.src.Info.Uses[n].(type) {
			case *types.Func:
				k := l.key(obj)
				found = l.relevant[k] || obj.Pkg() != l.src.Pkg && l.rel.Func(k) != Unrelated
				if recv := obj.Signature().Recv(); !found && recv != nil && ir.IsInterface(recv.Type()) {
					found = l.makesThrough(obj.Name(), recv.Type().Underlying().(*types.Interface))
				}
			case *types.Var:
				found = l.relevantType(obj.Type())
			case *types.TypeName:
				found = l.relevantType(obj.Type())
			}
		}
		if found {
			return true
		}
	}
	return false
}

// isHandler reports whether a function may be a tool's handler: its first parameter is
// a context.
func isHandler(sig *types.Signature) bool {
	if sig.Params().Len() == 0 {
		return false
	}
	return ir.IsContext(sig.Params().At(0).Type())
}
