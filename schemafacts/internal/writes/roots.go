package writes

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// of returns the roots of a variable: itself, or those of what is assigned to it. Those of
// the initial value of a package variable count as well, since a write may go through it.
func (f *finder) of(fn *function, v *types.Var) roots {
	if v == nil {
		return nil
	}
	global := isPkgVar(v)
	if global && f.inits[v] == nil {
		return roots{root{key: ir.VarKey(v)}: 0}
	}
	if fn.seen[v] {
		return fn.locals[v]
	}
	fn.seen[v] = true
	r := fn.locals[v]
	if r == nil {
		r = roots{}
		fn.locals[v] = r
	}
	if i := slices.Index(fn.params, v); i >= 0 {
		fn.add(r, roots{root{param: i}: 0})
	}
	if global { // its initial value may lead to other variables
		fn.add(r, roots{root{key: ir.VarKey(v)}: 0})
		fn.add(r, f.roots(fn, f.inits[v]))
	}
	for _, a := range fn.assigns[v] {
		fn.add(r, f.assigned(fn, a))
	}
	return r
}

// named returns the variable that an identifier names, or nil.
func (f *finder) named(id *ast.Ident) *types.Var {
	v, _ := f.src.Info.ObjectOf(id).(*types.Var)
	return v
}

func (f *finder) assigned(fn *function, a assignment) roots {
	r := f.roots(fn, a.expr)
	if a.element {
		return r.to(-1)
	}
	return r
}

// roots returns the roots to which the value of an expression may lead. A value without
// memory leads nowhere.
func (f *finder) roots(fn *function, e ast.Expr) roots {
	e = ast.Unparen(e)
	if t := f.src.Info.TypeOf(e); t != nil && !f.sharesMemory(t) {
		return nil
	}
	switch e := e.(type) {
	case *ast.UnaryExpr:
		switch e.Op {
		case token.AND:
			if _, lit := ast.Unparen(e.X).(*ast.CompositeLit); lit {
				return f.roots(fn, e.X).to(1)
			}
			return f.address(fn, e.X)
		case token.ARROW:
			return f.roots(fn, e.X).to(-1)
		}
	case *ast.CompositeLit:
		return f.composite(fn, e)
	case *ast.CallExpr:
		return f.result(fn, e)
	case *ast.TypeAssertExpr:
		return f.roots(fn, e.X)
	case *ast.SliceExpr:
		if _, array := ir.Under(f.typeOf(e.X)).(*types.Array); array {
			return f.address(fn, e.X)
		}
		return f.roots(fn, e.X)
	default:
		return f.variable(fn, e)
	}
	return nil
}

func (f *finder) typeOf(e ast.Expr) types.Type {
	if t := f.src.Info.TypeOf(e); t != nil {
		return t
	}
	return types.Typ[types.Invalid]
}

// variable returns the roots to which a variable, or a part of one, may lead.
func (f *finder) variable(fn *function, e ast.Expr) roots {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return f.of(fn, f.named(e))
	case *ast.SelectorExpr:
		sel := f.src.Info.Selections[e]
		switch {
		case sel == nil: // a variable of another package
			return f.of(fn, f.named(e.Sel))
		case sel.Indirect():
			return f.variable(fn, e.X).to(-1)
		}
		return f.variable(fn, e.X)
	case *ast.IndexExpr:
		if _, array := ir.Under(f.typeOf(e.X)).(*types.Array); array {
			return f.variable(fn, e.X)
		}
		return f.variable(fn, e.X).to(-1)
	case *ast.StarExpr:
		return f.variable(fn, e.X).to(-1)
	case *ast.CallExpr, *ast.CompositeLit, *ast.UnaryExpr, *ast.TypeAssertExpr, *ast.SliceExpr:
		return f.roots(fn, e)
	}
	return nil
}

// address returns the roots of the address of a variable or a part of one.
func (f *finder) address(fn *function, e ast.Expr) roots {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v := f.named(e); v != nil && isPkgVar(v) {
			return f.of(fn, v)
		}
	case *ast.SelectorExpr:
		sel := f.src.Info.Selections[e]
		switch {
		case sel == nil:
			return f.of(fn, f.named(e.Sel))
		case sel.Indirect():
			return f.variable(fn, e.X)
		}
		return f.address(fn, e.X)
	case *ast.IndexExpr:
		if _, array := ir.Under(f.typeOf(e.X)).(*types.Array); array {
			return f.address(fn, e.X)
		}
		return f.variable(fn, e.X)
	case *ast.StarExpr:
		return f.variable(fn, e.X)
	}
	return f.variable(fn, e).to(1)
}

// direct returns the package variable of which a place is a part to which no pointer leads, or
// nil.
func (f *finder) direct(e ast.Expr) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v := f.named(e); v != nil && isPkgVar(v) {
			return v
		}
	case *ast.SelectorExpr:
		sel := f.src.Info.Selections[e]
		switch {
		case sel == nil:
			return f.named(e.Sel)
		case !sel.Indirect():
			return f.direct(e.X)
		}
	case *ast.IndexExpr:
		if _, array := ir.Under(f.typeOf(e.X)).(*types.Array); array {
			return f.direct(e.X)
		}
	}
	return nil
}

// place returns the roots of a place that is written to, as those of its address. A local
// variable, and a part of one to which no pointer leads, has none.
func (f *finder) place(fn *function, e ast.Expr) roots {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v := f.named(e); v == nil || !isPkgVar(v) {
			return nil
		}
	case *ast.SelectorExpr:
		if sel := f.src.Info.Selections[e]; sel != nil && !sel.Indirect() {
			return f.place(fn, e.X)
		}
	case *ast.IndexExpr:
		if _, array := ir.Under(f.typeOf(e.X)).(*types.Array); array {
			return f.place(fn, e.X)
		}
	}
	return f.address(fn, e)
}

// composite returns the roots of a composite literal.
func (f *finder) composite(fn *function, e *ast.CompositeLit) roots {
	r := roots{}
	for _, el := range e.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if _, field := ir.Under(f.typeOf(e)).(*types.Struct); !field {
				fn.join(r, f.roots(fn, kv.Key))
			}
			el = kv.Value
		}
		fn.join(r, f.roots(fn, el))
	}
	switch ir.Under(f.typeOf(e)).(type) {
	case *types.Slice, *types.Map, *types.Pointer:
		return r.to(1)
	}
	return r
}

// join adds roots to a set that is not one of the function's.
func (fn *function) join(to, more roots) {
	changed := fn.changed
	fn.add(to, more)
	fn.changed = changed
}
