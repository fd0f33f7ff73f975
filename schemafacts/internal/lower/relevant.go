package lower

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// findRelevant finds the relevant functions. A function is relevant if it mentions a
// relevant type or function, if it uses a relevant function, or if it calls, through
// an interface, a method that makes tools. It then marks everything that relevant
// functions use as wanted.
func (l *lowerer) findRelevant() {
	l.relevant, l.wanted, l.makes = map[string]bool{}, map[string]bool{}, map[string]bool{}
	l.calls, l.dynamic, l.writes = map[string][]string{}, map[string][]string{}, map[string][]string{}
	l.through = map[string][]throughInterface{}
	users := map[string][]string{}
	var work []string
	use := func(key string, how Use) {
		if how == Unrelated || l.relevant[key] && (how == Mentions || l.makes[key]) {
			return
		}
		l.relevant[key], l.makes[key] = true, how == Makes
		work = append(work, key)
	}
	mark := func(key string) { use(key, Mentions) }
	scan := func(key string, n ast.Node) {
		how := l.scan(key, n, users)
		if l.rel.All || l.rel.Runs != nil && l.rel.Runs(key) {
			how = max(how, Mentions)
		}
		use(key, how)
	}
	for _, d := range l.order {
		scan(l.declKey(d), d)
		if l.returnsHandler(d) {
			mark(l.declKey(d))
		}
	}
	for v, spec := range l.varDecls {
		for _, val := range spec.Values {
			scan(ir.VarKey(v.(*types.Var)), val)
		}
		if l.relevantType(v.Type()) || l.hooksFile(v) {
			mark(ir.VarKey(v.(*types.Var)))
		}
	}
	l.wantPlain()
	if l.rel.Helps {
		l.wantTools()
	}
	for more := true; more; more = l.wantInits(mark) || l.wantRegistrars(mark) {
		for len(work) > 0 {
			key := work[len(work)-1]
			work = work[:len(work)-1]
			l.want(key)
			how := Mentions
			if l.makes[key] {
				how = Makes
				for _, caller := range l.callersThrough(key) {
					use(caller, Makes)
				}
			}
			for _, u := range users[key] {
				use(u, how)
			}
		}
	}
	l.wantWrappers()
}

// want records that key is wanted, with the functions that it calls and the variables that it
// reads.
func (l *lowerer) want(key string) {
	if l.wanted[key] {
		return
	}
	l.wanted[key] = true
	for _, r := range l.calls[key] {
		l.want(r)
	}
	for _, name := range l.dynamic[key] {
		for _, r := range l.methods[name] {
			l.want(r)
		}
	}
}

// returnsHandler reports whether a function returns a handler, or an interface with a method that is
// one, which another package may register.
func (l *lowerer) returnsHandler(d *ast.FuncDecl) bool {
	fn, ok := l.src.Info.Defs[d.Name].(*types.Func)
	if !ok || fn.Signature().Results().Len() == 0 {
		return false
	}
	switch t := fn.Signature().Results().At(0).Type().Underlying().(type) {
	case *types.Signature:
		return isHandler(t)
	case *types.Interface:
		for m := range t.Methods() {
			if sig := m.Signature(); l.rel.Request != nil && sig.Params().Len() > 1 && isHandler(sig) && l.rel.Request(sig.Params().At(1).Type()) {
				return true
			}
		}
	}
	return false
}

// throughInterface is a call of a method through an interface.
type throughInterface struct {
	caller string
	iface  *types.Interface
}

// callersThrough returns the functions that may call a method of the package through an
// interface.
func (l *lowerer) callersThrough(key string) []string {
	d := l.decls[key]
	if d == nil || d.Recv == nil {
		return nil
	}
	var out []string
	fn, _ := l.src.Info.Defs[d.Name].(*types.Func)
	for _, c := range l.through[fn.Name()] {
		if ir.Implements(fn.Signature().Recv().Type(), c.iface) {
			out = append(out, c.caller)
		}
	}
	return out
}

// makesThrough reports whether a call of a method through an interface may call a
// method that makes tools.
func (l *lowerer) makesThrough(name string, iface *types.Interface) bool {
	return slices.ContainsFunc(l.methods[name], func(key string) bool {
		if !l.makes[key] {
			return false
		}
		fn, _ := l.src.Info.Defs[l.decls[key].Name].(*types.Func)
		return ir.Implements(fn.Signature().Recv().Type(), iface)
	}) || l.rel.Through != nil && l.rel.Through(name, iface)
}

