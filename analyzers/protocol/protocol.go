package protocol

import (
	_ "embed"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/types/typeutil"
)

//go:embed doc.go
var doc string

// Analyzer is the check.
var Analyzer = handling.Check(doc, "protocol", report.Source(run))

func run(r *report.Reporter) {
	c := &checker{Reporter: r, code: handling.Of(r), decls: map[*types.Func]*ast.FuncDecl{}}
	var decls []ast.Decl
	for _, file := range c.Sources() {
		decls = append(decls, file.Decls...)
	}
	for _, d := range decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			c.decls[c.Pass.TypesInfo.Defs[f.Name].(*types.Func)] = f
		}
	}
	allowed := c.uses(schemafacts.AllowsRequests, decls...)
	for _, d := range decls {
		if !c.uses(schemafacts.ReadsVersion, d) {
			c.declaration(d, allowed)
		}
	}
	c.handlers()
}

type checker struct {
	*report.Reporter
	code  *handling.Handlers
	decls map[*types.Func]*ast.FuncDecl
}

// uses reports whether declarations use a function or field of an SDK with the role.
func (c *checker) uses(role schemafacts.ProtocolRole, decls ...ast.Decl) bool {
	found := false
	for _, d := range decls {
		ast.Inspect(d, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && !found {
				found = schemafacts.RoleInProtocol(c.Pass.TypesInfo.Uses[id]) == role
			}
			return !found
		})
	}
	return found
}

// declaration reports the calls in a declaration that fail or have no effect with newer
// clients. Requests to the client are not reported if the SDK allows them.
func (c *checker) declaration(d ast.Decl, allowed bool) {
	ast.Inspect(d, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		fn, role := c.callee(call)
		switch {
		case role == schemafacts.RequestsClient && !allowed:
			c.Tell("", place(call), "server-request", "%s sends a request to the client, which fails with clients of protocol 2026-07-28", fn.Name())
		case role == schemafacts.ChangesSession:
			c.Tell("", place(call), "session-tools", "%s changes the tools of one session; protocol 2026-07-28 has no sessions, so such clients never see the change", fn.Name())
		}
		return true
	})
}

// callee returns the SDK function that is called, and its role.
func (c *checker) callee(call *ast.CallExpr) (*types.Func, schemafacts.ProtocolRole) {
	fn, ok := typeutil.Callee(c.Pass.TypesInfo, call).(*types.Func)
	if !ok {
		return nil, 0
	}
	return fn, schemafacts.RoleInProtocol(fn)
}

// place returns the position of the called function's name.
func place(call *ast.CallExpr) token.Pos {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		return fun.Sel.Pos()
	case *ast.IndexExpr:
		if sel, ok := fun.X.(*ast.SelectorExpr); ok {
			return sel.Sel.Pos()
		}
	}
	return call.Pos()
}

// handlers reports calls that change the list of tools while a client's call runs.
func (c *checker) handlers() {
	tools := map[*ast.CallExpr][]string{}
	var calls []*ast.CallExpr
	for _, t := range c.Tools {
		for _, call := range c.changes(c.code.HandlerOf(t)) {
			if tools[call] == nil {
				calls = append(calls, call)
			}
			tools[call] = append(tools[call], t.Name)
		}
	}
	for _, call := range calls {
		fn, _ := c.callee(call)
		c.Tell(tools[call][0], place(call), "changing-tools", "%s changes the tools of the server when a client calls %s; in protocol 2026-07-28 a call must not change tools/list",
			fn.Name(), report.Tools(tools[call]))
	}
}

// changes returns the calls that change the list of tools in a handler and in the
// functions of the package that it calls. It returns only the first such call of each
// function.
func (c *checker) changes(handler ast.Node) []*ast.CallExpr {
	var out []*ast.CallExpr
	seen := map[*ast.FuncDecl]bool{}
	var visit func(n ast.Node)
	visit = func(body ast.Node) {
		first := true
		ast.Inspect(body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			fn, role := c.callee(call)
			if role == schemafacts.ChangesTools && first {
				out, first = append(out, call), false
			}
			if fn != nil {
				if d := c.decls[fn.Origin()]; d != nil && !seen[d] {
					seen[d] = true
					visit(d.Body)
				}
			}
			return true
		})
	}
	switch h := handler.(type) {
	case *ast.FuncDecl:
		seen[h] = true
		if h.Body != nil {
			visit(h.Body)
		}
	case *ast.FuncLit:
		visit(h.Body)
	}
	return out
}
