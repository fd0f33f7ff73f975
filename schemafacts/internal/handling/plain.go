package handling

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"golang.org/x/tools/go/types/typeutil"
)

// A server without an SDK decodes calls itself and finds the handler of a tool by the
// tool's name: in a struct that also has the schema, in a map from names to functions,
// in a switch statement, or among the methods of the type that returns the name.

// plainHandler is what runs when a tool of such a server is called.
type plainHandler struct {
	// node is a function or literal, the case clause of a switch statement, or the body of
	// an if statement.
	node ast.Node
	// fn is the function or literal around it, node itself if it is one.
	fn ast.Node
	// given are the variables of fn that hold the arguments of the call.
	given []types.Object
}

// plainOf returns the handler of a tool that no SDK calls, nil if it is not known.
func (p *Package) plainOf(t *tool.Tool, tools []*tool.Tool) ast.Node {
	if decl := p.decls[t.Handler]; decl != nil {
		return p.plainFunc(decl)
	}
	if lit, ok := p.around(t.HandlerPos).(*ast.FuncLit); ok && lit.Pos() == t.HandlerPos {
		return p.plainFunc(lit)
	}
	if n := p.siblingHandler(t, tools); n != nil {
		return n
	}
	list := p.handlersByName()[t.Name]
	if len(list) == 0 {
		list = p.byTest[t.Name]
	}
	if len(list) > 1 { // a clause may hand the call to a function with clauses of its own
		list = slices.DeleteFunc(slices.Clone(list), func(n ast.Node) bool {
			return slices.ContainsFunc(list, func(o ast.Node) bool { return o != n && p.plain[o].fn == n })
		})
	}
	if len(list) > 0 {
		if len(list) > 1 {
			return nil
		}
		return list[0]
	}
	return p.methodHandler(t, tools)
}

// plainFunc returns a function or literal if it is given the arguments of a call, and
// remembers in which variables.
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

// parts returns the type and the body of a function or literal, nil for anything else.
func parts(n ast.Node) (*ast.FuncType, *ast.BlockStmt) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Type, n.Body
	case *ast.FuncLit:
		return n.Type, n.Body
	}
	return nil, nil
}

// givenTo returns the variables of a function that hold the arguments of a call: those
// with a field "arguments", else those set to such an element of a map, else the only
// parameter that can hold decoded or raw arguments.
func (p *Package) givenTo(n ast.Node) []types.Object {
	ft, body := parts(n)
	if body == nil {
		return nil
	}
	var calls, elements, params []types.Object
	for id := range p.Tree.In(n, (*ast.Ident)(nil)) {
		if v, ok := p.Info.Defs[id.(*ast.Ident)].(*types.Var); ok && !v.IsField() && isCall(v.Type(), 4) {
			calls = append(calls, v)
		}
	}
	if len(calls) > 0 {
		return calls
	}
	for a := range p.Tree.In(body, (*ast.AssignStmt)(nil)) {
		a := a.(*ast.AssignStmt)
		if len(a.Rhs) != 1 {
			continue
		}
		if as, ok := ast.Unparen(a.Rhs[0]).(*ast.TypeAssertExpr); ok && as.Type != nil && isMap(p.Info.TypeOf(as.Type)) && p.isArgumentsKey(as.X) {
			if obj := p.object(a.Lhs[0]); obj != nil {
				elements = append(elements, obj)
			}
		}
	}
	if len(elements) > 0 {
		return elements
	}
	for _, f := range ft.Params.List {
		for _, name := range f.Names {
			if v := p.Info.Defs[name]; v != nil && (isMap(v.Type()) || isRawMessage(v.Type()) || p.decodesText(v, body)) {
				params = append(params, v)
			}
		}
	}
	if len(params) != 1 {
		return nil
	}
	return params
}

// decodesText reports whether a body decodes a parameter that holds JSON as text:
//
//	json.Unmarshal([]byte(args), &in)
func (p *Package) decodesText(v types.Object, body ast.Node) bool {
	if b, ok := v.Type().Underlying().(*types.Basic); !ok || b.Kind() != types.String || body == nil {
		return false
	}
	if !slices.ContainsFunc(p.Pkg.Imports(), func(i *types.Package) bool { return i.Path() == "encoding/json" }) {
		return false
	}
	for n := range p.Tree.In(body, (*ast.CallExpr)(nil)) {
		call := n.(*ast.CallExpr)
		fn, _ := typeutil.Callee(p.Info, call).(*types.Func)
		if fn == nil || !isJSON(fn, "Unmarshal") || len(call.Args) != 2 {
			continue
		}
		conv, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
		if ok && len(conv.Args) == 1 && p.Info.Types[conv.Fun].IsType() && p.object(ast.Unparen(conv.Args[0])) == v {
			return true
		}
	}
	return false
}

