// Package handlers finds what handles a tool.
package handlers

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/ast/astutil"
)

// Finder finds the handlers of a package's tools.
type Finder struct {
	*report.Reporter
	// byName are the package's functions that take a request, by full name: what
	// callers need is [Finder.named].
	byName map[string]*ast.FuncDecl
}

// New returns a Finder for the package that a check runs on.
func New(r *report.Reporter) *Finder { return &Finder{Reporter: r} }

// named returns the function of the package that has a full name and takes a
// request, nil if there is none.
func (c *Finder) named(name string) *ast.FuncDecl {
	if c.byName == nil {
		c.byName = map[string]*ast.FuncDecl{}
		for _, file := range c.Pass.Files {
			for _, decl := range file.Decls {
				fn, ok := decl.(*ast.FuncDecl)
				if !ok || fn.Body == nil {
					continue
				}
				if obj, ok := c.Pass.TypesInfo.Defs[fn.Name].(*types.Func); ok && takesRequest(obj) {
					c.byName[obj.FullName()] = fn
				}
			}
		}
	}
	return c.byName[name]
}

// Of returns the declaration or literal that handles a tool: what a literal or
// wrapper around it calls, if that is one function of the package that takes a
// request; nil if it is not known.
func (c *Finder) Of(t *schemafacts.Tool) ast.Node {
	if fn := c.named(t.Handler); fn != nil {
		return fn
	}
	if n := c.around(t.RegPos); n != nil {
		if found := c.mentioned(n); len(found) == 1 {
			return found[0]
		}
	}
	if n := c.around(t.HandlerPos); n != nil {
		if found := c.mentioned(n); len(found) == 1 {
			return found[0]
		} else if lit, ok := n.(*ast.FuncLit); ok && len(found) == 0 {
			return lit
		}
		return nil
	}
	if c.Own(t.RegPos) {
		return nil
	}
	return c.beside(t)
}

// beside returns what handles a tool that another package wraps and registers:
// the one handler in the function that names the tool, and no other tool.
func (c *Finder) beside(t *schemafacts.Tool) ast.Node {
	var home *ast.FuncDecl
	for _, file := range c.Pass.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Pos() <= t.NamePos && t.NamePos < fn.End() {
				home = fn
			}
		}
	}
	if home == nil || slices.ContainsFunc(c.Tools, func(o *schemafacts.Tool) bool {
		return o.Name != t.Name && home.Pos() <= o.NamePos && o.NamePos < home.End()
	}) {
		return nil
	}
	found := c.mentioned(home)
	var literals []ast.Node
	ast.Inspect(home, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		if ok && len(c.mentioned(lit)) == 0 && c.literalTakesRequest(lit) {
			literals = append(literals, lit)
		}
		return true
	})
	if all := append(found, literals...); len(all) == 1 {
		return all[0]
	}
	return nil
}

func (c *Finder) literalTakesRequest(lit *ast.FuncLit) bool {
	for _, p := range lit.Type.Params.List {
		if is, _ := schemafacts.Request(c.Pass.TypesInfo.TypeOf(p.Type)); is {
			return true
		}
	}
	return false
}

// around returns the literal at pos, else the call.
func (c *Finder) around(pos token.Pos) ast.Node {
	for _, f := range c.Pass.Files {
		if pos < f.FileStart || f.FileEnd < pos {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(f, pos, pos)
		for _, n := range path {
			switch n.(type) {
			case *ast.FuncLit, *ast.CallExpr:
				return n
			case *ast.FuncDecl:
				return nil
			}
		}
	}
	return nil
}

// mentioned returns the functions of the package that take a request and are named
// in a part of the source.
func (c *Finder) mentioned(n ast.Node) []ast.Node {
	var out []ast.Node
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		fn, ok := c.Pass.TypesInfo.Uses[id].(*types.Func)
		if !ok || fn.Pkg() != c.Pass.Pkg || !takesRequest(fn) {
			return true
		}
		if decl := c.named(fn.FullName()); decl != nil && !slices.Contains(out, ast.Node(decl)) {
			out = append(out, decl)
		}
		return true
	})
	return out
}

// takesRequest reports whether a function has a request among its parameters.
func takesRequest(fn *types.Func) bool {
	for p := range fn.Signature().Params().Variables() {
		if is, _ := schemafacts.Request(p.Type()); is {
			return true
		}
	}
	return false
}
