package handling

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/enclosing"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// This file finds handlers that a program without an SDK selects by the name of a tool:
// in maps, in registrations, and in switch and if statements.

// handlersByName returns the code that the package runs for each tool name. It is a
// function that is stored or registered under the name, or the clause of a switch
// statement for it.
func (p *Package) handlersByName() map[string][]ast.Node {
	if p.byName != nil {
		return p.byName
	}
	p.byName, p.byTest = map[string][]ast.Node{}, map[string][]ast.Node{}
	add := func(name ast.Expr, n ast.Node) {
		if text, ok := p.text(name); ok && n != nil && !slices.Contains(p.byName[text], n) {
			p.byName[text] = append(p.byName[text], n)
		}
	}
	for _, file := range p.Files {
		if strings.HasSuffix(p.place(file.Package).Filename, "_test.go") {
			continue
		}
		for n := range p.Tree.In(file, (*ast.CompositeLit)(nil), (*ast.AssignStmt)(nil), (*ast.CallExpr)(nil), (*ast.SwitchStmt)(nil), (*ast.IfStmt)(nil)) {
			switch n := n.(type) {
			case *ast.IfStmt:
				p.namedBranch(n)
			case *ast.CompositeLit:
				p.namedElements(n, add)
			case *ast.AssignStmt:
				for i, lhs := range n.Lhs {
					if ix, ok := ast.Unparen(lhs).(*ast.IndexExpr); ok && len(n.Lhs) == len(n.Rhs) {
						add(ix.Index, p.funcOf(n.Rhs[i]))
					}
				}
			case *ast.CallExpr:
				if len(n.Args) >= 2 {
					for _, arg := range n.Args[1:] {
						add(n.Args[0], p.funcOf(arg))
					}
				}
			case *ast.SwitchStmt:
				p.namedClauses(n, add)
			}
		}
	}
	return p.byName
}

// namedElements finds handlers in a map literal: functions that are elements, or that
// are in an element that is a struct.
func (p *Package) namedElements(lit *ast.CompositeLit, add func(ast.Expr, ast.Node)) {
	t := p.Info.TypeOf(lit)
	if t == nil {
		return
	}
	if _, ok := t.Underlying().(*types.Map); !ok {
		return
	}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		inner, ok := pointed(kv.Value).(*ast.CompositeLit)
		if !ok {
			add(kv.Key, p.funcOf(kv.Value))
			continue
		}
		if group := p.group(inner); group != nil {
			add(kv.Key, group)
			continue
		}
		for _, f := range inner.Elts {
			add(kv.Key, p.funcOf(valueIn(f)))
		}
	}
}

// group returns a map or slice literal whose elements are the handlers of one tool, one
// for each action, and nil for any other literal:
//
//	"kit": {"add": func(args map[string]any) {}, "remove": func(args map[string]any) {}}
func (p *Package) group(lit *ast.CompositeLit) ast.Node {
	switch p.Info.TypeOf(lit).Underlying().(type) {
	case *types.Map, *types.Slice:
	default:
		return nil
	}
	if p.plain[lit] != nil {
		return lit
	}
	h := &plainHandler{node: lit, fn: lit}
	for _, e := range lit.Elts {
		fn := p.action(e)
		if fn == nil {
			return nil
		}
		h.actions = append(h.actions, p.plain[fn])
		h.given = append(h.given, p.plain[fn].given...)
	}
	if len(h.actions) == 0 {
		return nil
	}
	p.plain[lit] = h
	return lit
}

// action returns the only function that is an element of a literal, or part of one, and
// receives the arguments of a call. It returns nil if there are none or several.
func (p *Package) action(e ast.Expr) ast.Node {
	e = valueIn(e)
	lit, ok := pointed(e).(*ast.CompositeLit)
	if !ok {
		return p.funcOf(e)
	}
	var found []ast.Node
	for _, e := range lit.Elts {
		if fn := p.action(e); fn != nil {
			found = append(found, fn)
		}
	}
	return single(found)
}

