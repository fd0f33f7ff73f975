package eval

import (
	"go/ast"
	"go/types"
	"strings"
)

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
		if l.relevantType(v.Type()) {
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
		if fn == nil || !d.Name.IsExported() || d.Body.End()-d.Body.Pos() > maxPlain && !(d.Type.Params.NumFields() == 0 && d.Body.End()-d.Body.Pos() < maxHelper) {
			continue
		}
		sig := fn.Signature()
		if sig.Results().Len() > 0 && plainTuple(sig.Params(), 0) && plainTuple(sig.Results(), 0) && (sig.Recv() == nil || plainType(sig.Recv().Type(), 0)) {
			want(Key(fn), 0)
		}
	}
	for v, spec := range l.varDecls {
		if v.Exported() && (len(spec.Values) > 0 || l.embeds[v] != "") && plainType(v.Type(), 0) && spec.End()-spec.Pos() < maxPlain {
			want(VarKey(v.(*types.Var)), 0)
		}
	}
}

// maxPlain is the size of source, in bytes, up to which a helper of a package
// without tools is kept. One without parameters, which can only be a long table,
// may be as large as any helper.
const maxPlain = 1500

func plainTuple(t *types.Tuple, depth int) bool {
	for i := range t.Len() {
		if !plainType(t.At(i).Type(), depth) {
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
	switch u := under(t).(type) {
	case *types.Basic:
		return true
	case *types.Interface:
		return u.Empty() || isError(t)
	case *types.Signature:
		return plainTuple(u.Params(), depth+1) && plainTuple(u.Results(), depth+1)
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
				}
				found = found || l.rel.Func(k)
			case *types.Var:
				if isPkgVar(obj) && obj.Pkg() == l.src.Pkg {
					use(VarKey(obj), true)
				}
				if !found && l.relevantType(obj.Type()) {
					found = true
				}
			case *types.TypeName:
				if !found && l.relevantType(obj.Type()) {
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

// madeOfRelevant looks for a relevant type among the parts of t that were not
// seen before.
func (l *lowerer) madeOfRelevant(t types.Type, seen map[types.Type]bool) bool {
	if r, ok := l.typeMemo[t]; ok {
		return r
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	part := func(t types.Type) bool { return l.madeOfRelevant(t, seen) }
	switch t := t.(type) {
	case *types.Alias:
		return part(types.Unalias(t))
	case *types.Named:
		if l.rel.Type(t.Obj()) {
			return true
		}
		if pkg := t.Obj().Pkg(); pkg == nil || !strings.Contains(firstElem(pkg.Path()), ".") && stdLike(firstElem(pkg.Path())) {
			return false
		} else if pkg != l.src.Pkg && l.rel.Closed != nil && l.rel.Closed(pkg.Path()) {
			return false
		}
		return part(t.Underlying())
	case *types.Pointer:
		return part(t.Elem())
	case *types.Slice:
		return part(t.Elem())
	case *types.Array:
		return part(t.Elem())
	case *types.Map:
		return part(t.Key()) || part(t.Elem())
	case *types.Struct:
		for i := range t.NumFields() {
			if part(t.Field(i).Type()) {
				return true
			}
		}
	case *types.Signature:
		for _, tup := range []*types.Tuple{t.Params(), t.Results()} {
			for i := range tup.Len() {
				if part(tup.At(i).Type()) {
					return true
				}
			}
		}
	case *types.Interface:
		for i := range t.NumExplicitMethods() {
			if part(t.ExplicitMethod(i).Type()) {
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
