package lower

import (
	"fmt"
	"go/ast"
	"go/token"
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
		fn.Body = in.all(e.Body)
	} else {
		fn.Body = in.outerWrites(e)
	}
	fn.NumSlots = in.next
	return &ir.Node{Op: ir.OpClosure, Pos: e.Pos(), Fn: fn}
}

// outerWrites returns a body for a literal that is not lowered: it assigns unknown values to
// the places in variables of the enclosing functions to which the literal assigns. It is nil if
// there are none.
func (b *body) outerWrites(e *ast.FuncLit) *ir.Node {
	out := &ir.Node{Op: ir.OpBlock, Pos: e.Body.Pos()}
	write := func(place ast.Expr) {
		if place == nil || !b.isOuter(place) {
			return
		}
		t := b.info().TypeOf(place)
		v := unknownNode("written to by a function literal that is not followed", place.Pos(), t)
		out.Kids = append(out.Kids, &ir.Node{Op: ir.OpAssign, Pos: place.Pos(), Int: 1, Kids: []*ir.Node{b.target(place, false), v}})
	}
	for n := range b.l.tree.In(e, (*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil), (*ast.UnaryExpr)(nil), (*ast.RangeStmt)(nil)) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				write(lhs)
			}
		case *ast.IncDecStmt:
			write(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				write(n.X)
			}
		case *ast.RangeStmt:
			write(n.Key)
			write(n.Value)
		}
	}
	if len(out.Kids) == 0 {
		return nil
	}
	return out
}

// isOuter reports whether a place is a variable of an enclosing function or of a package, or
// a part of one.
func (b *body) isOuter(e ast.Expr) bool {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.Ident:
			v, ok := b.info().Uses[x].(*types.Var)
			if !ok {
				return false
			}
			if isPkgVar(v) {
				return true
			}
			_, known := b.slot(v)
			return known
		default:
			return false
		}
	}
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
