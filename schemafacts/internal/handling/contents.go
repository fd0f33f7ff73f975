package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"
)

// Contents returns the expressions that a handler returns as structured content. The
// handler is a function declaration or literal. If follow is set, a variable is replaced
// by the values that it may have. The list may be incomplete.
func (p *Package) Contents(n ast.Node, follow bool) []ast.Expr {
	if body, sig := p.bodyOf(n); body != nil {
		return p.contents(body, sig, follow)
	}
	return nil
}

// contents returns the expressions that a body returns as structured content together
// with a nil error. If follow is set, a variable is replaced by the values that it
// may have.
func (p *Package) contents(body *ast.BlockStmt, sig *types.Signature, follow bool) []ast.Expr {
	made, decoded := p.makesResult(sig), p.makesOutput(sig)
	if !made && !decoded {
		return nil
	}
	var out []ast.Expr
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			last := len(n.Results) - 1
			switch {
			case last < 0, last > 0 && !p.Info.Types[n.Results[last]].IsNil() && !(follow && last == 1 && p.returnsCallResult(n, body)):
			case made:
				for _, e := range p.content(n.Results[0], body, 3, follow) {
					if follow {
						out = append(out, p.values(e, n, body)...)
					} else {
						out = append(out, e)
					}
				}
			case last == 2 && !p.Info.Types[n.Results[1]].IsNil():
				out = append(out, p.values(n.Results[1], n, body)...)
			}
		}
		return true
	})
	return out
}

// makesOutput reports whether a function returns the result of a call, a value of
// type any that becomes its structured content, and an error.
func (p *Package) makesOutput(sig *types.Signature) bool {
	res := sig.Results()
	return p.Result != nil && res.Len() == 3 && p.Result(res.At(0).Type()) && isAny(res.At(1).Type()) &&
		types.Identical(res.At(2).Type(), types.Universe.Lookup("error").Type())
}

// content returns the expressions that are the structured content of a returned
// result. depth limits how many variables are followed.
func (p *Package) content(e ast.Expr, body *ast.BlockStmt, depth int, follow bool) []ast.Expr {
	if depth == 0 {
		return nil
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		lit, _ := ast.Unparen(e.X).(*ast.CompositeLit)
		if lit == nil || e.Op != token.AND {
			return nil
		}
		for _, elt := range lit.Elts {
			kv, _ := elt.(*ast.KeyValueExpr)
			if kv == nil {
				return nil
			}
			if name, ok := kv.Key.(*ast.Ident); ok && name.Name == "StructuredContent" {
				return []ast.Expr{kv.Value}
			}
		}
	case *ast.CallExpr:
		return p.given(e, follow)
	case *ast.Ident:
		if value := p.once(p.Info.Uses[e], body); value != nil {
			return p.content(value, body, depth-1, follow)
		}
	}
	return nil
}

// given returns the expressions in a call of a helper that become structured content:
// arguments, or results of functions that are passed to it.
func (p *Package) given(call *ast.CallExpr, follow bool) []ast.Expr {
	fn, _ := typeutil.Callee(p.Info, call).(*types.Func)
	if fn == nil {
		return nil
	}
	sum := p.summary(p.key(fn))
	if sum == nil {
		return nil
	}
	out := p.passed(call, sum, follow)
	for _, i := range sum.Gives {
		if params := fn.Signature().Params().Len(); i < len(call.Args) && len(call.Args) == params {
			out = append(out, call.Args[i])
		}
	}
	return out
}

// gives returns the numbers of the parameters that a function uses, unchanged, as the
// structured content of its result.
func (p *Package) gives(body *ast.BlockStmt, sig *types.Signature) []int {
	if !p.makesResult(sig) || sig.Variadic() {
		return nil
	}
	var out []int
	for _, e := range p.contents(body, sig, false) {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if !ok {
			continue
		}
		for i := range sig.Params().Len() {
			v := sig.Params().At(i)
			if p.Info.Uses[id] == v && !slices.Contains(out, i) && !p.written(v, body) {
				out = append(out, i)
			}
		}
	}
	slices.Sort(out)
	return out
}

// written reports whether a body assigns a variable or takes its address.
func (p *Package) written(v *types.Var, body *ast.BlockStmt) bool {
	found := false
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && p.Info.Uses[id] == v
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			found = found || slices.ContainsFunc(n.Lhs, is)
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && is(n.X)
		}
		return !found
	})
	return found
}
