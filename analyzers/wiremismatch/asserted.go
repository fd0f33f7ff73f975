package wiremismatch

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/report"
	"golang.org/x/tools/go/types/typeutil"
)

// lostAssertions reports type assertions that never hold for a part of a schema, so that the
// code after them drops the part without an error. Of five public adapters that assert the
// schema of a declaration to a map, three lose the schemas of Google ADK in this way; the two
// others return an error or encode the schema.
func (c *checker) lostAssertions(fn *ast.FuncDecl) {
	a := &assertions{checker: c, decoded: map[types.Object]bool{}, parts: map[types.Object]string{}, other: map[string]bool{}, negated: map[types.Object]bool{}}
	ast.Inspect(fn.Body, a.collect)
	for _, as := range a.found {
		if a.lost(as) == "" {
			a.other[types.ExprString(as.x)] = true
		}
	}
	for _, as := range a.found {
		msg := a.lost(as)
		if msg == "" || a.other[types.ExprString(as.x)] || as.ok != nil && a.negated[as.ok] {
			continue
		}
		d := report.About("", as.at.Pos(), "schema-lost", "%s", msg)
		d.End = as.at.End()
		c.Report(d)
	}
}

// assertions are the type assertions of a function, in source order.
type assertions struct {
	*checker
	found []assertion
	// decoded are the variables that contain JSON, as a JSON library decodes it into an
	// interface or a map. parts are variables with the value of a keyword, by the keyword.
	decoded map[types.Object]bool
	parts   map[types.Object]string
	// other are expressions that the function uses in other ways, for example encodes.
	other map[string]bool
	// negated are variables that the function tests for false.
	negated map[types.Object]bool
}

// assertion is x.(t), whose second result is assigned to ok. at is what to report.
type assertion struct {
	x  ast.Expr
	t  types.Type
	ok types.Object
	at ast.Node
}

// collect adds the assertions in a node, and what the function does with variables.
func (a *assertions) collect(n ast.Node) bool {
	info := a.Pass.TypesInfo
	switch n := n.(type) {
	case *ast.CallExpr:
		a.call(n)
	case *ast.UnaryExpr:
		if id, ok := ast.Unparen(n.X).(*ast.Ident); ok && n.Op == token.NOT {
			a.negated[info.Uses[id]] = true
		}
	case *ast.AssignStmt:
		a.assign(n)
	case *ast.RangeStmt:
		if id, ok := n.Value.(*ast.Ident); ok && a.isDecoded(n.X) {
			a.decoded[info.Defs[id]] = true
		}
	case *ast.TypeSwitchStmt:
		a.typeSwitch(n)
	}
	return true
}

// call records a variable that a call decodes JSON into, and schemas that it is given.
func (a *assertions) call(call *ast.CallExpr) {
	fn, _ := typeutil.Callee(a.Pass.TypesInfo, call).(*types.Func)
	decodes := fn != nil && (strings.HasPrefix(fn.Name(), "Unmarshal") || strings.HasPrefix(fn.Name(), "Decode")) && fn.Pkg() != nil && !strings.HasSuffix(fn.Pkg().Path(), "yaml")
	for _, arg := range call.Args {
		if addr, ok := ast.Unparen(arg).(*ast.UnaryExpr); ok && addr.Op == token.AND && decodes {
			if id, ok := ast.Unparen(addr.X).(*ast.Ident); ok {
				a.decoded[a.Pass.TypesInfo.Uses[id]] = true
			}
		}
		a.other[types.ExprString(ast.Unparen(arg))] = true
	}
}

func (a *assertions) assign(n *ast.AssignStmt) {
	info := a.Pass.TypesInfo
	if len(n.Rhs) != 1 {
		return
	}
	target := func(i int) types.Object {
		id, ok := n.Lhs[min(i, len(n.Lhs)-1)].(*ast.Ident)
		if !ok || i >= len(n.Lhs) {
			return nil
		}
		if obj := info.Defs[id]; obj != nil {
			return obj
		}
		return info.Uses[id]
	}
	rhs := ast.Unparen(n.Rhs[0])
	if obj := target(0); obj != nil && a.isDecoded(rhs) {
		a.decoded[obj] = true
		if key := a.keyword(rhs); key != "" {
			a.parts[obj] = key
		}
	}
	if as, ok := rhs.(*ast.TypeAssertExpr); ok && as.Type != nil {
		if len(n.Lhs) == 2 {
			a.found = append(a.found, assertion{as.X, info.TypeOf(as.Type), target(1), as})
		}
	} else if len(n.Lhs) == 1 {
		a.other[types.ExprString(rhs)] = a.keyword(rhs) == "" // the schema is used as it is
	}
}