// namedClauses finds the clauses of a switch statement over tool names. The statement
// must be in a function that receives the arguments of a call.
func (p *Package) namedClauses(s *ast.SwitchStmt, add func(ast.Expr, ast.Node)) {
	if s.Tag == nil {
		return
	}
	fn := p.givenAround(s)
	if fn == nil || p.fromArguments(s.Tag, fn) {
		return
	}
	for _, stmt := range s.Body.List {
		clause := stmt.(*ast.CaseClause)
		for _, name := range clause.List {
			if _, ok := p.text(name); !ok {
				return
			}
			add(name, p.branch(clause, fn))
		}
	}
}

// clauseFor returns the code that a function selects for a tool by its name in a switch
// statement, or the function itself.
func (p *Package) clauseFor(name string, fn ast.Node) ast.Node {
	if fn == nil {
		return nil
	}
	if p.clauses[fn] == nil {
		p.clauses[fn] = map[string]ast.Node{}
		for n := range p.Tree.In(fn, (*ast.SwitchStmt)(nil)) {
			sw := n.(*ast.SwitchStmt)
			if !p.namesTool(sw.Tag, fn) {
				continue
			}
			p.namedClauses(sw, func(e ast.Expr, n ast.Node) {
				name, _ := p.text(e)
				if p.clauses[fn][name] != nil {
					n = fn // another statement selects by the name, too
				}
				p.clauses[fn][name] = n
			})
		}
	}
	return cmp.Or(p.clauses[fn][name], fn)
}

// dispatched returns the clause that a function runs for a tool, if a literal does nothing but pass
// the call and the constant name of the tool to it:
//
//	func(ctx, req) { return b.call(ctx, "list", req.GetArguments()) }
//
// A literal with other statements may read arguments itself, or pass them to a log.
func (p *Package) dispatched(n ast.Node, name string) ast.Node {
	lit, ok := n.(*ast.FuncLit)
	if !ok || len(lit.Body.List) != 1 {
		return nil
	}
	ret, ok := lit.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
	if !ok {
		return nil
	}
	is := func(e ast.Expr) bool {
		text, ok := p.text(e)
		return ok && text == name
	}
	i, fn := slices.IndexFunc(call.Args, is), typeutil.StaticCallee(p.Info, call)
	if i < 0 || fn == nil || parameterOf(fn, i) == nil || p.declOf(fn.Origin()) == nil {
		return nil
	}
	param := parameterOf(fn, i)
	var found []ast.Node
	for n := range p.Tree.In(p.declOf(fn.Origin()), (*ast.SwitchStmt)(nil)) {
		if sw := n.(*ast.SwitchStmt); sw.Tag != nil && p.object(ast.Unparen(sw.Tag)) == param {
			p.namedClauses(sw, func(e ast.Expr, n ast.Node) {
				if is(e) {
					found = append(found, n)
				}
			})
		}
	}
	return single(found)
}

// namesTool reports whether an expression in a function is the name in the request, or a
// variable around the function that is called a name.
func (p *Package) namesTool(e ast.Expr, fn ast.Node) bool {
	if e == nil || p.plainFunc(fn) == nil {
		return false
	}
	var last *ast.Ident
	root := ast.Unparen(e)
	for sel, ok := root.(*ast.SelectorExpr); ok; sel, ok = root.(*ast.SelectorExpr) {
		if _, ok := p.scanOf(fn).of(sel.X); ok {
			return sel.Sel.Name == "Name"
		}
		last, root = cmp.Or(last, sel.Sel), ast.Unparen(sel.X)
	}
	id, _ := root.(*ast.Ident)
	v, ok := p.object(root).(*types.Var)
	if !ok || v.Parent() == p.Pkg.Scope() {
		return false
	}
	if !enclosing.Within(fn, v.Pos()) {
		return strings.HasSuffix(strings.ToLower(cmp.Or(last, id).Name), "name")
	}
	return last == nil && slices.ContainsFunc(p.Tree.Uses(p.Info, v), func(c inspector.Cursor) bool {
		kind, i := c.ParentEdge()
		a, ok := c.Parent().Node().(*ast.AssignStmt)
		return ok && kind == edge.AssignStmt_Lhs && len(a.Lhs) == len(a.Rhs) && a.Tok == token.DEFINE && p.namesTool(a.Rhs[i], fn)
	})
}