// scan records which functions and variables a function or initializer uses. It
// returns how that code is related to tools, without regard to the functions of the
// package that it uses.
func (l *lowerer) scan(key string, n ast.Node, users map[string][]string) Use {
	found := Unrelated
	is := func(how Use, b bool) {
		if b {
			found = max(found, how)
		}
	}
	use := func(k string, isCall bool) {
		users[k] = append(users[k], key)
		if isCall {
			l.calls[key] = append(l.calls[key], k)
		}
	}
	called := map[*ast.Ident]bool{}
	for n := range l.tree.In(n, (*ast.CallExpr)(nil), (*ast.CompositeLit)(nil), (*ast.BasicLit)(nil), (*ast.Ident)(nil)) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if id := calleeIdent(n.Fun); id != nil {
				called[id] = true
			}
		case *ast.CompositeLit:
			is(Makes, found != Makes && l.valueHook(n, types.TypeAndValue{}) != "")
		case *ast.BasicLit:
			is(Makes, found != Makes && l.valueHook(n, l.src.Info.Types[n]) != "")
		case *ast.Ident:
			switch obj := l.src.Info.Uses[n].(type) {
			case *types.Func:
				k := l.key(obj)
				if recv := obj.Signature().Recv(); recv != nil && ir.IsInterface(recv.Type()) {
					iface := recv.Type().Underlying().(*types.Interface)
					l.through[obj.Name()] = append(l.through[obj.Name()], throughInterface{key, iface})
					if !isHandler(obj.Signature()) {
						l.dynamic[key] = append(l.dynamic[key], obj.Name())
					}
					is(Makes, found != Makes && l.rel.Through != nil && l.rel.Through(obj.Name(), iface))
				} else if obj.Pkg() == l.src.Pkg {
					use(k, called[n] || !isHandler(obj.Signature()))
				}
				if found != Makes {
					is(l.rel.Func(k), true)
				}
			case *types.Const:
				is(Makes, found != Makes && l.valueHook(n, l.src.Info.Types[n]) != "")
			case *types.Var:
				if isPkgVar(obj) && obj.Pkg() == l.src.Pkg {
					use(ir.VarKey(obj), true)
				}
				is(Mentions, found == Unrelated && l.relevantType(obj.Type()))
			case *types.TypeName:
				is(Mentions, found == Unrelated && l.relevantType(obj.Type()))
				is(Makes, found == Mentions && l.rel.Type(obj))
			}
		}
	}
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

// relevantType reports whether a type is relevant or contains a relevant type.
func (l *lowerer) relevantType(t types.Type) bool {
	if t == nil {
		return false
	}
	if r, ok := l.typeMemo[t]; ok {
		return r
	}
	seen := map[types.Type]bool{}
	r := l.madeOfRelevant(t, seen)
	if !r {
		for s := range seen {
			l.typeMemo[s] = false
		}
	}
	l.typeMemo[t] = r
	return r
}

// madeOfRelevant implements [lowerer.relevantType]. It skips the types in seen.
func (l *lowerer) madeOfRelevant(t types.Type, seen map[types.Type]bool) bool {
	if r, ok := l.typeMemo[t]; ok {
		return r
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	part := func(t types.Type) bool {
		r := l.madeOfRelevant(t, seen)
		if r {
			l.typeMemo[t] = true
		}
		return r
	}
	switch t := t.(type) {
	case *types.Alias:
		return part(types.Unalias(t))
	case *types.Named:
		if l.rel.Type(t.Obj()) {
			return true
		}
		if pkg := t.Obj().Pkg(); pkg == nil || ir.IsStd(pkg.Path()) {
			return false
		} else if pkg != l.src.Pkg && l.rel.Closed != nil && l.rel.Closed(pkg.Path()) {
			return false
		}
		return part(t.Underlying())
	case *types.Interface:
		for i := range t.NumExplicitMethods() {
			m := t.ExplicitMethod(i)
			if part(m.Type()) || !l.strict && l.takesDefinitions(m.Signature()) {
				return true
			}
		}
	}
	return slices.ContainsFunc(ir.Parts(t), part)
}

// Leads returns a function that reports whether a type is, or contains, a type from
// which tools are made according to rel. An interface that a tool may implement does
// not count.
func Leads(rel Relevance, pkg *types.Package) func(types.Type) bool {
	l := &lowerer{src: &Source{Pkg: pkg}, rel: rel, typeMemo: map[types.Type]bool{}, strict: true}
	return l.relevantType
}