// typeSwitch adds a type switch with only one case as the assertion to its type.
func (a *assertions) typeSwitch(n *ast.TypeSwitchStmt) {
	var x ast.Expr
	ast.Inspect(n.Assign, func(n ast.Node) bool {
		if as, ok := n.(*ast.TypeAssertExpr); ok {
			x = as.X
		}
		return true
	})
	if x == nil || len(n.Body.List) != 1 {
		if x != nil {
			a.other[types.ExprString(ast.Unparen(x))] = true
		}
		return
	}
	if cc := n.Body.List[0].(*ast.CaseClause); len(cc.List) == 1 {
		a.found = append(a.found, assertion{x, a.Pass.TypesInfo.TypeOf(cc.List[0]), nil, n.Assign})
	}
}

// isDecoded reports whether an expression is decoded JSON or a part of it.
func (a *assertions) isDecoded(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		t := a.Pass.TypesInfo.TypeOf(e)
		return t != nil && isJSON(t) && a.decoded[a.Pass.TypesInfo.Uses[e]]
	case *ast.IndexExpr:
		return a.isDecoded(e.X)
	case *ast.TypeAssertExpr:
		return e.Type != nil && isJSON(a.Pass.TypesInfo.TypeOf(e.Type)) && a.isDecoded(e.X)
	}
	return false
}

// isJSON reports whether a type is any, or a list or map of any.
func isJSON(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		t = u.Elem()
	case *types.Map:
		t = u.Elem()
	}
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.Empty()
}

// keywords are keywords of JSON Schema that adapters read.
var keywords = []string{"properties", "required", "enum", "items", "type", "anyOf", "oneOf", "allOf", "$defs", "additionalProperties",
	"default", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "examples"}

// keyword returns the keyword whose value an expression is, or "".
func (a *assertions) keyword(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return a.parts[a.Pass.TypesInfo.Uses[e]]
	case *ast.IndexExpr:
		if v := a.Pass.TypesInfo.Types[e.Index].Value; v != nil && v.Kind() == constant.String && slices.Contains(keywords, constant.StringVal(v)) {
			return constant.StringVal(v)
		}
	}
	return ""
}

// lost returns the message for an assertion that never holds, or "".
func (a *assertions) lost(as assertion) string {
	if sel, ok := ast.Unparen(as.x).(*ast.SelectorExpr); ok && sel.Sel.Name == "ParametersJsonSchema" {
		f, _ := a.Pass.TypesInfo.Uses[sel.Sel].(*types.Var)
		if _, isMap := as.t.Underlying().(*types.Map); isMap && f != nil && f.Pkg() != nil && f.Pkg().Path() == "google.golang.org/genai" {
			return "only a ParametersJsonSchema that is a map is read: tools of Google ADK, which have a *jsonschema.Schema there, lose all their parameters"
		}
		return ""
	}
	key := a.keyword(as.x)
	if key == "" || !a.isDecoded(as.x) || !a.neverDecoded(as.t) {
		return ""
	}
	return fmt.Sprintf("the assertion to %s never holds, because the schema is decoded JSON: %q is lost", a.name(as.t), key)
}

// neverDecoded reports whether JSON is never decoded into a value of a type if the target is
// an interface.
func (a *assertions) neverDecoded(t types.Type) bool {
	switch u := types.Unalias(t).(type) {
	case *types.Basic:
		return u.Kind() != types.String && u.Kind() != types.Float64 && u.Kind() != types.Bool
	case *types.Slice, *types.Map:
		return !isJSON(t)
	case *types.Named:
		return !types.IsInterface(u) && u.Obj().Name() != "Number" // json.Number
	}
	return false
}
