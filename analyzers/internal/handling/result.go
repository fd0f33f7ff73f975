package handling

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// The kinds of results that a function may return for a call.
const (
	Text       = "text"       // content without structure
	Structured = "structured" // structured content
	Failure    = "error"      // an error, which needs no structure
	Unknown    = "unknown"
)

// outcome is a result that a function may return for a call.
type outcome struct {
	kind string
	// content is the expression of the structured content, or nil if it is unknown.
	content ast.Expr
	// of is the variable whose function returns the result, or nil.
	of types.Object
}

// Answers returns the kinds of results that a handler may return, sorted. The handler
// is a declaration or a literal with the results (*CallToolResult, error). Answers
// returns nil for any other function.
func (p *Package) Answers(n ast.Node) []string {
	body, sig := p.bodyOf(n)
	if body == nil || !p.makesResult(sig) {
		return nil
	}
	return kindsOf(p.outcomes(body, sig))
}

// Contents returns the expressions that a handler returns as structured content. The
// handler is a function declaration or literal. The list may be incomplete.
func (p *Package) Contents(n ast.Node) []ast.Expr {
	var out []ast.Expr
	if body, sig := p.bodyOf(n); body != nil {
		for _, o := range p.outcomes(body, sig) {
			if o.content != nil {
				out = append(out, o.content)
			}
		}
	}
	return out
}