// isArgumentsKey reports whether an expression is an element "arguments" of a map.
func (p *Package) isArgumentsKey(e ast.Expr) bool {
	ix, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok || !isMap(p.Info.TypeOf(ix.X)) {
		return false
	}
	v := p.Info.Types[ix.Index].Value
	return v != nil && v.Kind() == constant.String && constant.StringVal(v) == "arguments"
}

// isRawMessage reports whether a type is json.RawMessage.
func isRawMessage(t types.Type) bool {
	return t != nil && types.TypeString(types.Unalias(t), nil) == "encoding/json.RawMessage"
}

// isCall reports whether a type is what a program decodes a call into: a struct with
// arguments next to the name of the tool, or a struct with such params.
func isCall(t types.Type, depth int) bool {
	st, ok := structOf(t)
	if !ok || depth == 0 {
		return false
	}
	for i := range st.NumFields() {
		switch jsonKey(st, i) {
		case "arguments":
			f := st.Field(i).Type()
			if b, isBasic := f.Underlying().(*types.Basic); isMap(f) || isRawMessage(f) || isAny(f) || isBasic && b.Kind() == types.String {
				return true
			}
		case "params", "function":
			if isCall(st.Field(i).Type(), depth-1) {
				return true
			}
		}
	}
	return false
}

func structOf(t types.Type) (*types.Struct, bool) {
	if t == nil {
		return nil, false
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	st, ok := types.Unalias(t).Underlying().(*types.Struct)
	return st, ok
}

// jsonKey returns the key by which encoding/json reads a field. A field without a tag
// matches a key in any case.
func jsonKey(st *types.Struct, i int) string {
	name, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
	if name == "" && st.Field(i).Exported() {
		name = strings.ToLower(st.Field(i).Name())
	}
	return name
}

// partOfCall reports whether a selector selects the params or the arguments of a call.
func (p *Package) partOfCall(sel *ast.SelectorExpr) bool {
	st, ok := structOf(p.Info.TypeOf(sel.X))
	if !ok || !isCall(p.Info.TypeOf(sel.X), 4) {
		return false
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == sel.Sel.Name {
			key := jsonKey(st, i)
			return key == "arguments" || key == "params" || key == "function"
		}
	}
	return false
}

// whole returns the call of which an expression selects a part, or the expression.
func (p *Package) whole(e ast.Expr) ast.Expr {
	for {
		e = ast.Unparen(e)
		sel, ok := e.(*ast.SelectorExpr)
		if !ok || !p.partOfCall(sel) {
			return e
		}
		e = sel.X
	}
}

// siblingHandler returns the function that stands next to a tool in a call or a
// composite literal, with no other tool in it:
//
//	s.add(Tool{Name: "list"}, list)
//	entry{Tool: Tool{Name: "list"}, Run: list}
func (p *Package) siblingHandler(t *tool.Tool, tools []*tool.Tool) ast.Node {
	file := p.file(t.NamePos)
	if file == nil {
		return nil
	}
	var found ast.Node
	for n := range p.enclosing(file, t.NamePos) {
		if slices.ContainsFunc(tools, func(o *tool.Tool) bool { return o.Name != t.Name && within(n, o.NamePos) }) {
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
		count := 0
		for _, e := range list {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				e = kv.Value
			}
			if fn := p.funcOf(e); fn != nil {
				found = fn
				count++
			}
		}
		if count == 1 {
			return found
		}
		if count > 1 {
			return nil
		}
	}
	return nil
}

// enclosing returns the nodes around a position, the innermost first.
func (p *Package) enclosing(file *ast.File, pos token.Pos) func(func(ast.Node) bool) {
	return func(yield func(ast.Node) bool) {
		var path []ast.Node
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil || pos < n.Pos() || n.End() <= pos {
				return false
			}
			path = append(path, n)
			return true
		})
		for _, n := range slices.Backward(path) {
			if !yield(n) {
				return
			}
		}
	}
}

