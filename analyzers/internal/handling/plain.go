package handling

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/ast/inspector"
)

// A server without an SDK decodes calls itself and finds the handler of a tool by the
// tool's name: in a struct that also has the schema, in a map from names to functions,
// in a switch statement, or among the methods of the type that returns the name.

// plainHandler is the code that runs when a tool is called in a program that serves
// its tools itself, without an SDK.
type plainHandler struct {
	// node is a function or literal, the case clause of a switch statement, or the body of
	// an if statement.
	node ast.Node
	// fn is the enclosing function or literal, or node itself if it is one.
	fn ast.Node
	// given are the variables of fn that contain the arguments of the call.
	given []types.Object
	// scan caches [Package.scanOf].
	scan *scan
	// actions are the handlers of the actions of a tool if node is a map literal with them.
	actions []*plainHandler
}

// plainOf returns the handler of a tool in a program that calls its handlers itself,
// without an SDK. It returns nil if the handler is unknown.
func (p *Package) plainOf(t *schemafacts.Tool, tools []*schemafacts.Tool) ast.Node {
	if decl := p.declNamed(t.Handler); decl != nil {
		return p.plainFunc(decl)
	}
	if lit, ok := p.around(t.HandlerPos).(*ast.FuncLit); ok && lit.Pos() == t.HandlerPos {
		return p.plainFunc(lit)
	}
	return p.selected(t, tools)
}

// selected returns the function that gets the arguments of the calls of a tool because of the
// place where source names the tool: next to the name, under the name in a map or in a switch
// statement, or among the methods of the type that returns the name. It returns nil if
// source shows no such function, or several.
func (p *Package) selected(t *schemafacts.Tool, tools []*schemafacts.Tool) ast.Node {
	if n := p.siblingHandler(t, tools); n != nil {
		return n
	}
	list := p.handlersByName()[t.Name]
	if len(list) == 0 {
		list = p.byTest[t.Name]
	}
	if len(list) > 1 { // a clause may pass the call to a function that has clauses, too
		list = slices.DeleteFunc(slices.Clone(list), func(n ast.Node) bool {
			return slices.ContainsFunc(list, func(o ast.Node) bool { return o != n && p.plain[o].fn == n })
		})
	}
	if len(list) > 0 {
		return single(list)
	}
	return p.methodHandler(t, tools)
}

// plainFunc returns n if it is a function that receives the arguments of a call, and
// nil otherwise. It records the variables with the arguments.
func (p *Package) plainFunc(n ast.Node) ast.Node {
	if h := p.plain[n]; h != nil {
		return n
	}
	given := p.givenTo(n)
	if len(given) == 0 {
		return nil
	}
	p.plain[n] = &plainHandler{node: n, fn: n, given: given}
	return n
}

// siblingHandler returns the function next to a tool in a call or a composite
// literal, if there is no other tool in it:
//
//	s.add(Tool{Name: "list"}, list)
//	entry{Tool: Tool{Name: "list"}, Run: list}
func (p *Package) siblingHandler(t *schemafacts.Tool, tools []*schemafacts.Tool) ast.Node {
	for _, n := range enclosing.Path(p.Files, t.NamePos) {
		if namesOther(n, t, tools) {
			return nil
		}
		var list []ast.Expr
		switch n := n.(type) {
		case *ast.CallExpr:
			list = n.Args
		case *ast.CompositeLit:
			list = n.Elts
		case *ast.FuncDecl, *ast.FuncLit:
			return nil
		default:
			continue
		}
		var found []ast.Node
		for _, e := range list {
			if fn := p.funcOf(valueIn(e)); fn != nil {
				found = append(found, fn)
			}
		}
		if len(found) > 0 {
			return single(found)
		}
	}
	return nil
}

// valueIn returns the value of an element of a composite literal.
func valueIn(e ast.Expr) ast.Expr {
	if kv, ok := e.(*ast.KeyValueExpr); ok {
		return kv.Value
	}
	return e
}

// single returns the only node of a list, or nil.
func single(list []ast.Node) ast.Node {
	if len(list) == 1 {
		return list[0]
	}
	return nil
}

// funcOf returns the literal or the function of the package that an expression denotes
// if it receives the arguments of a call, or nil.
func (p *Package) funcOf(e ast.Expr) ast.Node {
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return p.plainFunc(e)
	case *ast.Ident:
		return p.declOf(p.Info.Uses[e])
	case *ast.SelectorExpr:
		return p.declOf(p.Info.Uses[e.Sel])
	}
	return nil
}

func (p *Package) declOf(obj types.Object) ast.Node {
	fn, ok := obj.(*types.Func)
	if !ok {
		return nil
	}
	if decl := p.decl(fn); decl != nil {
		return p.plainFunc(decl)
	}
	return nil
}