// bodyOf returns the body and the signature of a function declaration or literal, or
// nil for any other node.
func (p *Package) bodyOf(n ast.Node) (*ast.BlockStmt, *types.Signature) {
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

func kindsOf(list []outcome) []string {
	var out []string
	for _, o := range list {
		out = append(out, o.kind)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// outcomes returns what the return statements of a body return. It returns nil if the
// function returns neither the result of a call nor a value of type any that becomes
// its structured content.
func (p *Package) outcomes(body *ast.BlockStmt, sig *types.Signature) []outcome {
	res := sig.Results()
	made := p.makesResult(sig)
	if !made && !(res.Len() == 3 && schemafacts.IsResult(res.At(0).Type()) && isAny(res.At(1).Type()) && isErrorType(res.At(2).Type())) {
		return nil
	}
	var out []outcome
	for _, n := range returns(body) {
		last := len(n.Results) - 1
		fails := last > 0 && !p.Info.Types[n.Results[last]].IsNil()
		switch {
		case last < 0:
			out = append(out, outcome{kind: Unknown}) // the results are named
		case made && fails && p.Info.Types[n.Results[0]].IsNil():
			out = append(out, outcome{kind: Failure})
		case made:
			for _, o := range p.result(n.Results[0], body, 3) {
				if fails {
					o.content = nil // it is not sent
				}
				out = append(out, o)
			}
		case last == 2 && !fails && !p.Info.Types[n.Results[1]].IsNil():
			out = append(out, outcome{kind: Structured, content: n.Results[1]})
		}
	}
	return out
}

func isErrorType(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// makesResult reports whether a function returns the result of a call, alone or with an
// error.
func (p *Package) makesResult(sig *types.Signature) bool {
	res := sig.Results()
	if res.Len() == 0 || res.Len() > 2 || !schemafacts.IsResult(res.At(0).Type()) {
		return false
	}
	return res.Len() == 1 || isErrorType(res.At(1).Type())
}

// onlyFails reports whether a function with the three results of a typed handler always
// returns an error in them, for handlers that end with a call of it.
func (p *Package) onlyFails(body *ast.BlockStmt, sig *types.Signature) bool {
	res, list := sig.Results(), returns(body)
	if res.Len() != 3 || !schemafacts.IsResult(res.At(0).Type()) || !isErrorType(res.At(2).Type()) {
		return false
	}
	return len(list) > 0 && !slices.ContainsFunc(list, func(n *ast.ReturnStmt) bool {
		if len(n.Results) == 3 && p.Info.Types[n.Results[0]].IsNil() {
			return p.Info.Types[n.Results[2]].IsNil()
		}
		return len(n.Results) == 0 || !slices.Equal(kindsOf(p.result(n.Results[0], body, 3)), []string{Failure})
	})
}

// answers reports whether a function has the results of a handler: the result of a call,
// or any results if the SDK decodes the arguments and passes them next to the request.
func (p *Package) answers(sig *types.Signature) bool {
	res := sig.Results()
	if res.Len() > 0 && schemafacts.IsResult(res.At(0).Type()) {
		return true
	}
	if sig.Params().Len() != 3 || res.Len() < 2 || !isErrorType(res.At(res.Len()-1).Type()) {
		return false
	}
	is, _ := schemafacts.Request(sig.Params().At(1).Type())
	return is
}

// result returns what a returned expression may be. depth limits how many variables are
// followed.
func (p *Package) result(e ast.Expr, body *ast.BlockStmt, depth int) []outcome {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if lit, ok := ast.Unparen(e.X).(*ast.CompositeLit); ok {
			return []outcome{p.literal(lit)}
		}
	case *ast.CallExpr:
		fn, _ := typeutil.Callee(p.Info, e).(*types.Func)
		if fn == nil {
			return []outcome{{kind: Unknown, of: p.object(e.Fun)}}
		}
		if sum := p.summary(fn); sum != nil && len(sum.Answers) > 0 {
			return p.given(e, fn, sum)
		}
	case *ast.Ident:
		if p.marked(e) {
			return []outcome{{kind: Failure}}
		}
		if value := p.once(p.Info.Uses[e], body); value != nil && depth > 1 {
			return p.result(value, body, depth-1)
		}
	}
	return []outcome{{kind: Unknown}}
}

// given returns the results of a call of a helper. Arguments of the call, or results of
// functions that it passes to the helper, may become structured content.
func (p *Package) given(call *ast.CallExpr, fn *types.Func, sum *Func) []outcome {
	var out []outcome
	for _, kind := range sum.Answers {
		out = append(out, outcome{kind: kind})
	}
	for _, i := range sum.Gives {
		if i < len(call.Args) && len(call.Args) == fn.Signature().Params().Len() {
			out = append(out, outcome{kind: Structured, content: call.Args[i]})
		}
	}
	for _, i := range sum.Passes {
		if i < len(call.Args) {
			if body, sig := p.bodyOf(ast.Unparen(call.Args[i])); body != nil {
				out = append(out, p.outcomes(body, sig)...)
			}
		}
	}
	return out
}

// literal returns the result that a composite literal makes.
func (p *Package) literal(lit *ast.CompositeLit) outcome {
	out := outcome{kind: Text}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok || identOf(kv.Key) == nil {
			return outcome{kind: Unknown}
		}
		switch name := identOf(kv.Key).Name; name {
		case "StructuredContent", "RawStructuredContent":
			if p.Info.Types[kv.Value].IsNil() {
				break
			}
			if out.kind = Structured; name == "StructuredContent" {
				out.content = kv.Value
			}
			return out
		case "IsError":
			if tv := p.Info.Types[kv.Value]; tv.Value == nil || isTrue(tv) {
				out.kind = Failure
			}
		}
	}
	return out
}

// once returns the expression that is assigned to a variable, if there is one
// assignment and later code changes at most the field Content. It returns nil for any
// other variable.
func (p *Package) once(obj types.Object, body *ast.BlockStmt) ast.Expr {
	var value ast.Expr
	writes := 0
	for _, c := range p.Tree.Uses(p.Info, obj) {
		kind, i := c.ParentEdge()
		switch n := c.Parent().Node().(type) {
		case *ast.AssignStmt:
			if kind != edge.AssignStmt_Lhs {
				return nil
			}
			writes++
			if i == 0 {
				value = n.Rhs[0]
			}
		case *ast.SelectorExpr:
			if n.Sel.Name != "Content" && (n.Sel.Name != "IsError" || changes(c.Parent())) {
				return nil
			}
		case *ast.BinaryExpr:
			if kind != edge.BinaryExpr_X || !p.Info.Types[n.Y].IsNil() {
				return nil
			}
		case *ast.ReturnStmt, *ast.ValueSpec:
		default:
			return nil
		}
	}
	if writes != 1 || !enclosing.Within(body, obj.Pos()) {
		return nil
	}
	return value
}

// marked reports whether the field IsError of a variable is true where an expression names the
// variable. No other value may be assigned to the variable or the field.
func (p *Package) marked(id *ast.Ident) bool {
	writes, set := 0, false
	for _, c := range p.Tree.Uses(p.Info, p.Info.Uses[id]) {
		if kind, _ := c.ParentEdge(); kind == edge.AssignStmt_Lhs {
			writes++
		}
		sel, _ := c.Parent().Node().(*ast.SelectorExpr)
		kind, i := c.Parent().ParentEdge()
		if sel == nil || sel.Sel.Name != "IsError" || kind != edge.AssignStmt_Lhs {
			continue
		}
		assign := c.Parent().Parent()
		if to := assign.Node().(*ast.AssignStmt).Rhs[i]; !isTrue(p.Info.Types[to]) {
			return false
		}
		set = set || assign.Node().End() < id.Pos() && enclosing.Within(assign.Parent().Node(), id.Pos())
	}
	return writes == 1 && set
}

func isTrue(tv types.TypeAndValue) bool { return tv.Value != nil && tv.Value.String() == "true" }

// parameters returns the numbers of the parameters among some variables that a function
// never changes.
func (p *Package) parameters(sig *types.Signature, vars []types.Object) []int {
	var out []int
	for i := range sig.Params().Len() {
		v := sig.Params().At(i)
		if !sig.Variadic() && slices.Contains(vars, types.Object(v)) && !slices.ContainsFunc(p.Tree.Uses(p.Info, v), changes) {
			out = append(out, i)
		}
	}
	return out
}

// object returns the object that an identifier declares or denotes, or nil for any
// other expression.
func (p *Package) object(e ast.Expr) types.Object {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		return p.Info.ObjectOf(id)
	}
	return nil
}

// text returns the value of a constant text.
func (p *Package) text(e ast.Expr) (string, bool) {
	v := p.Info.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

// addressed reports whether a variable may change in other ways than by a plain
// assignment in the body: through its address, or in a function literal.
func (p *Package) addressed(v *types.Var, body ast.Node) bool {
	return slices.ContainsFunc(p.Tree.Uses(p.Info, v), func(c inspector.Cursor) bool {
		if !changes(c) {
			return false
		}
		if u, ok := c.Parent().Node().(*ast.UnaryExpr); ok && u.Op == token.AND {
			return true
		}
		for lit := range c.Enclosing((*ast.FuncLit)(nil)) {
			return body.Pos() < lit.Node().Pos()
		}
		return false
	})
}

// changes reports whether an expression is assigned or its address is taken.
func changes(c inspector.Cursor) bool {
	switch kind, _ := unparen(&c); kind {
	case edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value:
		return true
	case edge.UnaryExpr_X:
		return c.Parent().Node().(*ast.UnaryExpr).Op == token.AND
	}
	return false
}