// funcOf returns the literal or the function of the package that an expression is, if
// that is given the arguments of a call; nil otherwise.
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
	if decl := p.decls[p.key(fn)]; decl != nil {
		return p.plainFunc(decl)
	}
	return nil
}

// methodHandler returns the only method that is given arguments, of the type a method
// of which names the tool:
//
//	func (echo) Name() string { return "echo" }
//	func (echo) Run(ctx context.Context, args map[string]any) (string, error)
func (p *Package) methodHandler(t *tool.Tool, tools []*tool.Tool) ast.Node {
	file := p.file(t.NamePos)
	if file == nil {
		return nil
	}
	var recv *types.TypeName
	for _, decl := range file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && within(fn, t.NamePos) {
			recv = p.receiver(fn)
			if slices.ContainsFunc(tools, func(o *tool.Tool) bool { return o.Name != t.Name && within(fn, o.NamePos) }) {
				return nil
			}
		}
	}
	if recv == nil {
		return nil
	}
	var found ast.Node
	for _, fn := range p.decls {
		if p.receiver(fn) != recv || within(fn, t.NamePos) {
			continue
		}
		if n := p.plainFunc(fn); n != nil {
			if found != nil {
				return nil
			}
			found = n
		}
	}
	return found
}

// receiver returns the type that a method belongs to, nil for a function.
func (p *Package) receiver(fn *ast.FuncDecl) *types.TypeName {
	obj, ok := p.Info.Defs[fn.Name].(*types.Func)
	if !ok || obj.Signature().Recv() == nil {
		return nil
	}
	t := obj.Signature().Recv().Type()
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return named.Obj()
	}
	return nil
}

// handlersByName returns what the source of the package runs for a name: a function
// that is kept or registered under a constant, or a clause of a switch statement.
func (p *Package) handlersByName() map[string][]ast.Node {
	if p.byName != nil {
		return p.byName
	}
	p.byName, p.byTest = map[string][]ast.Node{}, map[string][]ast.Node{}
	add := func(name ast.Expr, n ast.Node) {
		v := p.Info.Types[name].Value
		if n == nil || v == nil || v.Kind() != constant.String {
			return
		}
		text := constant.StringVal(v)
		if !slices.Contains(p.byName[text], n) {
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

// namedElements finds functions in a map literal: as elements, or as the only function
// in an element that is a struct.
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
		value := ast.Unparen(kv.Value)
		if addr, ok := value.(*ast.UnaryExpr); ok {
			value = addr.X
		}
		inner, ok := value.(*ast.CompositeLit)
		if !ok {
			add(kv.Key, p.funcOf(kv.Value))
			continue
		}
		for _, f := range inner.Elts {
			if kv, ok := f.(*ast.KeyValueExpr); ok {
				f = kv.Value
			}
			if fn := p.funcOf(f); fn != nil {
				add(kv.Key, fn)
			}
		}
	}
}

// namedClauses finds the clauses of a switch statement over names in a function that
// is given the arguments of a call.
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
			v := p.Info.Types[name].Value
			if v == nil || v.Kind() != constant.String {
				return
			}
			add(name, p.branch(clause, fn))
		}
	}
}

// namedBranch finds the body of an if statement that compares a name with a constant.
func (p *Package) namedBranch(s *ast.IfStmt) {
	cond, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.EQL {
		return
	}
	v, name := p.Info.Types[cond.Y].Value, ast.Unparen(cond.X)
	if v == nil {
		v, name = p.Info.Types[cond.X].Value, ast.Unparen(cond.Y)
	}
	if v == nil || v.Kind() != constant.String {
		return
	}
	fn := p.givenAround(s)
	if fn == nil || p.fromArguments(name, fn) {
		return
	}
	text := constant.StringVal(v)
	if n := p.branch(s.Body, fn); n != nil && !slices.Contains(p.byTest[text], n) {
		p.byTest[text] = append(p.byTest[text], n)
	}
}

// givenAround returns the innermost function around a statement that is given the
// arguments of a call, nil if there is none.
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