// namedBranch finds the body of an if statement that compares the tool's name with a
// constant.
func (p *Package) namedBranch(s *ast.IfStmt) {
	cond, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.EQL {
		return
	}
	name := cond.X
	text, ok := p.text(cond.Y)
	if !ok {
		name = cond.Y
		text, ok = p.text(cond.X)
	}
	fn := p.givenAround(s)
	if !ok || fn == nil || p.fromArguments(name, fn) {
		return
	}
	if n := p.branch(s.Body, fn); n != nil && !slices.Contains(p.byTest[text], n) {
		p.byTest[text] = append(p.byTest[text], n)
	}
}

// givenAround returns the innermost function around a statement that receives the
// arguments of a call, or nil.
func (p *Package) givenAround(s ast.Stmt) ast.Node {
	c, ok := p.Tree.At(s)
	if !ok {
		return nil
	}
	for outer := range c.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if fn := p.plainFunc(outer.Node()); fn != nil {
			return fn
		}
	}
	return nil
}

// fromArguments reports whether a string is one of the arguments of a call, which
// means that it is not the name of the tool.
func (p *Package) fromArguments(e ast.Expr, fn ast.Node) bool {
	s, found := p.scanOf(fn), false
	isGiven := func(e ast.Expr) bool {
		_, ok := s.of(e)
		return ok
	}
	look := func(e ast.Expr) {
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IndexExpr:
				v := p.Info.Types[n.Index].Value
				found = found || isGiven(n.X) && (v == nil || v.ExactString() != `"name"`)
			case *ast.CallExpr:
				sel, ok := n.Fun.(*ast.SelectorExpr)
				found = found || slices.ContainsFunc(n.Args, isGiven) || ok && isGiven(sel.X)
			}
			return true
		})
	}
	look(e)
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok || found {
		return found
	}
	body, _ := p.bodyOf(fn)
	for n := range p.Tree.In(body, (*ast.AssignStmt)(nil)) {
		a := n.(*ast.AssignStmt)
		for _, lhs := range a.Lhs {
			if obj := p.object(lhs); obj != nil && obj == p.Info.Uses[id] {
				for _, rhs := range a.Rhs {
					look(rhs)
				}
			}
		}
	}
	return found
}

// branch returns the handler of the calls for which a clause or block runs. If the
// clause only passes the arguments to one function of the package, the handler is
// that function. Otherwise it is the clause itself, or nil if the clause does not use
// the arguments.
func (p *Package) branch(clause ast.Node, fn ast.Node) ast.Node {
	s := p.scanOf(fn)
	var to []ast.Node
	uses, handed := 0, 0
	for n := range p.Tree.In(clause, (*ast.Ident)(nil), (*ast.CallExpr)(nil)) {
		switch n := n.(type) {
		case *ast.Ident:
			if _, ok := s.vars[p.Info.Uses[n]]; ok {
				uses++
			}
		case *ast.CallExpr:
			callee, _ := typeutil.Callee(p.Info, n).(*types.Func)
			if callee == nil {
				continue
			}
			decl := p.declOf(callee)
			if decl == nil || p.readsAnyName(callee) {
				continue
			}
			for _, arg := range n.Args {
				if _, ok := s.of(arg); ok {
					handed++
					to = append(to, decl)
				}
			}
		}
	}
	switch {
	case uses == 0:
		return nil
	case uses == handed && len(to) == 1:
		return to[0]
	}
	if p.plain[clause] == nil {
		p.plain[clause] = &plainHandler{node: clause, fn: fn, given: p.plain[fn].given}
	}
	return clause
}
