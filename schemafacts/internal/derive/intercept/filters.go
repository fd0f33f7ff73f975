package intercept

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// A middleware that uses the list of tools often only removes some of them. The listed
// tools are then the ones in the source. This holds if the middleware, and all
// functions of the package to which it passes the response, its list or its tools, do
// only harmless operations with them: reading, choosing and moving. Any other operation
// on an expression of these types means that the middleware may change tools.

// filterCheck checks whether one middleware only filters the list of tools.
type filterCheck struct {
	b *finder
	// list and tool are the types of the response and of a tool, by path and name.
	list string
	tool string
	// done are the functions that were examined or are being examined.
	done map[ast.Node]bool
	// region are the nodes that were examined. Variables declared in them contain only
	// checked values.
	region []ast.Node
}

// onlyFilters reports whether a middleware that uses the list of tools changes no tool.
func (b *finder) onlyFilters(e ast.Expr, depth int) bool {
	if depth > 4 {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return b.filters(e)
	case *ast.CallExpr:
		if tv := b.info.Types[e.Fun]; tv.IsType() && len(e.Args) == 1 {
			return b.onlyFilters(e.Args[0], depth+1)
		}
		return b.functionFilters(b.callee(e))
	case *ast.Ident, *ast.SelectorExpr:
		switch obj := b.object(e).(type) {
		case *types.Func:
			return b.functionFilters(obj.Origin())
		case *types.Var:
			for _, v := range b.values[obj] {
				if b.looksAtList(v.e, depth+1) && !b.onlyFilters(v.e, depth+1) {
					return false
				}
			}
			return len(b.values[obj]) > 0
		}
	}
	return false
}

// functionFilters is onlyFilters for a middleware that is a function, or that a
// function returns.
func (b *finder) functionFilters(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	if d := b.bodies[fn]; d != nil {
		return b.filters(d)
	}
	only := onlyFilter + ir.Key(fn)
	return slices.Contains(b.found.Lists, only) || slices.Contains(b.below.Lists, only)
}

// onlyFilter marks functions in Fact.Lists that change no tool.
const onlyFilter = "~"

// filters reports whether a function changes no tool and adds none.
func (b *finder) filters(fn ast.Node) bool {
	for _, s := range b.surfaces {
		if s.List == "" || s.Tool == "" {
			continue
		}
		c := &filterCheck{b: b, list: s.List, tool: s.Tool, done: map[ast.Node]bool{}}
		for _, p := range parameters(fn) {
			if c.sensitive(b.info.TypeOf(p.Type)) {
				return false
			}
		}
		if !c.function(fn) {
			return false
		}
	}
	return true
}

func parameters(fn ast.Node) []*ast.Field {
	switch fn := fn.(type) {
	case *ast.FuncLit:
		return fn.Type.Params.List
	case *ast.FuncDecl:
		return fn.Type.Params.List
	}
	return nil
}

// sensitive reports whether values of a type can hold the response, its list or a
// tool.
func (c *filterCheck) sensitive(t types.Type) bool {
	for range 8 {
		if t == nil {
			return false
		}
		if key := typeKey(t); key == c.list || key == c.tool {
			return true
		}
		u := ir.Under(t)
		if elem := ir.Elem(u); elem != nil {
			t = elem
			continue
		}
		switch u := u.(type) {
		case *types.Chan:
			t = u.Elem()
		case *types.Interface:
			return c.isResult(t, u)
		default:
			return false
		}
	}
	return true
}

// isResult reports whether a type is an interface of the SDK that the response
// implements.
func (c *filterCheck) isResult(t types.Type, u *types.Interface) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || u.NumMethods() == 0 || named.Obj().Pkg() == nil || !dialects.Has(named.Obj().Pkg().Path()) {
		return false
	}
	path, name := splitKey(c.list)
	if named.Obj().Pkg().Path() != path {
		return false
	}
	tn, ok := named.Obj().Pkg().Scope().Lookup(name).(*types.TypeName)
	return ok && types.Implements(types.NewPointer(tn.Type()), u)
}

func (c *filterCheck) is(e ast.Expr, key string) bool { return typeKey(c.b.info.TypeOf(e)) == key }

// function reports whether no part of a function changes a tool.
func (c *filterCheck) function(fn ast.Node) bool {
	if c.done[fn] {
		return true
	}
	c.done[fn] = true
	if len(c.done) > 20 {
		return false
	}
	c.region = append(c.region, fn)
	ok := true
	var stack []ast.Node
	ast.Inspect(fn, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if ok {
			ok = c.node(n, stack)
		}
		stack = append(stack, n)
		return true
	})
	return ok
}

// node checks one node. above are the enclosing nodes, the innermost last.
func (c *filterCheck) node(n ast.Node, above []ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return c.assigned(n.Lhs, n.Rhs)
	case *ast.ValueSpec:
		var names []ast.Expr
		for _, name := range n.Names {
			names = append(names, name)
		}
		return len(n.Values) == 0 || c.assigned(names, n.Values)
	case *ast.RangeStmt:
		if n.Value != nil && c.sensitive(c.b.info.TypeOf(n.Value)) || n.Key != nil && c.sensitive(c.b.info.TypeOf(n.Key)) {
			return c.sensitive(c.b.info.TypeOf(n.X))
		}
		return true
	case ast.Expr:
		if tuple, ok := c.b.info.TypeOf(n).(*types.Tuple); ok {
			return c.several(n, tuple, above)
		}
		tv, known := c.b.info.Types[n]
		if known && (tv.IsType() || tv.IsNil()) || !c.sensitive(c.b.info.TypeOf(n)) {
			return true
		}
		if id, isID := n.(*ast.Ident); isID && len(above) > 0 {
			if sel, isSel := above[len(above)-1].(*ast.SelectorExpr); isSel && sel.Sel == id {
				return true // the selector is checked separately
			}
			if kv, isKV := above[len(above)-1].(*ast.KeyValueExpr); isKV && kv.Key == ast.Expr(id) {
				return true // the name of a field
			}
		}
		return c.source(n) && c.use(n, above)
	}
	return true
}