// fromArguments reports whether a text is an argument of a call, so that it cannot be the
// name of the tool.
func (p *Package) fromArguments(e ast.Expr, fn ast.Node) bool {
	given, found := p.plain[fn].given, false
	isGiven := func(e ast.Expr) bool {
		id, ok := p.whole(e).(*ast.Ident)
		return ok && slices.Contains(given, p.Info.Uses[id])
	}
	look := func(e ast.Expr) {
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IndexExpr:
				v := p.Info.Types[n.Index].Value
				found = found || isGiven(n.X) && (v == nil || v.ExactString() != `"name"`)
			case *ast.CallExpr:
				found = found || slices.ContainsFunc(n.Args, isGiven)
			}
			return true
		})
	}
	look(e)
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok || found {
		return found
	}
	_, body := parts(fn)
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

// branch returns what handles the calls for which a clause or block runs: the function of
// the package that it hands the arguments to and does nothing else with, or itself.
func (p *Package) branch(clause ast.Node, fn ast.Node) ast.Node {
	given := p.plain[fn].given
	var to []ast.Node
	uses, handed := 0, 0
	for n := range p.Tree.In(clause, (*ast.Ident)(nil), (*ast.CallExpr)(nil)) {
		switch n := n.(type) {
		case *ast.Ident:
			if slices.Contains(given, p.Info.Uses[n]) {
				uses++
			}
		case *ast.CallExpr:
			callee, _ := typeutil.Callee(p.Info, n).(*types.Func)
			if callee == nil {
				continue
			}
			decl := p.declOf(callee)
			if decl == nil {
				continue
			}
			for _, arg := range n.Args {
				if obj := p.object(p.whole(arg)); obj != nil && slices.Contains(given, obj) {
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
		p.plain[clause] = &plainHandler{node: clause, fn: fn, given: given}
	}
	return clause
}

// handlePlain returns what a handler that no SDK calls does with the arguments; see
// [Package.handler].
func (p *Package) handlePlain(h *plainHandler) (reads []Read, sets []string, decoded []Decoded, all bool) {
	obj, _ := p.Info.Defs[declName(h.fn)].(*types.Func)
	_, body := parts(h.fn)
	s := newScan(p, obj)
	for _, v := range h.given {
		s.vars[v] = 0
	}
	if h.node == h.fn {
		s.run(body)
	} else {
		block, _ := h.node.(*ast.BlockStmt)
		if clause, ok := h.node.(*ast.CaseClause); ok {
			block = &ast.BlockStmt{Lbrace: clause.Pos(), List: clause.Body, Rbrace: clause.End()}
		}
		s.runIn(body, h.node, block)
	}
	for _, r := range s.reads {
		if r.Key == "arguments" || r.Key == "params" {
			return nil, nil, nil, false // the variable holds the call
		}
		if r.Key != "" {
			reads = append(reads, r.Read)
		}
	}
	if h.node != h.fn {
		for key := range p.readAround(h) {
			s.sets[key] = true
		}
	}
	return reads, names(s.sets), s.decodedInto(), !s.lost[0]
}

// readAround returns the names of the arguments that a function reads for all clauses.
func (p *Package) readAround(h *plainHandler) map[string]bool {
	out := map[string]bool{}
	_, body := parts(h.fn)
	for n := range p.Tree.In(body, (*ast.IndexExpr)(nil)) {
		ix := n.(*ast.IndexExpr)
		inClause := false
		for other, o := range p.plain {
			inClause = inClause || o.fn == h.fn && other != h.fn && within(other, ix.Pos())
		}
		if inClause || !isMap(p.Info.TypeOf(ix.X)) {
			continue
		}
		if v := p.Info.Types[ix.Index].Value; v != nil && v.Kind() == constant.String {
			out[constant.StringVal(v)] = true
		}
	}
	return out
}

// declName returns the name of a declared function, nil for a literal.
func declName(n ast.Node) *ast.Ident {
	if fn, ok := n.(*ast.FuncDecl); ok {
		return fn.Name
	}
	return nil
}

// Given returns the variables in which a handler that no SDK calls is given the
// arguments of a call, nil for any other handler.
func (p *Package) Given(handler ast.Node) []types.Object {
	if h := p.plain[handler]; h != nil {
		return h.given
	}
	return nil
}

// IsCall reports whether a type is what a program without an SDK decodes a call into.
func IsCall(t types.Type) bool { return isCall(t, 4) }
