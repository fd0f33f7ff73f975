package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"
)

// The kinds of results that a function may return for a call.
const (
	Text       = "text"       // content without structure
	Structured = "structured" // structured content
	Failure    = "error"      // an error, which needs no structure
	Unknown    = "unknown"
)

// Answers returns the kinds of results that a handler may return, sorted. The handler
// is a declaration or a literal with the results (*CallToolResult, error). Answers
// returns nil for any other function.
func (p *Package) Answers(n ast.Node) []string {
	if body, sig := p.bodyOf(n); body != nil {
		return p.answers(body, sig)
	}
	return nil
}

// bodyOf returns the body and the signature of a function declaration or literal, or
// nil for any other node.
func (p *Package) bodyOf(n ast.Node) (*ast.BlockStmt, *types.Signature) {
	p.index()
	switch n := n.(type) {
	case *ast.FuncDecl:
		if obj, ok := p.Info.Defs[n.Name].(*types.Func); ok && n.Body != nil {
			return n.Body, obj.Signature()
		}
	case *ast.FuncLit:
		if sig, ok := p.Info.TypeOf(n).(*types.Signature); ok {
			return n.Body, sig
		}
	}
	return nil, nil
}

// answers returns the kinds of results that the return statements of a body return,
// sorted. It returns nil if the function does not return the result of a call.
func (p *Package) answers(body *ast.BlockStmt, sig *types.Signature) []string {
	if !p.makesResult(sig) {
		return nil
	}
	var out []string
	add := func(kinds ...string) {
		for _, k := range kinds {
			if !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			switch {
			case len(n.Results) == 0:
				add(Unknown) // the results are named
			case len(n.Results) == 2 && p.Info.Types[n.Results[0]].IsNil() && !p.Info.Types[n.Results[1]].IsNil():
				add(Failure)
			default:
				add(p.answer(n.Results[0], body, 3)...)
			}
		}
		return true
	})
	slices.Sort(out)
	return out
}

// makesResult reports whether a function returns the result of a call, alone or with an
// error.
func (p *Package) makesResult(sig *types.Signature) bool {
	res := sig.Results()
	if p.Result == nil || res.Len() == 0 || res.Len() > 2 || !p.Result(res.At(0).Type()) {
		return false
	}
	return res.Len() == 1 || types.Identical(res.At(1).Type(), types.Universe.Lookup("error").Type())
}

// answer returns the kinds of results that a returned expression may be. depth limits
// how many variables are followed.
func (p *Package) answer(e ast.Expr, body *ast.BlockStmt, depth int) []string {
	unknown := []string{Unknown}
	if depth == 0 {
		return unknown
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if lit, ok := ast.Unparen(e.X).(*ast.CompositeLit); ok {
			return p.literal(lit)
		}
	case *ast.CallExpr:
		fn, _ := typeutil.Callee(p.Info, e).(*types.Func)
		if fn == nil {
			return unknown
		}
		if sum := p.summary(p.key(fn)); sum != nil && len(sum.Answers) > 0 {
			return sum.Answers
		}
	case *ast.Ident:
		return p.variable(p.Info.Uses[e], body, depth)
	}
	return unknown
}

// literal returns the kind of the result that a composite literal makes.
func (p *Package) literal(lit *ast.CompositeLit) []string {
	kind := Text
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return []string{Unknown}
		}
		name, _ := kv.Key.(*ast.Ident)
		if name == nil {
			return []string{Unknown}
		}
		switch name.Name {
		case "StructuredContent", "RawStructuredContent":
			if !p.Info.Types[kv.Value].IsNil() {
				return []string{Structured}
			}
		case "IsError":
			if tv := p.Info.Types[kv.Value]; tv.Value == nil || tv.Value.String() == "true" {
				kind = Failure
			}
		}
	}
	return []string{kind}
}

// variable returns the kinds of results that a returned variable may hold.
func (p *Package) variable(obj types.Object, body *ast.BlockStmt, depth int) []string {
	value := p.once(obj, body)
	if value == nil {
		return []string{Unknown}
	}
	return p.answer(value, body, depth-1)
}

// once returns the expression that is assigned to a variable, if there is one
// assignment and later code changes at most the field Content. It returns nil for any
// other variable.
func (p *Package) once(obj types.Object, body *ast.BlockStmt) ast.Expr {
	var value ast.Expr
	writes, other := 0, false
	harmless, changed := map[*ast.Ident]bool{}, map[ast.Expr]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				changed[lhs] = true
				if id, ok := lhs.(*ast.Ident); ok && (p.Info.Defs[id] == obj || p.Info.Uses[id] == obj) {
					writes++
					harmless[id] = true
					if i == 0 {
						value = n.Rhs[0]
					}
				}
			}
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && (n.Sel.Name == "Content" || n.Sel.Name == "IsError" && !changed[n]) {
				harmless[id] = true
			}
		case *ast.UnaryExpr:
			changed[n.X] = n.Op == token.AND
		case *ast.BinaryExpr:
			if id, ok := n.X.(*ast.Ident); ok && p.Info.Types[n.Y].IsNil() {
				harmless[id] = true
			}
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				if id, ok := e.(*ast.Ident); ok {
					harmless[id] = true
				}
			}
		}
		return true
	})
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && p.Info.Uses[id] == obj && !harmless[id] {
			other = true
		}
		return true
	})
	if obj == nil || writes != 1 || other {
		return nil
	}
	return value
}
