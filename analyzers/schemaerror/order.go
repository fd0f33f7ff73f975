package schemaerror

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/report"
	"golang.org/x/tools/go/types/typeutil"
)

// listOrder reports functions that return the tools of a program in the random order of a
// map, unless no program runs them, or code of the package sorts such a list, or adds its elements to
// a server whose SDK does.
func listOrder(r *report.Reporter) {
	sorted := typeutil.Map{}
	for _, file := range r.Pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if sorts(r.Pass.TypesInfo, n) {
					sorted.Set(r.Pass.TypesInfo.TypeOf(n.Args[0]), true)
				}
			case *ast.RangeStmt:
				if registers(r.Pass.TypesInfo, n) {
					sorted.Set(r.Pass.TypesInfo.TypeOf(n.X), true)
				}
			}
			return true
		})
	}
	order := &randomOrder{r.Pass.TypesInfo, &sorted, map[*types.Func]bool{}}
	for _, file := range r.Sources() {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
				obj, _ := r.Pass.TypesInfo.Defs[fn.Name].(*types.Func)
				loops, random := order.lists(fn.Body)
				order.funcs[obj] = random && len(loops) == 0
			}
		}
	}
	for _, file := range r.Sources() {
		ast.Inspect(file, func(n ast.Node) bool {
			var body *ast.BlockStmt
			switch n := n.(type) {
			case *ast.FuncDecl:
				body = listing(r.Pass.TypesInfo, n.Type, n.Body)
			case *ast.FuncLit:
				body = listing(r.Pass.TypesInfo, n.Type, n.Body)
			}
			if body == nil {
				return true
			}
			if r.Facts.IsIdle(body.Pos()) {
				return false
			}
			loops, _ := order.lists(body)
			for _, loop := range loops {
				r.Tell("", loop.Pos(), "unstable", "the list of tools is in the random order of a map")
			}
			return true
		})
	}
}

// listing returns the body of a function, or nil if the function reads a resource, whose content
// may describe the tools but is not their list.
func listing(info *types.Info, t *ast.FuncType, body *ast.BlockStmt) *ast.BlockStmt {
	for _, f := range t.Params.List {
		if strings.Contains(types.TypeString(types.Unalias(info.TypeOf(f.Type)), nil), ".ReadResource") { // mcp.ServerRequest[*mcp.ReadResourceParams]
			return nil
		}
	}
	return body
}

// sorts reports whether a call sorts its first argument.
func sorts(info *types.Info, call *ast.CallExpr) bool {
	fn := typeutil.StaticCallee(info, call)
	return fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == "sort" || fn.Pkg().Path() == "slices" && strings.HasPrefix(fn.Name(), "Sort")) && len(call.Args) > 0
}

// registers reports whether a loop passes elements to a package that lists tools by name.
func registers(info *types.Info, loop *ast.RangeStmt) (found bool) {
	ast.Inspect(loop.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return !found
		}
		fn := typeutil.StaticCallee(info, call)
		found = found || fn != nil && fn.Pkg() != nil && slices.Contains([]string{"github.com/mark3labs/mcp-go/server", "github.com/modelcontextprotocol/go-sdk/mcp"}, fn.Pkg().Path()) &&
			slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
				id, ok := ast.Unparen(e).(*ast.Ident)
				v, isID := loop.Value.(*ast.Ident)
				return ok && isID && info.Uses[id] != nil && info.Uses[id] == info.Defs[v]
			})
		return !found
	})
	return found
}

// randomOrder finds lists in the random order of a map.
type randomOrder struct {
	*types.Info
	sorted *typeutil.Map        // the types of lists that code of the package sorts
	funcs  map[*types.Func]bool // functions that return a list in random order
}

// lists returns the loops in a body that append tools in random order to a list which the body
// returns, or sends as the tools of a result, and uses for nothing else. They are loops over maps,
// over lists that such a loop fills and the body only reads, and over the results of funcs. random
// reports whether the body returns a list of anything in random order.
func (o *randomOrder) lists(body *ast.BlockStmt) (loops []*ast.RangeStmt, random bool) {
	filled := map[types.Object]bool{}
	inspectOwn(body, func(n ast.Node) {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Rhs) == 1 && o.calls(a.Rhs[0]) {
			if id, ok := a.Lhs[0].(*ast.Ident); ok {
				v, _ := o.ObjectOf(id).(*types.Var)
				_, others := usesOf(o.Info, body, v)
				filled[v] = v != nil && !others && o.sorted.At(v.Type()) == nil
			}
		}
		loop, ok := n.(*ast.RangeStmt)
		if !ok {
			return
		}
		id, _ := ast.Unparen(loop.X).(*ast.Ident)
		if t := o.TypeOf(loop.X); t == nil || !isMapType(t) && (id == nil || !filled[o.Uses[id]]) && !o.calls(loop.X) {
			return
		}
		inspectOwn(loop.Body, func(n ast.Node) {
			v, elem := appendedTo(o.Info, n)
			if v == nil || enclosing.Within(loop.Body, v.Pos()) || o.sorted.At(v.Type()) != nil {
				return
			}
			s, ok := v.Type().Underlying().(*types.Slice)
			if !ok {
				return
			}
			returned, others := usesOf(o.Info, body, v)
			if random = random || returned && !others; others {
				return
			}
			if filled[v] = !returned; returned && (isTool(s.Elem(), 3) || isToolMap(o.Info, elem)) && !slices.Contains(loops, loop) {
				loops = append(loops, loop)
			}
		})
	})
	return loops, random
}

