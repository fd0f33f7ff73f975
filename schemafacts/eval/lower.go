package eval

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Source is a type-checked package.
type Source struct {
	Fset  *token.FileSet
	Files []*ast.File
	Pkg   *types.Package
	Info  *types.Info
	// Dir is the package's directory, for go:embed; "" if there is none.
	Dir string
	// ReadFile reads an embedded file; nil means os.ReadFile.
	ReadFile func(name string) ([]byte, error)
}

// Relevance tells what the lowering keeps.
type Relevance struct {
	// Type reports whether a named type is one of those that tools are made
	// of.
	Type func(*types.TypeName) bool
	// Func reports whether a function of another package does something with
	// tools.
	Func func(key string) bool
	// All lowers every function: for packages of plain helpers.
	All bool
}

// Lower returns the programs of a package, and its functions in the order of
// the source.
func Lower(src *Source, rel Relevance) (*Unit, []*Func) {
	l := &lowerer{src: src, rel: rel, decls: map[string]*ast.FuncDecl{},
		unit:     &Unit{Path: src.Pkg.Path(), Funcs: map[string]*Func{}, Vars: map[string]*Var{}},
		varDecls: map[types.Object]*ast.ValueSpec{}, typeMemo: map[types.Type]bool{}}
	l.collect()
	l.findRelevant()
	var order []*Func
	for _, d := range l.order {
		if fn := l.lowerDecl(d); fn != nil {
			order = append(order, fn)
		}
	}
	l.lowerVars()
	l.markMutated()
	return l.unit, order
}

type lowerer struct {
	src      *Source
	rel      Relevance
	unit     *Unit
	order    []*ast.FuncDecl
	decls    map[string]*ast.FuncDecl
	relevant map[string]bool // keys of functions
	wanted   map[string]bool // functions and variables that relevant code uses
	varDecls map[types.Object]*ast.ValueSpec
	embeds   map[types.Object]string
	typeMemo map[types.Type]bool
	calls    map[string][]string // function -> keys of what it calls
}

// Key returns the key of a function.
func Key(fn *types.Func) string { return fn.Origin().FullName() }

// VarKey returns the key of a package variable.
func VarKey(v *types.Var) string { return v.Pkg().Path() + "." + v.Name() }

func isPkgVar(v *types.Var) bool {
	return v.Pkg() != nil && !v.IsField() && v.Parent() == v.Pkg().Scope()
}

func (l *lowerer) isTest(pos token.Pos) bool {
	return strings.HasSuffix(l.src.Fset.Position(pos).Filename, "_test.go")
}

func (l *lowerer) collect() {
	l.embeds = map[types.Object]string{}
	for _, file := range l.src.Files {
		if l.isTest(file.FileStart) {
			continue
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if fn, ok := l.src.Info.Defs[d.Name].(*types.Func); ok && d.Body != nil {
					l.order = append(l.order, d)
					if d.Name.Name != "init" && d.Name.Name != "_" {
						l.decls[Key(fn)] = d
					}
				}
			case *ast.GenDecl:
				l.collectVars(d)
			}
		}
	}
}

func (l *lowerer) collectVars(d *ast.GenDecl) {
	if d.Tok != token.VAR {
		return
	}
	for _, s := range d.Specs {
		spec := s.(*ast.ValueSpec)
		doc := spec.Doc
		if doc == nil && len(d.Specs) == 1 {
			doc = d.Doc
		}
		for _, name := range spec.Names {
			if v := l.src.Info.Defs[name]; v != nil {
				l.varDecls[v] = spec
				if pattern := embedPattern(doc); pattern != "" {
					l.embeds[v] = pattern
				}
			}
		}
	}
}

func embedPattern(doc *ast.CommentGroup) string {
	if doc == nil {
		return ""
	}
	for _, c := range doc.List {
		if p, ok := strings.CutPrefix(c.Text, "//go:embed "); ok {
			return strings.TrimSpace(p)
		}
	}
	return ""
}

// declKey returns a key for any declared function: init has no key of its own.
func (l *lowerer) declKey(d *ast.FuncDecl) string {
	fn, _ := l.src.Info.Defs[d.Name].(*types.Func)
	if fn == nil {
		return ""
	}
	if d.Name.Name == "init" && d.Recv == nil || d.Name.Name == "_" {
		return Key(fn) + "@" + l.src.Fset.Position(d.Pos()).String()
	}
	return Key(fn)
}

