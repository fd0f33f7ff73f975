package handling

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/types/typeutil"
)

// HandlerOf returns the declaration or literal of the package that handles a tool. If
// the registered function is a literal or is wrapped, the handler is the one function
// of the package that takes a request and that the literal or wrapper mentions.
// If a function handles several tools and selects by name what runs, the handler is what
// it selects. HandlerOf returns nil if the handler is unknown. tools are the tools of the
// package.
func (p *Package) HandlerOf(t *schemafacts.Tool, tools []*schemafacts.Tool) ast.Node {
	if p.isPlain(t) {
		return p.plainOf(t, tools)
	}
	return p.clauseFor(t.Name, p.registered(t, tools))
}

// registered returns the function that is registered as the handler of a tool, or nil.
func (p *Package) registered(t *schemafacts.Tool, tools []*schemafacts.Tool) ast.Node {
	if decl := p.declNamed(t.Handler); decl != nil && (p.handles(decl) || p.input(decl, t) != nil) {
		return decl
	}
	if n := p.handledBy(p.around(t.RegPos), false); n != nil {
		return n
	}
	if n := p.inVariable(p.around(t.RegPos)); n != nil {
		return n
	}
	if n := p.around(t.HandlerPos); n != nil {
		if p.callsGiven(n) {
			if h := p.besides(t.NamePos); h != nil {
				return h
			}
		}
		if p.passesArguments(n) {
			if h := p.selected(t, tools); h != nil {
				return h
			}
		}
		if h := p.dispatched(n, t.Name); h != nil {
			return h
		}
		return p.handledBy(n, true)
	}
	if enclosing.Path(p.Files, t.RegPos) == nil { // another package may wrap the handler and register it
		if n := cmp.Or(p.onlyIn(p.funcNaming(t, tools)), p.methodHandler(t, tools)); n != nil {
			return n
		}
	}
	return p.besides(t.NamePos)
}

// input returns the parameter that has the type from which a tool's input schema was inferred.
func (p *Package) input(fn ast.Node, t *schemafacts.Tool) *types.Var {
	if _, sig := p.bodyOf(fn); sig != nil && t.InputType != "" {
		for v := range sig.Params().Variables() {
			if types.TypeString(jsonfields.Pointee(v.Type()), (*types.Package).Name) == strings.TrimPrefix(t.InputType, "*") {
				return v
			}
		}
	}
	return nil
}

// handledBy returns the only handler that a call or literal mentions. If a literal
// mentions none and literals is set, it returns the literal itself.
func (p *Package) handledBy(n ast.Node, literals bool) ast.Node {
	if n == nil {
		return nil
	}
	found := p.mentioned(n)
	if lit, ok := n.(*ast.FuncLit); ok && literals && len(found) == 0 {
		return lit
	}
	return single(found)
}

// callsGiven reports whether a literal passes its request, or arguments of any type, to a
// function in a variable or field, as in func(ctx, req, in) { return def.handler(ctx, req, in) }.
func (p *Package) callsGiven(lit ast.Node) bool {
	for n := range p.Tree.In(lit, (*ast.CallExpr)(nil)) {
		call := n.(*ast.CallExpr)
		sig, ok := p.Info.TypeOf(call.Fun).(*types.Signature)
		if _, isVar := typeutil.Callee(p.Info, call).(*types.Var); ok && isVar && (p.takesRequest(sig) ||
			slices.ContainsFunc(slices.Collect(sig.Params().Variables()), func(v *types.Var) bool { return isTypeParam(v.Type()) })) {
			return true
		}
	}
	return false
}

// passesArguments reports whether a literal passes the decoded arguments of its request to a
// function that source does not name, or to a method of an interface:
//
//	func(ctx, req) { return table[name](ctx, args) }
func (p *Package) passesArguments(n ast.Node) bool {
	lit, ok := n.(*ast.FuncLit)
	if !ok {
		return false
	}
	s := newScan(p, lit)
	s.handed(lit.Type)
	s.bindIn(lit.Body)
	for n := range p.Tree.In(lit.Body, (*ast.CallExpr)(nil)) {
		call := n.(*ast.CallExpr)
		fn, ok := typeutil.Callee(p.Info, call).(*types.Func)
		if p.Info.Types[call.Fun].IsValue() && (!ok || isInterfaceMethod(fn)) && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
			t := p.Info.TypeOf(arg)
			_, is := s.of(arg)
			return is && (isMap(t) || isTextMap(t) || isRawMessage(t))
		}) {
			return true
		}
	}
	return false
}

func isInterfaceMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// besides returns the only handler that the innermost call or composite literal around the
// name of a tool mentions, or nil. A handler that a call passes may take a struct with the
// arguments and no request.
func (p *Package) besides(name token.Pos) ast.Node {
	for _, n := range enclosing.Path(p.Files, name) {
		switch outer := n.(type) {
		case *ast.CallExpr, *ast.CompositeLit:
			found := p.mentioned(n)
			if call, ok := outer.(*ast.CallExpr); ok && len(found) == 0 {
				found = p.takingStructs(call.Args)
			}
			if len(found) > 0 {
				return single(found)
			}
		case *ast.FuncDecl:
			return nil
		}
	}
	return nil
}

// takingStructs returns the functions of the package among the arguments of a call that
// take a struct with json tags as their last parameter.
func (p *Package) takingStructs(args []ast.Expr) (found []ast.Node) {
	for _, arg := range args {
		if sel, ok := ast.Unparen(arg).(*ast.SelectorExpr); ok {
			arg = sel.Sel
		}
		fn, ok := p.object(arg).(*types.Func)
		if !ok || p.decl(fn) == nil {
			continue
		}
		if params := fn.Signature().Params(); params.Len() > 0 && isTagged(params.At(params.Len()-1).Type()) {
			found = append(found, p.decl(fn))
		}
	}
	return found
}

// funcNaming returns the function that names a tool and no other tool, or nil.
func (p *Package) funcNaming(t *schemafacts.Tool, tools []*schemafacts.Tool) *ast.FuncDecl {
	for _, n := range enclosing.Path(p.Files, t.NamePos) {
		if fn, ok := n.(*ast.FuncDecl); ok && !namesOther(fn, t, tools) {
			return fn
		}
	}
	return nil
}

// namesOther reports whether source names another tool in a node.
func namesOther(n ast.Node, t *schemafacts.Tool, tools []*schemafacts.Tool) bool {
	return slices.ContainsFunc(tools, func(o *schemafacts.Tool) bool { return o.Name != t.Name && enclosing.Within(n, o.NamePos) })
}

// onlyIn returns the only handler that a function contains or mentions, or nil if there
// are none or several.
func (p *Package) onlyIn(home *ast.FuncDecl) ast.Node {
	if home == nil {
		return nil
	}
	all := p.mentioned(home)
	for n := range p.Tree.In(home, (*ast.FuncLit)(nil)) {
		if len(p.mentioned(n)) == 0 && p.handles(n) {
			all = append(all, n)
		}
	}
	return single(all)
}

// around returns the innermost function literal or call around a position, or nil.
func (p *Package) around(pos token.Pos) ast.Node {
	for _, n := range enclosing.Path(p.Files, pos) {
		switch n.(type) {
		case *ast.FuncLit, *ast.CallExpr:
			return n
		case *ast.FuncDecl:
			return nil
		}
	}
	return nil
}