// several is node for an expression with several results, such as a call or a type
// assertion with ok.
func (c *filterCheck) several(e ast.Expr, tuple *types.Tuple, above []ast.Node) bool {
	for v := range tuple.Variables() {
		if !c.sensitive(v.Type()) {
			continue
		}
		call, ok := e.(*ast.CallExpr)
		if !ok {
			return c.source(e) // two values, with a test
		}
		switch p := above[len(above)-1].(type) {
		case *ast.AssignStmt, *ast.ValueSpec:
			return c.call(call)
		case *ast.ReturnStmt:
			return len(p.Results) == 1 && c.call(call)
		}
		return false
	}
	return true
}

// assigned reports whether an assignment is harmless. It is not harmless if a value of a
// type that can hold tools becomes a value of another type, where its uses are not
// examined. If one expression sets several variables and one of them can hold tools, the
// expression must not receive from a channel, and a call must pass [filterCheck.call].
func (c *filterCheck) assigned(lhs, rhs []ast.Expr) bool {
	for i, l := range lhs {
		if id, ok := l.(*ast.Ident); ok && id.Name == "_" {
			continue
		}
		holds := c.sensitive(c.b.info.TypeOf(l))
		if len(lhs) == len(rhs) {
			if !holds && c.sensitive(c.b.info.TypeOf(rhs[i])) && !c.b.info.Types[rhs[i]].IsNil() {
				return false // the value escapes as another type
			}
			continue
		}
		if call, ok := ast.Unparen(rhs[0]).(*ast.CallExpr); ok && holds && !c.call(call) {
			return false
		}
		if e, ok := ast.Unparen(rhs[0]).(*ast.UnaryExpr); ok && holds && e.Op == token.ARROW {
			return false
		}
	}
	return true
}

// source reports whether an expression yields only values that are checked elsewhere,
// and does not create a tool.
func (c *filterCheck) source(e ast.Expr) bool {
	info := c.b.info
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		obj := info.ObjectOf(e)
		return obj == nil || c.declared(obj.Pos())
	case *ast.SelectorExpr:
		return c.is(e.X, c.list)
	case *ast.IndexExpr:
		return c.sensitive(info.TypeOf(e.X))
	case *ast.SliceExpr:
		return c.sensitive(info.TypeOf(e.X))
	case *ast.TypeAssertExpr:
		return c.sensitive(info.TypeOf(e.X))
	case *ast.CompositeLit:
		return !c.is(e, c.tool)
	case *ast.UnaryExpr:
		_, isLit := ast.Unparen(e.X).(*ast.CompositeLit)
		return e.Op == token.AND && isLit
	case *ast.CallExpr:
		return c.call(e)
	}
	return false
}

func (c *filterCheck) declared(pos token.Pos) bool {
	return slices.ContainsFunc(c.region, func(n ast.Node) bool { return n.Pos() <= pos && pos < n.End() })
}

// call reports whether the tools that a call returns are among its arguments, or are
// the server's own.
func (c *filterCheck) call(call *ast.CallExpr) bool {
	tv := c.b.info.Types[call.Fun]
	switch {
	case tv.IsType():
		return len(call.Args) == 1 && c.sensitive(c.b.info.TypeOf(call.Args[0]))
	case tv.IsBuiltin():
		name := builtinName(call)
		return name == "append" || name == "make"
	}
	if fn := c.b.callee(call); fn != nil {
		if c.moves(fn) {
			return true
		}
		d := c.b.bodies[fn]
		return d != nil && d.Body != nil && c.function(d)
	}
	v, ok := c.b.object(call.Fun).(*types.Var)
	return ok && c.isNext(v)
}

// isNext reports whether a variable is the handler that a middleware wraps: a parameter
// of a function that returns a value of the same type.
func (c *filterCheck) isNext(v *types.Var) bool {
	for _, n := range c.region {
		found := false
		ast.Inspect(n, func(n ast.Node) bool {
			var ft *ast.FuncType
			switch n := n.(type) {
			case *ast.FuncLit:
				ft = n.Type
			case *ast.FuncDecl:
				ft = n.Type
			}
			if ft == nil || ft.Results == nil {
				return !found
			}
			for _, p := range ft.Params.List {
				for _, name := range p.Names {
					found = found || c.b.info.Defs[name] == v && types.Identical(c.b.info.TypeOf(ft.Results.List[0].Type), v.Type())
				}
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

func builtinName(call *ast.CallExpr) string {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// moving are functions of package slices that only read or return the elements of their
// arguments.
var moving = []string{"Clip", "Clone", "Compact", "CompactFunc", "Concat", "Contains", "ContainsFunc", "Delete", "DeleteFunc",
	"Grow", "Index", "IndexFunc", "Reverse", "SortFunc", "SortStableFunc"}

func (c *filterCheck) moves(fn *types.Func) bool {
	return fn.Pkg() != nil && fn.Pkg().Path() == "slices" && slices.Contains(moving, fn.Name())
}
