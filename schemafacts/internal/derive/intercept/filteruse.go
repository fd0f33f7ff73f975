package intercept

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// use reports whether the use of an expression leaves tools unchanged. above are the
// enclosing nodes.
func (c *filterCheck) use(e ast.Expr, above []ast.Node) bool {
	if len(above) == 0 {
		return false
	}
	switch p := above[len(above)-1].(type) {
	case *ast.ParenExpr, *ast.ValueSpec, *ast.RangeStmt, *ast.TypeAssertExpr, *ast.SliceExpr, *ast.Field:
		return true
	case *ast.AssignStmt:
		return !slices.Contains(p.Lhs, e) || c.target(e)
	case *ast.ReturnStmt:
		return c.returned(p, e, above)
	case *ast.SelectorExpr:
		return c.selected(p, above)
	case *ast.IndexExpr:
		return p.X == e
	case *ast.BinaryExpr:
		return p.Op == token.EQL || p.Op == token.NEQ
	case *ast.CallExpr:
		return p.Fun == e || c.taken(p, above)
	case *ast.KeyValueExpr:
		lit, ok := above[len(above)-2].(*ast.CompositeLit)
		return ok && c.sensitive(c.b.info.TypeOf(lit))
	case *ast.CompositeLit:
		return c.sensitive(c.b.info.TypeOf(p))
	case *ast.UnaryExpr:
		return c.source(p)
	}
	return false
}

// target reports whether tools may be assigned to an expression: a variable, an
// element of a list, or the list of the response.
func (c *filterCheck) target(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.IndexExpr:
		return c.sensitive(c.b.info.TypeOf(e.X))
	case *ast.SelectorExpr:
		return c.is(e.X, c.list)
	}
	return false
}

// returned reports whether a function returns e as a result whose type can hold
// tools.
func (c *filterCheck) returned(r *ast.ReturnStmt, e ast.Expr, above []ast.Node) bool {
	var results *ast.FieldList
	for _, n := range slices.Backward(above) {
		if lit, ok := n.(*ast.FuncLit); ok {
			results = lit.Type.Results
			break
		}
		if d, ok := n.(*ast.FuncDecl); ok {
			results = d.Type.Results
		}
	}
	if results == nil {
		return false
	}
	var ts []types.Type
	for _, f := range results.List {
		for range max(len(f.Names), 1) {
			ts = append(ts, c.b.info.TypeOf(f.Type))
		}
	}
	i := slices.Index(r.Results, e)
	return i >= 0 && i < len(ts) && len(r.Results) == len(ts) && c.sensitive(ts[i])
}

// selected reports whether a field of the response or of a tool is only read.
func (c *filterCheck) selected(sel *ast.SelectorExpr, above []ast.Node) bool {
	if s := c.b.info.Selections[sel]; s == nil || s.Kind() != types.FieldVal {
		return false
	}
	if c.is(sel.X, c.list) {
		return true // its list is checked separately, and other fields are not tools
	}
	if !c.is(sel.X, c.tool) {
		return false
	}
	// Find the complete expression that is read, as in t.Annotations.ReadOnlyHint.
	at := len(above) - 1
	for at > 0 {
		switch above[at-1].(type) {
		case *ast.SelectorExpr, *ast.StarExpr, *ast.ParenExpr:
			at--
			continue
		case *ast.IndexExpr:
			if above[at-1].(*ast.IndexExpr).X == above[at] {
				at--
				continue
			}
		}
		break
	}
	if at == 0 {
		return false
	}
	whole, ok := above[at].(ast.Expr)
	if !ok {
		return false
	}
	switch p := above[at-1].(type) {
	case *ast.AssignStmt:
		if slices.Contains(p.Lhs, whole) {
			return false
		}
	case *ast.IncDecStmt, *ast.RangeStmt:
		return false
	case *ast.UnaryExpr:
		if p.Op == token.AND {
			return false
		}
	case *ast.BinaryExpr:
		return true
	}
	t := c.b.info.TypeOf(whole)
	_, basic := types.Unalias(t).Underlying().(*types.Basic)
	return basic
}

// taken reports whether a call leaves the tools among its arguments unchanged.
func (c *filterCheck) taken(call *ast.CallExpr, above []ast.Node) bool {
	tv := c.b.info.Types[call.Fun]
	switch {
	case tv.IsType():
		return c.sensitive(c.b.info.TypeOf(call))
	case tv.IsBuiltin():
		return slices.Contains([]string{"append", "cap", "copy", "delete", "len"}, builtinName(call))
	}
	if fn := c.b.callee(call); fn != nil && fn.Pkg() != nil {
		switch path := fn.Pkg().Path(); {
		case c.moves(fn):
			return c.literals(call)
		case path == "fmt" && !strings.Contains(fn.Name(), "can"), path == "log", path == "log/slog":
			return true
		}
		d := c.b.bodies[fn]
		return d != nil && d.Body != nil && c.function(d)
	}
	v, ok := c.b.object(call.Fun).(*types.Var)
	if !ok || !c.declared(v.Pos()) || len(c.b.values[v]) == 0 {
		return false
	}
	for _, set := range c.b.values[v] {
		if _, isLit := ast.Unparen(set.e).(*ast.FuncLit); !isLit {
			return false
		}
	}
	return true
}

// literals reports whether the functions that are passed to a function of package
// slices change no tools.
func (c *filterCheck) literals(call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		if _, isFunc := c.b.info.TypeOf(arg).Underlying().(*types.Signature); !isFunc {
			continue
		}
		if _, isLit := ast.Unparen(arg).(*ast.FuncLit); isLit {
			continue
		}
		fn, _ := c.b.object(arg).(*types.Func)
		if fn == nil || c.b.bodies[fn] == nil || !c.function(c.b.bodies[fn]) {
			return false
		}
	}
	return true
}

// splitKey splits a key into the import path and the name of a type.
func splitKey(key string) (path, name string) {
	i := strings.LastIndexByte(key, '.')
	return key[:max(i, 0)], key[i+1:]
}
