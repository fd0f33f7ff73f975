package handlerargs

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"
)

// readByCallers returns the names of arguments that code around handlers reads, as
// "action" in
//
//	return actions[text(args, "action")](args)
//
// Such code calls a function value, and is not part of a handler itself.
func (c *checker) readByCallers() map[string]bool {
	own := map[token.Pos]bool{}
	for _, t := range c.Tools {
		if h := c.code.Handling(t.Written()); h != nil {
			for _, r := range h.Reads {
				own[r.At()], own[r.Named()] = true, true
			}
		}
	}
	names := map[string]bool{}
	for _, f := range c.Pass.Files {
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body == nil || !c.callsValue(fn.Body) {
				continue
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				if key := c.keyRead(n); key != nil && !own[key.Pos()] && !own[n.Pos()] {
					names[constant.StringVal(c.Pass.TypesInfo.Types[key].Value)] = true
				}
				return true
			})
		}
	}
	return names
}

// callsValue reports whether a body calls a value of a function type with arguments.
func (c *checker) callsValue(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && len(call.Args) > 0 && c.Pass.TypesInfo.Types[call.Fun].IsValue() {
			switch typeutil.Callee(c.Pass.TypesInfo, call).(type) {
			case nil, *types.Var:
				found = true
			}
		}
		return !found
	})
	return found
}

// keyRead returns the constant with which a node reads a map of arguments, by an index
// or by a call to which it passes the map, or nil.
func (c *checker) keyRead(n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.IndexExpr:
		if c.isArguments(n.X) && c.isText(n.Index) {
			return n.Index
		}
	case *ast.CallExpr:
		if i := slices.IndexFunc(n.Args, c.isText); i >= 0 && slices.ContainsFunc(n.Args, c.isArguments) {
			return n.Args[i]
		}
	}
	return nil
}

func (c *checker) isText(e ast.Expr) bool {
	v := c.Pass.TypesInfo.Types[e].Value
	return v != nil && v.Kind() == constant.String
}

// isArguments reports whether an expression may be the arguments of a call: a map of decoded
// values, or a variable with a map to which a program may copy them. A field with texts, as in
// record.Metadata["path"], has other data.
func (c *checker) isArguments(e ast.Expr) bool {
	t := c.Pass.TypesInfo.TypeOf(e)
	if t == nil {
		return false
	}
	m, ok := t.Underlying().(*types.Map)
	if !ok {
		return false
	}
	_, isVariable := ast.Unparen(e).(*ast.Ident)
	return isVariable || types.IsInterface(m.Elem())
}
