package handling

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/types/typeutil"
)

// This file finds the places that name the functions which take a request.

// naming is an identifier that names a handler: a function of the package that takes
// a request, or a function that returns a literal which does. A call names a handler only
// if the function has the results of one: others are helpers, such as text(req, "name").
type naming struct {
	id   *ast.Ident
	decl ast.Node // the function, or the literal that it returns
	// within are the enclosing literals, the innermost first, that take the request and
	// use it in other ways than passing it on.
	within []*ast.FuncLit
}

// namings returns all identifiers that name handlers, in source order.
func (p *Package) namings() []naming {
	if p.named != nil {
		return p.named
	}
	p.named = []naming{}
	made := map[*ast.Ident]*ast.FuncLit{}
	for id, obj := range p.Info.Uses {
		fn, ok := obj.(*types.Func)
		if !ok || fn.Pkg() != p.Pkg {
			continue
		}
		if sig := fn.Signature(); p.takesRequest(sig) {
			if decl := p.decl(fn); decl != nil && (p.answers(sig) || !p.calls(id)) {
				p.name(id, fn, decl)
			}
		} else if lit := p.makes(fn); lit != nil {
			made[id] = lit
		}
	}
	p.sortNamings()
	handlers := map[*ast.FuncLit]ast.Node{}
	for _, lit := range made {
		if handlers[lit] == nil {
			handlers[lit] = p.handledBy(lit, true)
		}
	}
	for id, lit := range made {
		p.name(id, p.Info.Uses[id], handlers[lit])
	}
	p.sortNamings()
	return p.named
}

// name records that an identifier names a function with a handler: the function
// itself or the literal that it returns.
func (p *Package) name(id *ast.Ident, fn types.Object, decl ast.Node) {
	c, ok := p.Tree.At(id)
	if decl == nil || !ok {
		return
	}
	n := naming{id: id, decl: decl}
	for outer := range c.Enclosing((*ast.FuncLit)(nil)) {
		if lit := outer.Node().(*ast.FuncLit); p.handles(lit) && p.doesMore(lit, fn) {
			n.within = append(n.within, lit)
		}
	}
	p.named = append(p.named, n)
}

func (p *Package) sortNamings() {
	slices.SortFunc(p.named, func(a, b naming) int { return cmp.Compare(a.id.Pos(), b.id.Pos()) })
}

// makes returns the literal that takes a request and that a function of the package
// always returns:
//
//	func list(c *Client) mcp.ToolHandler { return func(...) {...} }
//
// It returns nil for any other function, and for a function with function parameters,
// which the literal may call to handle the request.
func (p *Package) makes(fn *types.Func) *ast.FuncLit {
	sig := fn.Signature()
	if sig.Results().Len() != 1 {
		return nil
	}
	handler, ok := sig.Results().At(0).Type().Underlying().(*types.Signature)
	if !ok || !p.takesRequest(handler) {
		return nil
	}
	for v := range sig.Params().Variables() {
		if _, isFunc := v.Type().Underlying().(*types.Signature); isFunc || types.IsInterface(v.Type()) && isAny(v.Type()) {
			return nil
		}
	}
	decl := p.decl(fn)
	if decl == nil || sig.Variadic() {
		return nil
	}
	list := returns(decl.Body)
	if len(list) != 1 || len(list[0].Results) != 1 {
		return nil
	}
	made, _ := ast.Unparen(list[0].Results[0]).(*ast.FuncLit)
	return made
}

// handler returns the handler to which the identifier leads, as seen from a part of
// the source. If that part contains a literal around the identifier that takes the
// request and does more than pass it on, the handler is that literal.
func (n *naming) handler(in ast.Node) ast.Node {
	for _, lit := range n.within {
		if enclosing.Within(in, lit.Pos()) && lit.End() <= in.End() {
			return lit
		}
	}
	return n.decl
}

// mentioned returns the handlers that a part of the source names, without duplicates;
// see [naming.handler].
func (p *Package) mentioned(n ast.Node) []ast.Node {
	all := p.namings()
	first, _ := slices.BinarySearchFunc(all, n.Pos(), func(n naming, pos token.Pos) int { return cmp.Compare(n.id.Pos(), pos) })
	var out []ast.Node
	for _, name := range all[first:] {
		if name.id.Pos() >= n.End() {
			break
		}
		if h := name.handler(n); !slices.Contains(out, h) {
			out = append(out, h)
		}
	}
	return out
}

// doesMore reports whether a literal does more with its parameters than pass them to
// fn. The context does not count.
func (p *Package) doesMore(lit *ast.FuncLit, fn types.Object) bool {
	given, handed := map[types.Object]bool{}, map[*ast.Ident]bool{}
	for _, f := range lit.Type.Params.List {
		if types.TypeString(p.Info.TypeOf(f.Type), nil) == "context.Context" {
			continue
		}
		for _, name := range f.Names {
			if obj := p.Info.Defs[name]; obj != nil {
				given[obj] = true
			}
		}
	}
	more := false
	for n := range p.Tree.In(lit.Body, (*ast.CallExpr)(nil), (*ast.Ident)(nil)) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if typeutil.Callee(p.Info, n) != fn {
				break
			}
			for _, arg := range n.Args {
				if id, ok := ast.Unparen(arg).(*ast.Ident); ok {
					handed[id] = true
				}
			}
		case *ast.Ident:
			more = more || given[p.Info.Uses[n]] && !handed[n]
		}
	}
	return more
}

// calls reports whether an identifier is the name of the function in a call.
func (p *Package) calls(id *ast.Ident) bool {
	c, ok := p.Tree.At(id)
	for ok {
		switch kind, _ := c.ParentEdge(); kind {
		case edge.CallExpr_Fun:
			return true
		case edge.SelectorExpr_Sel, edge.IndexExpr_X, edge.IndexListExpr_X, edge.ParenExpr_X:
			c = c.Parent()
		default:
			return false
		}
	}
	return false
}

// takesRequest reports whether a function has a request among its parameters.
func (p *Package) takesRequest(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if is, _ := schemafacts.Request(v.Type()); is {
			return true
		}
	}
	return false
}

// inVariable returns the handler in a local variable that a call registers, or nil if it is
// unknown. All values of the variable must be the handler, or be made of the variable:
//
//	handler := h.list
//	if m != nil {
//		handler = m.wrap(handler)
//	}
//	s.AddTool(tool, handler)
func (p *Package) inVariable(n ast.Node) ast.Node {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return nil
	}
	var found []ast.Node
	for _, arg := range call.Args {
		v, ok := p.object(arg).(*types.Var)
		if !ok || v.Kind() != types.LocalVar {
			continue
		}
		if sig, ok := v.Type().Underlying().(*types.Signature); !ok || !p.takesRequest(sig) {
			continue
		}
		for c := range slices.Values(p.Tree.Uses(p.Info, v)) {
			kind, i := c.ParentEdge()
			assign, ok := c.Parent().Node().(*ast.AssignStmt)
			if !ok || kind != edge.AssignStmt_Lhs {
				continue
			}
			value := assign.Rhs[min(i, len(assign.Rhs)-1)]
			list := p.mentioned(value)
			if len(list) == 0 && !p.uses(value, v) {
				return nil
			}
			found = append(found, list...)
		}
	}
	return single(slices.Compact(found))
}

// uses reports whether a part of the source mentions a variable.
func (p *Package) uses(n ast.Node, v *types.Var) bool {
	for id := range p.Tree.In(n, (*ast.Ident)(nil)) {
		if p.Info.Uses[id.(*ast.Ident)] == v {
			return true
		}
	}
	return false
}
