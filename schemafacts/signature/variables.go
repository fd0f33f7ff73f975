package signature

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// value returns the value of a variable or constant of the package as JSON. It returns
// false if the package has no such name.
func (r *reader) value(name string) (Var, bool) {
	switch obj := r.pkg.Scope().Lookup(name).(type) {
	case *types.Const:
		e := evaluator{info: r.info}
		n := e.constant(obj.Val(), obj.Type())
		if e.reason != "" {
			return Var{Name: name, Reason: name + " " + e.reason}, true
		}
		return Var{Name: name, Value: n.String()}, true
	case *types.Var:
		init, ok := r.initializer(obj)
		if !ok {
			return Var{Name: name, Reason: name + " has no value where it is declared"}, true
		}
		if r.changes(obj) {
			return Var{Name: name, Reason: name + " is changed by its package"}, true
		}
		e := evaluator{info: r.info}
		n := e.expr(init, obj.Type())
		if e.reason != "" {
			return Var{Name: name, Reason: name + " " + e.reason}, true
		}
		return Var{Name: name, Value: n.String(), Set: r.set(init)}, true
	}
	return Var{}, false
}

// set returns the JSON names of the fields that a struct literal sets.
func (r *reader) set(x ast.Expr) (names []string) {
	x = ast.Unparen(x)
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
		x = ast.Unparen(u.X)
	}
	lit, ok := x.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	t := deref(r.info.TypeOf(lit))
	if !isStruct(t) {
		return nil
	}
	for _, f := range jsonFields(t) {
		if _, ok := fieldExpr(t, lit, f.index); ok {
			names = append(names, f.name)
		}
	}
	return names
}

// initializer returns the expression that a variable begins with.
func (r *reader) initializer(v *types.Var) (ast.Expr, bool) {
	for _, f := range r.files {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				vs, ok := s.(*ast.ValueSpec)
				if !ok || len(vs.Names) != len(vs.Values) {
					continue
				}
				for i, id := range vs.Names {
					if r.info.Defs[id] == v {
						return vs.Values[i], true
					}
				}
			}
		}
	}
	return nil, false
}

// changes reports whether code of the package gives a variable, or a part of
// it, another value, or takes its address. What other packages do with an
// exported one is not seen.
func (r *reader) changes(v *types.Var) bool {
	found := false
	check := func(e ast.Expr) {
		if id := root(e); id != nil && r.info.Uses[id] == v {
			found = true
		}
	}
	for _, f := range r.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					check(e)
				}
			case *ast.IncDecStmt:
				check(n.X)
			case *ast.RangeStmt:
				check(n.Key)
				check(n.Value)
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					check(n.X)
				}
			}
			return !found
		})
	}
	return found
}

// root returns the variable that contains the part e, or nil.
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// floatLiteral returns a number as encoding/json prints it.
func floatLiteral(v constant.Value) (string, bool) {
	f, _ := constant.Float64Val(v)
	return printFloat(f)
}