// findRelevant decides which functions say something about tools: those that
// mention a relevant type or function, and those that use them. What they use
// in turn is wanted.
func (l *lowerer) findRelevant() {
	l.relevant, l.wanted = map[string]bool{}, map[string]bool{}
	l.calls = map[string][]string{}
	users := map[string][]string{}
	var work []string
	mark := func(key string) {
		if !l.relevant[key] {
			l.relevant[key] = true
			work = append(work, key)
		}
	}
	scan := func(key string, n ast.Node) {
		if l.scan(key, n, users) || l.rel.All {
			mark(key)
		}
	}
	for _, d := range l.order {
		scan(l.declKey(d), d)
	}
	for v, spec := range l.varDecls {
		for _, val := range spec.Values {
			scan(VarKey(v.(*types.Var)), val)
		}
		if l.relevantType(v.Type(), 0) {
			mark(VarKey(v.(*types.Var)))
		}
	}
	for len(work) > 0 {
		key := work[len(work)-1]
		work = work[:len(work)-1]
		for _, u := range users[key] {
			mark(u)
		}
	}
	// Downwards: what relevant code calls, and the variables that it reads.
	var want func(key string, depth int)
	want = func(key string, depth int) {
		if l.wanted[key] || depth > 24 {
			return
		}
		l.wanted[key] = true
		for _, r := range l.calls[key] {
			want(r, depth+1)
		}
	}
	for key := range l.relevant {
		want(key, 0)
	}
	l.wantPlain(want)
	l.wantInits(want)
}

// wantInits keeps the init functions that fill variables which are read.
func (l *lowerer) wantInits(want func(string, int)) {
	for more := true; more; {
		more = false
		for _, d := range l.order {
			key := l.declKey(d)
			if d.Name.Name != "init" || d.Recv != nil || l.relevant[key] {
				continue
			}
			for _, used := range l.calls[key] {
				if l.wanted[used] {
					l.relevant[key], more = true, true
					want(key, 0)
					break
				}
			}
		}
	}
}

// wantPlain keeps what packages with tools may take names and texts from.
func (l *lowerer) wantPlain(want func(string, int)) {
	for _, d := range l.order {
		fn, _ := l.src.Info.Defs[d.Name].(*types.Func)
		if fn == nil || !d.Name.IsExported() || d.Body.End()-d.Body.Pos() > maxPlain {
			continue
		}
		sig := fn.Signature()
		if sig.Results().Len() > 0 && plainTuple(sig.Params()) && plainTuple(sig.Results()) && (sig.Recv() == nil || plainType(sig.Recv().Type(), 0)) {
			want(Key(fn), 0)
		}
	}
	for v, spec := range l.varDecls {
		if v.Exported() && len(spec.Values) > 0 && plainType(v.Type(), 0) && spec.End()-spec.Pos() < maxPlain {
			want(VarKey(v.(*types.Var)), 0)
		}
	}
}

// maxPlain is the size of source, in bytes, up to which a helper of a package
// without tools is kept.
const maxPlain = 1500

func plainTuple(t *types.Tuple) bool {
	for i := range t.Len() {
		if !plainType(t.At(i).Type(), 0) {
			return false
		}
	}
	return true
}

// plainType reports whether a type is made of strings, numbers and booleans.
func plainType(t types.Type, depth int) bool {
	if depth > 4 {
		return false
	}
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Slice:
		return plainType(u.Elem(), depth+1)
	case *types.Array:
		return plainType(u.Elem(), depth+1)
	case *types.Pointer:
		return plainType(u.Elem(), depth+1)
	case *types.Map:
		return plainType(u.Key(), depth+1) && plainType(u.Elem(), depth+1)
	case *types.Struct:
		for i := range u.NumFields() {
			if !plainType(u.Field(i).Type(), depth+1) {
				return false
			}
		}
		return true
	}
	return isTypeParam(t)
}

// scan records what a function or initialiser uses and reports whether it
// mentions tools itself.
func (l *lowerer) scan(key string, n ast.Node, users map[string][]string) bool {
	found := false
	use := func(k string, isCall bool) {
		users[k] = append(users[k], key)
		if isCall {
			l.calls[key] = append(l.calls[key], k)
		}
	}
	called := map[*ast.Ident]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if id := calleeIdent(n.Fun); id != nil {
				called[id] = true
			}
		case *ast.Ident:
			switch obj := l.src.Info.Uses[n].(type) {
			case *types.Func:
				k := Key(obj)
				if obj.Pkg() == l.src.Pkg {
					use(k, called[n] || !isHandler(obj.Signature()))
				} else if l.rel.Func(k) {
					found = true
				}
			case *types.Var:
				if isPkgVar(obj) && obj.Pkg() == l.src.Pkg {
					use(VarKey(obj), true)
				}
				if !found && l.relevantType(obj.Type(), 0) {
					found = true
				}
			case *types.TypeName:
				if !found && l.relevantType(obj.Type(), 0) {
					found = true
				}
			}
		}
		return true
	})
	return found
}

