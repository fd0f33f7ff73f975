package handlerargs

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/types/typeutil"
)

// sharedRead is an argument that a helper reads on behalf of several handlers.
type sharedRead struct {
	read  handling.Read
	tools []*schemafacts.Tool // that do not declare it
}

// share records an argument that a helper function reads on behalf of the handler h.
func (c *checker) share(h *handler, r handling.Read) {
	i := slices.IndexFunc(c.shared, func(s *sharedRead) bool { return s.read.Home == r.Home && s.read.Key == r.Key })
	if i < 0 {
		i, c.shared = len(c.shared), append(c.shared, &sharedRead{read: r})
	}
	c.shared[i].tools = append(c.shared[i].tools, h.tools[0])
}

// reportShared reports arguments that helpers read and that no tool declares for whose handler
// they read. A helper may read more than each single tool has, but not if nearly all tools have
// the argument. If another package may have tools that use the helper, only a run on the whole
// program reports them.
func (c *checker) reportShared() {
	if len(c.shared) == 0 {
		return
	}
	unclaimed := c.code.Unclaimed()
	for _, s := range c.shared {
		reads := func(h *handling.Handler) bool {
			return slices.ContainsFunc(h.Reads, func(r handling.Read) bool { return r.Home == s.read.Home && r.Key == s.read.Key })
		}
		if slices.ContainsFunc(unclaimed, reads) {
			continue
		}
		elsewhere := slices.ContainsFunc(c.Tools, func(t *schemafacts.Tool) bool {
			if names(t) && !offers(t, s.read.Key) {
				return false
			}
			h := c.code.Handling(t.Written())
			return h == nil || reads(h)
		})
		if !elsewhere && (c.ownHelper(s.read.Home) || c.code.OnlyUser(s.read.Home)) {
			c.tell(s.read.Named(), "undeclared", s.tools[0], fmt.Sprintf("tool %q: argument %q is read, but not in the input schema", s.tools[0].Name, s.read.Key))
			continue
		}
		declare := 0
		for _, t := range c.Tools {
			if h := c.code.Handling(t.Written()); h != nil && reads(h) && offers(t.Written(), s.read.Key) {
				declare++
			}
		}
		if declare >= 3*len(s.tools) {
			for _, t := range s.tools {
				c.tell(c.Place(t), "undeclared", t, fmt.Sprintf("tool %q: argument %q is read, but not in the input schema, unlike in those of %d other tools", t.Name, s.read.Key, declare))
			}
		}
	}
}

// ownHelper reports whether a function, given in the form of types.Func.FullName, is
// one that only this package can call.
func (c *checker) ownHelper(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	rest, ok := strings.CutPrefix(strings.TrimLeft(name[:max(dot, 0)], "(*"), c.Pass.Pkg.Path())
	return ok && (rest == "" || rest[0] == '.') && !ast.IsExported(name[dot+1:])
}

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
