package intercept

import (
	"go/ast"
	"go/types"
)

// collect records the expressions that a node assigns to variables and fields, the
// calls.
func (b *finder) collect(n ast.Node) {
	set := func(lhs ast.Expr, v exprResult) {
		if obj := b.object(lhs); obj != nil {
			b.values[obj] = append(b.values[obj], v)
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, l := range n.Lhs {
			if len(n.Rhs) == len(n.Lhs) {
				set(l, exprResult{n.Rhs[i], 0})
			} else {
				set(l, exprResult{n.Rhs[0], i})
			}
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			switch len(n.Values) {
			case 0:
			case len(n.Names):
				set(name, exprResult{n.Values[i], 0})
			default:
				set(name, exprResult{n.Values[0], i})
			}
		}
	case *ast.KeyValueExpr:
		if id, ok := n.Key.(*ast.Ident); ok {
			if v, ok := b.info.Uses[id].(*types.Var); ok && v.IsField() {
				set(id, exprResult{n.Value, 0})
			}
		}
	case *ast.CompositeLit:
		b.collectFields(n)
	case *ast.CallExpr:
		if fn := b.callee(n); fn != nil {
			b.calls[fn] = append(b.calls[fn], n)
		}
	}
}

// collectFields records the values that a composite literal without keys gives to
// fields.
func (b *finder) collectFields(lit *ast.CompositeLit) {
	t := b.info.TypeOf(lit)
	if t == nil {
		return
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem() // a list of literals may omit the type
	}
	st, ok := t.Underlying().(*types.Struct)
	for i, e := range lit.Elts {
		if _, keyed := e.(*ast.KeyValueExpr); ok && !keyed && i < st.NumFields() {
			b.values[st.Field(i)] = append(b.values[st.Field(i)], exprResult{e, 0})
		}
	}
}

// object returns the variable, field or function that an expression denotes.
func (b *finder) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return b.info.ObjectOf(e)
	case *ast.SelectorExpr:
		return b.info.Uses[e.Sel]
	}
	return nil
}

func (b *finder) callee(call *ast.CallExpr) *types.Func {
	fun := ast.Unparen(call.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	}
	if fn, ok := b.object(fun).(*types.Func); ok {
		return fn.Origin()
	}
	return nil
}

// arguments returns the arguments that the package's calls pass for a parameter, or nil
// if obj is not a parameter.
func (b *finder) arguments(obj types.Object) []ast.Expr {
	var out []ast.Expr
	for fn := range b.bodies {
		sig := fn.Type().(*types.Signature)
		for i := range sig.Params().Len() {
			if sig.Params().At(i) != obj {
				continue
			}
			for _, call := range b.calls[fn] {
				if i < len(call.Args) {
					out = append(out, call.Args[i])
				}
			}
		}
	}
	return out
}