func calleeIdent(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.IndexExpr:
		return calleeIdent(e.X)
	case *ast.IndexListExpr:
		return calleeIdent(e.X)
	}
	return nil
}

// relevantType reports whether a type is made of relevant types.
func (l *lowerer) relevantType(t types.Type, depth int) bool {
	if t == nil || depth > 8 {
		return false
	}
	if r, ok := l.typeMemo[t]; ok {
		return r
	}
	l.typeMemo[t] = false // while it is being looked at
	r := l.relevantType1(t, depth)
	l.typeMemo[t] = r
	return r
}

func (l *lowerer) relevantType1(t types.Type, depth int) bool {
	switch t := t.(type) {
	case *types.Alias:
		return l.relevantType(types.Unalias(t), depth)
	case *types.Named:
		if l.rel.Type(t.Obj()) {
			return true
		}
		if pkg := t.Obj().Pkg(); pkg == nil || !strings.Contains(firstElem(pkg.Path()), ".") && stdLike(firstElem(pkg.Path())) {
			return false
		}
		return l.relevantType(t.Underlying(), depth+1)
	case *types.Pointer:
		return l.relevantType(t.Elem(), depth+1)
	case *types.Slice:
		return l.relevantType(t.Elem(), depth+1)
	case *types.Array:
		return l.relevantType(t.Elem(), depth+1)
	case *types.Map:
		return l.relevantType(t.Key(), depth+1) || l.relevantType(t.Elem(), depth+1)
	case *types.Struct:
		for i := range t.NumFields() {
			if l.relevantType(t.Field(i).Type(), depth+1) {
				return true
			}
		}
	case *types.Signature:
		for _, tup := range []*types.Tuple{t.Params(), t.Results()} {
			for i := range tup.Len() {
				if l.relevantType(tup.At(i).Type(), depth+1) {
					return true
				}
			}
		}
	case *types.Interface:
		for i := range t.NumExplicitMethods() {
			if l.relevantType(t.ExplicitMethod(i).Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

func firstElem(path string) string {
	first, _, _ := strings.Cut(path, "/")
	return first
}

// lowerDecl lowers a function if it matters.
func (l *lowerer) lowerDecl(d *ast.FuncDecl) *Func {
	key := l.declKey(d)
	if !l.wanted[key] {
		return nil
	}
	obj, _ := l.src.Info.Defs[d.Name].(*types.Func)
	sig := obj.Signature()
	fn := &Func{Key: key, Pos: d.Name.Pos(), Pkg: l.unit.Path, Variadic: sig.Variadic(), Relevant: l.relevant[key],
		Exported: d.Name.IsExported() || d.Name.Name == "main" || d.Name.Name == "init"}
	b := &body{l: l, fn: fn, slots: map[types.Object]int{}}
	if recv := sig.Recv(); recv != nil {
		fn.Method = true
		fn.Params = append(fn.Params, b.param(recv))
		fn.TypeParams = typeParams(sig.RecvTypeParams())
	}
	if tps := typeParams(sig.TypeParams()); len(tps) > 0 {
		fn.TypeParams = tps
	}
	for i := range sig.Params().Len() {
		fn.Params = append(fn.Params, b.param(sig.Params().At(i)))
	}
	for i := range sig.Results().Len() {
		fn.Results = append(fn.Results, b.param(sig.Results().At(i)))
	}
	if fn.Relevant || d.Body.End()-d.Body.Pos() < maxHelper {
		fn.Body = b.block(d.Body.List, d.Body.Pos())
	}
	fn.NumSlots = b.next
	if d.Name.Name == "init" && d.Recv == nil {
		if fn.Relevant {
			l.unit.Inits = append(l.unit.Inits, fn)
		}
		return nil
	}
	l.unit.Funcs[key] = fn
	return fn
}

// maxHelper is the size of source, in bytes, up to which a function that does
// not mention tools is kept.
const maxHelper = 6000

func typeParams(list *types.TypeParamList) []*types.TypeParam {
	var out []*types.TypeParam
	for i := range list.Len() {
		out = append(out, list.At(i))
	}
	return out
}

func (l *lowerer) lowerVars() {
	info := l.src.Info
	done := map[types.Object]bool{}
	for _, in := range info.InitOrder {
		wanted := false
		for _, v := range in.Lhs {
			wanted = wanted || v.Name() != "_" && l.wanted[VarKey(v)]
		}
		if !wanted || l.isTest(in.Rhs.Pos()) {
			continue
		}
		b := &body{l: l, fn: &Func{Key: "init", Pkg: l.unit.Path}, slots: map[types.Object]int{}}
		init := b.expr(in.Rhs)
		for i, v := range in.Lhs {
			if v.Name() == "_" {
				continue
			}
			done[v] = true
			pv := &Var{Key: VarKey(v), Pos: v.Pos(), Type: v.Type(), Init: init, Index: -1}
			if len(in.Lhs) > 1 {
				pv.Index = i
			}
			l.unit.Vars[pv.Key] = pv
			l.unit.InitOrder = append(l.unit.InitOrder, pv.Key)
		}
	}
	var rest []*types.Var
	for obj := range l.varDecls {
		if v := obj.(*types.Var); !done[v] && v.Name() != "_" && l.wanted[VarKey(v)] {
			rest = append(rest, v)
		}
	}
	slices.SortFunc(rest, func(a, b *types.Var) int { return strings.Compare(b.Name(), a.Name()) })
	for _, v := range rest {
		pv := &Var{Key: VarKey(v), Pos: v.Pos(), Type: v.Type(), Index: -1}
		if p := l.embeds[v]; p != "" {
			pv.Init = l.embed(p, v)
		}
		l.unit.Vars[pv.Key] = pv
		l.unit.InitOrder = append([]string{pv.Key}, l.unit.InitOrder...)
	}
}

// markMutated finds the variables that code writes to which may or may not
// have run: any but the init functions and what only they call.
func (l *lowerer) markMutated() {
	initOnly := map[string]bool{}
	for _, d := range l.order {
		if d.Name.Name == "init" && d.Recv == nil {
			initOnly[l.declKey(d)] = true
		}
	}
	byCallee := map[string][]string{}
	for _, d := range l.order {
		from := l.declKey(d)
		ast.Inspect(d, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if fn, ok := l.src.Info.Uses[id].(*types.Func); ok && fn.Pkg() == l.src.Pkg {
					byCallee[Key(fn)] = append(byCallee[Key(fn)], from)
				}
			}
			return true
		})
	}
	for range 4 { // a helper of a helper of init is as deep as it gets
		for key, from := range byCallee {
			only := !token.IsExported(key[strings.LastIndexByte(key, '.')+1:])
			for _, f := range from {
				only = only && initOnly[f]
			}
			if only {
				initOnly[key] = true
			}
		}
	}
	for _, d := range l.order {
		if !initOnly[l.declKey(d)] {
			ast.Inspect(d, l.markWrites)
		}
	}
}

func (l *lowerer) markWrites(n ast.Node) bool {
	mark := func(e ast.Expr) {
		for {
			switch x := ast.Unparen(e).(type) {
			case *ast.IndexExpr:
				e = x.X
				continue
			case *ast.SelectorExpr:
				if _, ok := l.src.Info.Selections[x]; ok {
					if _, ptr := types.Unalias(l.src.Info.TypeOf(x.X)).(*types.Pointer); !ptr {
						e = x.X
						continue
					}
				}
			case *ast.Ident:
				if v, ok := l.src.Info.Uses[x].(*types.Var); ok && isPkgVar(v) && v.Pkg() == l.src.Pkg {
					if pv := l.unit.Vars[VarKey(v)]; pv != nil {
						pv.Mutated = true
					}
				}
			}
			return
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			for _, e := range n.Lhs {
				mark(e)
			}
		}
	case *ast.IncDecStmt:
		mark(n.X)
	case *ast.CallExpr:
		// What is not followed may write through an address, as the functions
		// of package flag do.
		id := calleeIdent(n.Fun)
		if id == nil {
			break
		}
		if fn, ok := l.src.Info.Uses[id].(*types.Func); !ok || fn.Pkg() == nil || fn.Pkg() == l.src.Pkg || l.rel.Func(Key(fn)) {
			break
		}
		for _, a := range n.Args {
			u, ok := ast.Unparen(a).(*ast.UnaryExpr)
			if ok && u.Op == token.AND && !l.relevantType(l.src.Info.TypeOf(u.X), 0) {
				mark(u.X)
			}
		}
	}
	return true
}

// staticCallees returns the keys of the functions that a unit's programs call.
func staticCallees(u *Unit) map[string]bool {
	out := map[string]bool{}
	var walk func(n *Node)
	walk = func(n *Node) {
		if n == nil {
			return
		}
		if n.Op == OpCall {
			if k := n.Kids[0]; k.Op == OpFunc || k.Op == OpMethod && !k.Flag {
				out[k.Name] = true
			}
		}
		for _, k := range n.Kids {
			walk(k)
		}
		if n.Fn != nil {
			walk(n.Fn.Body)
		}
	}
	for _, fn := range u.Funcs {
		walk(fn.Body)
	}
	for _, fn := range u.Inits {
		walk(fn.Body)
	}
	for _, v := range u.Vars {
		walk(v.Init)
	}
	return out
}
