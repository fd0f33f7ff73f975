package callgraph

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
)

// branches knows which fields of the structs in parameters and local variables are zero. An agent
// often makes tools under a condition on a field of its options that no program of the repository
// sets (27 of 330 tools of 12 public agents).
type branches struct {
	values  map[*types.Var][]typed // what a variable is set to
	touched map[[2]*types.Var]bool // a variable and its field to which code assigns
	open    map[*types.Var]bool    // variables that other code may set
	called  map[*ast.Ident]bool    // functions in calls
}

// typed is an expression of a package.
type typed struct {
	info *types.Info
	ast.Expr
}

func findBranches(sources []Source) *branches {
	b := &branches{map[*types.Var][]typed{}, map[[2]*types.Var]bool{}, map[*types.Var]bool{}, map[*ast.Ident]bool{}}
	for _, s := range sources {
		for _, f := range s.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				b.read(s.Info, n)
				return true
			})
		}
	}
	return b
}

// read records what a node does to variables.
func (b *branches) read(info *types.Info, n ast.Node) {
	at := func(e ast.Expr) typed { return typed{info, e} }
	switch n := n.(type) {
	case *ast.FuncDecl:
		sig, _ := info.TypeOf(n.Name).(*types.Signature)
		b.openFunc(sig, n.Recv != nil) // interfaces call methods
	case *ast.FuncLit:
		sig, _ := info.TypeOf(n).(*types.Signature)
		b.openFunc(sig, true)
	case *ast.CaseClause:
		v, _ := info.Implicits[n].(*types.Var)
		b.open[v] = true
	case *ast.CallExpr:
		id, _ := n.Fun.(*ast.Ident)
		if sel, ok := n.Fun.(*ast.SelectorExpr); ok {
			id = sel.Sel
		}
		fn, ok := info.Uses[id].(*types.Func)
		if ok && !fn.Signature().Variadic() && fn.Signature().Params().Len() == len(n.Args) {
			b.called[id] = true
			for i, a := range n.Args {
				b.values[fn.Signature().Params().At(i)] = append(b.values[fn.Signature().Params().At(i)], at(a))
			}
		}
	case *ast.Ident:
		if fn, ok := info.Uses[n].(*types.Func); ok && !b.called[n] {
			b.openFunc(fn.Signature(), true)
		}
	case *ast.SelectorExpr: // a method may write to its receiver
		if s := info.Selections[n]; s != nil && s.Kind() == types.MethodVal && isPointer(s.Obj().(*types.Func).Signature().Recv().Type()) && !isPointer(s.Recv()) {
			b.open[at(n.X).root()] = true
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			b.open[at(n.X).root()] = true
		}
	case *ast.RangeStmt:
		b.open[at(n.Key).root()], b.open[at(n.Value).root()] = true, true
	case *ast.IncDecStmt:
		b.open[at(n.X).root()] = true
	case *ast.ValueSpec:
		for i, id := range n.Names {
			if len(n.Values) == 0 {
				b.assign(at(id), at(&ast.CompositeLit{}))
			} else {
				b.assign(at(id), at(n.Values[i%len(n.Values)]))
			}
		}
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			b.assign(at(lhs), at(n.Rhs[i%len(n.Rhs)]))
		}
	}
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// openFunc records that unknown code may return from a function, and may call it.
func (b *branches) openFunc(sig *types.Signature, called bool) {
	if sig == nil {
		return
	}
	b.open[sig.Recv()] = true
	for v := range sig.Results().Variables() {
		b.open[v] = true
	}
	for v := range sig.Params().Variables() {
		b.open[v] = b.open[v] || called
	}
}

func (b *branches) assign(to, value typed) {
	if v, field := to.field(); field != nil {
		b.touched[[2]*types.Var{v, field}] = true
	} else if v := to.root(); v != nil {
		b.values[v] = append(b.values[v], value)
	}
}

// root returns the variable of which an expression may be a part, or nil.
func (e typed) root() *types.Var {
	switch x := ast.Unparen(e.Expr).(type) {
	case *ast.Ident:
		v, _ := e.info.ObjectOf(x).(*types.Var)
		return v
	case *ast.SelectorExpr:
		return typed{e.info, x.X}.root()
	case *ast.IndexExpr:
		return typed{e.info, x.X}.root()
	}
	return nil
}

// field returns the variable of which an expression is a part, and the field of the variable that
// contains the part, or nil.
func (e typed) field() (v, field *types.Var) {
	switch x := ast.Unparen(e.Expr).(type) {
	case *ast.SelectorExpr:
		sel, inner := e.info.Selections[x], typed{e.info, x.X}
		if _, ok := ast.Unparen(x.X).(*ast.Ident); !ok {
			return inner.field()
		}
		if sel != nil && sel.Kind() == types.FieldVal {
			if s, ok := sel.Recv().Underlying().(*types.Struct); ok {
				return inner.root(), s.Field(sel.Index()[0])
			}
		}
	case *ast.IndexExpr:
		return typed{e.info, x.X}.field()
	}
	return nil, nil
}

// zero reports whether a field of a variable has its zero value.
func (b *branches) zero(v, field *types.Var, seen ...*types.Var) bool {
	if v == nil || b.open[v] || b.touched[[2]*types.Var{v, field}] || v.Parent() == v.Pkg().Scope() {
		return false
	}
	return len(b.values[v]) > 0 && !slices.ContainsFunc(b.values[v], func(e typed) bool {
		switch x := ast.Unparen(e.Expr).(type) {
		case *ast.Ident:
			w := e.root()
			return !slices.Contains(seen, w) && !b.zero(w, field, append(seen, v)...)
		case *ast.CompositeLit:
			return slices.ContainsFunc(x.Elts, func(el ast.Expr) bool {
				kv, ok := el.(*ast.KeyValueExpr)
				return !ok || types.ExprString(kv.Key) == field.Name() && !isZero(e.info, kv.Value)
			})
		}
		return true
	})
}

func isZero(info *types.Info, e ast.Expr) bool {
	tv := info.Types[e]
	return tv.IsNil() || tv.Value != nil && (tv.Value.Kind() == constant.Bool && !constant.BoolVal(tv.Value) ||
		tv.Value.Kind() == constant.String && constant.StringVal(tv.Value) == "" || tv.Value.Kind() == constant.Int && constant.Sign(tv.Value) == 0)
}

// never reports whether a condition is false because of fields that are zero.
func (b *branches) never(info *types.Info, cond ast.Expr) bool {
	switch e := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND:
			return b.never(info, e.X) || b.never(info, e.Y)
		case token.LOR:
			return b.never(info, e.X) && b.never(info, e.Y)
		case token.NEQ, token.GTR:
			return isZero(info, e.Y) && b.never(info, e.X)
		}
	case *ast.CallExpr: // compared with 0
		id, _ := e.Fun.(*ast.Ident)
		return info.Uses[id] == types.Universe.Lookup("len") && b.never(info, e.Args[0])
	case *ast.SelectorExpr:
		return b.zero(typed{info, e}.field())
	}
	return false
}