// methodHandler returns the method that receives arguments, if the tool's name is in
// another method of the same type and no other method receives arguments:
//
//	func (echo) Name() string { return "echo" }
//	func (echo) Run(ctx context.Context, args map[string]any) (string, error)
func (p *Package) methodHandler(t *schemafacts.Tool, tools []*schemafacts.Tool) ast.Node {
	home := p.funcNaming(t, tools)
	if home == nil || p.receiver(home) == nil {
		return nil
	}
	var found []ast.Node
	for _, fn := range p.decls {
		if recv := p.receiver(fn); recv != p.receiver(home) || fn == home || p.helps(fn, recv) {
			continue
		}
		if n := p.plainFunc(fn); n != nil {
			found = append(found, n)
		}
	}
	return single(found)
}

// helps reports whether another method of the type calls a method. The caller of tools does
// not know such a method.
func (p *Package) helps(fn *ast.FuncDecl, recv *types.TypeName) bool {
	return slices.ContainsFunc(p.Tree.Uses(p.Info, p.Info.Defs[fn.Name]), func(c inspector.Cursor) bool {
		for outer := range c.Enclosing((*ast.FuncDecl)(nil)) {
			outer := outer.Node().(*ast.FuncDecl)
			return outer != fn && p.receiver(outer) == recv
		}
		return false
	})
}

// receiver returns the type to which a method belongs, or nil for a function.
func (p *Package) receiver(fn *ast.FuncDecl) *types.TypeName {
	obj, ok := p.Info.Defs[fn.Name].(*types.Func)
	if !ok || obj.Signature().Recv() == nil {
		return nil
	}
	if named := jsonfields.Named(obj.Signature().Recv().Type()); named != nil {
		return named.Obj()
	}
	return nil
}

// handlePlain is [Package.handler] for a handler that the program calls itself,
// without an SDK.
func (p *Package) handlePlain(h *plainHandler) Handler {
	if len(h.actions) > 0 {
		return p.handleActions(h)
	}
	s := newScan(p, h.fn)
	for _, v := range h.given {
		s.vars[v] = 0
	}
	switch n := h.node.(type) {
	case *ast.CaseClause:
		s.part, s.block = n, &ast.BlockStmt{Lbrace: n.Pos(), List: n.Body, Rbrace: n.End()}
	case *ast.BlockStmt:
		s.part, s.block = n, n
	}
	s.run()
	if slices.ContainsFunc(s.reads, func(r *found) bool { return r.Key == "arguments" || r.Key == "params" }) {
		return Handler{} // the variable contains the call
	}
	if h.node != h.fn {
		s.readAround(h)
	}
	return s.result()
}

// handleActions is [Package.handlePlain] for the handlers of the actions of a tool. The
// tool fails without an argument if all actions do.
func (p *Package) handleActions(h *plainHandler) Handler {
	all := Handler{All: true}
	lists := make([][]Read, len(h.actions))
	for i, action := range h.actions {
		one := p.handlePlain(action)
		lists[i] = one.Reads
		all.Reads, all.Sets, all.Decoded, all.All = append(all.Reads, one.Reads...), append(all.Sets, one.Sets...), append(all.Decoded, one.Decoded...), all.All && one.All
	}
	inAll := func(key string, holds func(Read) bool) bool {
		return !slices.ContainsFunc(lists, func(list []Read) bool {
			return !slices.ContainsFunc(list, func(r Read) bool { return r.Key == key && holds(r) })
		})
	}
	for i := range all.Reads {
		r := &all.Reads[i]
		r.Demanded = r.Demanded && inAll(r.Key, func(o Read) bool { return o.Demanded })
		r.Zero = r.Zero && inAll(r.Key, func(o Read) bool { return o.Zero })
		r.NotNull = r.NotNull && inAll(r.Key, func(o Read) bool { return o.NotNull })
	}
	slices.Sort(all.Sets)
	all.Sets = slices.Compact(all.Sets)
	return all
}

// readAround adds to the arguments of a clause the arguments that the function around it reads
// outside of all clauses, for every tool.
func (s *scan) readAround(h *plainHandler) {
	for n := range s.p.Tree.In(s.body, (*ast.IndexExpr)(nil)) {
		ix := n.(*ast.IndexExpr)
		inClause := false
		for other, o := range s.p.plain {
			inClause = inClause || o.fn == h.fn && other != h.fn && enclosing.Within(other, ix.Pos())
		}
		if name, ok := s.p.text(ix.Index); ok && !inClause && isMap(s.p.Info.TypeOf(ix.X)) {
			s.sets[name] = true
		}
	}
}

// readsAnyName reports whether a function reads an argument whose name its caller gives it.
func (p *Package) readsAnyName(fn *types.Func) bool {
	sum := p.summary(fn)
	return sum != nil && slices.ContainsFunc(sum.Params, func(o Param) bool {
		return slices.ContainsFunc(o.Reads, func(r Read) bool { return r.Key == "" })
	})
}

// scanOf returns the variables of a function that contain the call or its arguments.
func (p *Package) scanOf(fn ast.Node) *scan {
	h := p.plain[fn]
	if h.scan == nil {
		h.scan = newScan(p, fn)
		for _, v := range h.given {
			h.scan.vars[v] = 0
		}
		h.scan.bindIn(h.scan.body)
	}
	return h.scan
}
