package schemaerror

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/report"
	"golang.org/x/tools/go/types/typeutil"
)

// listOrder reports functions that return the tools of a program in the random order of a
// map, unless code of the package sorts such a list, or adds its elements to a server whose SDK
// does.
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
	for _, file := range r.Pass.Files {
		if strings.HasSuffix(r.Pass.Fset.Position(file.Package).Filename, "_test.go") {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			var body *ast.BlockStmt
			switch n := n.(type) {
			case *ast.FuncDecl:
				body = n.Body
			case *ast.FuncLit:
				body = n.Body
			}
			if body == nil {
				return true
			}
			for _, loop := range randomLists(r.Pass.TypesInfo, body, &sorted) {
				r.Tell("", loop.Pos(), "unstable", "the list of tools is in the random order of a map")
			}
			return true
		})
	}
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

// randomLists returns the loops over maps in a body that append tools to a list which the
// body returns and uses for nothing else.
func randomLists(info *types.Info, body *ast.BlockStmt, sorted *typeutil.Map) []*ast.RangeStmt {
	var out []*ast.RangeStmt
	inspectOwn(body, func(n ast.Node) {
		loop, ok := n.(*ast.RangeStmt)
		if !ok {
			return
		}
		if t := info.TypeOf(loop.X); t == nil || !isMapType(t) {
			return
		}
		inspectOwn(loop.Body, func(n ast.Node) {
			v := appendedTo(info, n)
			if v == nil || enclosing.Within(loop.Body, v.Pos()) || sorted.At(v.Type()) != nil {
				return
			}
			s, ok := v.Type().Underlying().(*types.Slice)
			if ok && isTool(s.Elem(), 3) && onlyReturned(info, body, v) && !slices.Contains(out, loop) {
				out = append(out, loop)
			}
		})
	})
	return out
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

// appendedTo returns the variable v if a statement is v = append(v, ...), or nil.
func appendedTo(info *types.Info, n ast.Node) *types.Var {
	a, ok := n.(*ast.AssignStmt)
	if !ok || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return nil
	}
	id, ok := a.Lhs[0].(*ast.Ident)
	call, isCall := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
	if !ok || !isCall || len(call.Args) < 2 {
		return nil
	}
	fun, ok := ast.Unparen(call.Fun).(*ast.Ident)
	first, isID := ast.Unparen(call.Args[0]).(*ast.Ident)
	v, isVar := info.Uses[id].(*types.Var)
	if !ok || !isID || !isVar || fun.Name != "append" || !info.Types[call.Fun].IsBuiltin() || info.Uses[first] != v {
		return nil
	}
	return v
}

// onlyReturned reports whether a body returns a variable and otherwise only appends to it,
// compares it or asks for its length.
func onlyReturned(info *types.Info, body *ast.BlockStmt, v *types.Var) bool {
	returned, others := false, false
	known := map[ast.Node]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				if id, ok := ast.Unparen(e).(*ast.Ident); ok && info.Uses[id] == v {
					returned, known[id] = true, true
				}
			}
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				known[e] = true
			}
			if appendedTo(info, n) == v {
				known[ast.Unparen(ast.Unparen(n.Rhs[0]).(*ast.CallExpr).Args[0])] = true
			}
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
	return returned && !others
}

// isTool reports whether a type is what a server lists or a program sends to a model as a
// tool: a struct with a name and a schema, or one that leads to such a struct.
func isTool(t types.Type, depth int) bool {
	t = jsonfields.Pointee(t)
	if depth == 0 {
		return false
	}
	name, schema, inner := false, false, false
	for _, f := range jsonfields.Of(t) {
		switch f.Name {
		case "name":
			name = true
		case "inputSchema", "input_schema", "parameters", "parametersJsonSchema":
			list, ok := f.Var.Type().Underlying().(*types.Slice)
			schema = schema || !ok || types.Identical(list.Elem(), types.Typ[types.Byte]) // a schema is not a list
		case "function", "toolSpec":
			inner = inner || isTool(f.Var.Type(), depth-1)
		}
	}
	return name && schema || inner
}