// calls reports whether an expression calls a function that returns a list in random order.
func (o *randomOrder) calls(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := typeutil.StaticCallee(o.Info, call)
	return fn != nil && o.funcs[fn.Origin()]
}

func isMapType(t types.Type) bool {
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// inspectOwn calls f for the nodes of a body without those of function literals.
func inspectOwn(body ast.Node, f func(ast.Node)) {
	ast.Inspect(body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		f(n)
		return true
	})
}

// appendedTo returns the variable v and the first element if a statement is
// v = append(v, ...), or nil.
func appendedTo(info *types.Info, n ast.Node) (v *types.Var, elem ast.Expr) {
	a, ok := n.(*ast.AssignStmt)
	if !ok || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return nil, nil
	}
	id, ok := a.Lhs[0].(*ast.Ident)
	call, isCall := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
	if !ok || !isCall || len(call.Args) < 2 {
		return nil, nil
	}
	fun, ok := ast.Unparen(call.Fun).(*ast.Ident)
	first, isID := ast.Unparen(call.Args[0]).(*ast.Ident)
	v, isVar := info.Uses[id].(*types.Var)
	if !ok || !isID || !isVar || fun.Name != "append" || !info.Types[call.Fun].IsBuiltin() || info.Uses[first] != v {
		return nil, nil
	}
	return v, call.Args[1]
}

// usesOf reports whether a body returns a list or makes it the tools of a result, and whether
// it uses it otherwise than in a loop, a comparison, or to append to it or ask for its length.
func usesOf(info *types.Info, body *ast.BlockStmt, v *types.Var) (returned, others bool) {
	known := map[ast.Node]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				if id, ok := ast.Unparen(e).(*ast.Ident); ok && info.Uses[id] == v {
					returned, known[id] = true, true
				}
			}
		case *ast.KeyValueExpr:
			if id, ok := ast.Unparen(n.Value).(*ast.Ident); ok && info.Uses[id] == v && memberOf(info, n) == "tools" {
				returned, known[id] = true, true
			}
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				known[e] = true
			}
			if to, _ := appendedTo(info, n); to == v {
				known[ast.Unparen(ast.Unparen(n.Rhs[0]).(*ast.CallExpr).Args[0])] = true
			}
		case *ast.RangeStmt:
			known[ast.Unparen(n.X)] = true
		case *ast.CallExpr:
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && id.Name == "len" && len(n.Args) == 1 {
				known[ast.Unparen(n.Args[0])] = true
			}
		case *ast.BinaryExpr:
			known[ast.Unparen(n.X)] = true
		case *ast.Ident:
			others = others || info.Uses[n] == v && !known[n]
		}
		return true
	})
	return returned, others
}

// memberOf returns the name that an element of a composite literal has in JSON: the key of a
// map, or the name of a field.
func memberOf(info *types.Info, kv *ast.KeyValueExpr) string {
	if v := info.Types[kv.Key].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	id, ok := kv.Key.(*ast.Ident)
	if !ok {
		return ""
	}
	return strings.ToLower(id.Name)
}

// isToolMap reports whether an expression is the literal of a map with the members of a tool.
func isToolMap(info *types.Info, e ast.Expr) bool {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok || !isMapType(info.TypeOf(lit)) {
		return false
	}
	name, schema := false, false
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		switch member := memberOf(info, kv); {
		case member == "name":
			name = true
		case slices.Contains(schemaNames, member):
			schema = true
		case member == "function" && isToolMap(info, kv.Value):
			return true
		}
	}
	return name && schema
}

// schemaNames are the names under which a tool has its input schema.
var schemaNames = []string{"inputSchema", "input_schema", "parameters", "parametersJsonSchema"}

// isTool reports whether a type is what a server lists or a program sends to a model as a
// tool: a struct with a name and a schema, or one that leads to such a struct.
func isTool(t types.Type, depth int) bool {
	t = jsonfields.Pointee(t)
	if depth == 0 {
		return false
	}
	name, schema, inner := false, false, false
	for _, f := range jsonfields.Of(t) {
		switch {
		case f.Name == "name":
			name = true
		case slices.Contains(schemaNames, f.Name):
			list, ok := f.Var.Type().Underlying().(*types.Slice)
			schema = schema || !ok || types.Identical(list.Elem(), types.Typ[types.Byte]) // a schema is not a list
		case f.Name == "function", f.Name == "toolSpec":
			inner = inner || isTool(f.Var.Type(), depth-1)
		}
	}
	return name && schema || inner
}
