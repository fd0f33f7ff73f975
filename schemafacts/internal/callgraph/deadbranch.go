package callgraph

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// branches knows which fields of structs in variables are zero. An agent often makes tools under
// a condition on a field of its options that no program of the repository sets (26 of 365
// listed tools of 12 public agents).
type branches struct {
	from   map[*types.Var][]any  // the variables and literals that are stored in a variable
	open   map[types.Object]bool // variables and fields that get other values
	called map[*ast.Ident]bool   // functions in calls
}

func findBranches(sources []Source) *branches {
	b := &branches{map[*types.Var][]any{}, map[types.Object]bool{}, map[*ast.Ident]bool{}}
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

// read records what a node stores in variables.
func (b *branches) read(info *types.Info, n ast.Node) {
	switch n := n.(type) {
	case *ast.CallExpr:
		id := nameIn(n.Fun)
		fn, ok := info.Uses[id].(*types.Func)
		if ok && fn.Signature().Recv() == nil && !fn.Signature().Variadic() && fn.Signature().Params().Len() == len(n.Args) {
			b.called[id] = true
			for i, a := range n.Args {
				b.store(info, fn.Signature().Params().At(i), a, true)
			}
		}
	case *ast.Ident:
		if fn, ok := info.Uses[n].(*types.Func); ok && !b.called[n] {
			for v := range fn.Signature().Params().Variables() {
				b.open[v] = true
			}
		}
	case *ast.SelectorExpr: // a method with a pointer as its receiver may store anything
		if s := info.Selections[n]; s != nil && s.Kind() == types.MethodVal {
			_, pointer := s.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
			b.open[info.ObjectOf(nameIn(n.X))] = pointer || b.open[info.ObjectOf(nameIn(n.X))]
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			b.open[info.ObjectOf(nameIn(n.X))] = true
		}
	case *ast.IncDecStmt:
		b.open[info.ObjectOf(nameIn(n.X))] = true
	case *ast.RangeStmt:
		b.open[info.ObjectOf(nameIn(n.Key))], b.open[info.ObjectOf(nameIn(n.Value))] = true, true
	case *ast.ValueSpec:
		values := n.Values
		if len(values) == 0 {
			values = []ast.Expr{&ast.CompositeLit{}}
		}
		for i, id := range n.Names {
			b.store(info, info.Defs[id], values[min(i, len(values)-1)], true)
		}
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			b.store(info, info.ObjectOf(nameIn(lhs)), n.Rhs[min(i, len(n.Rhs)-1)], info.Defs[nameIn(lhs)] != nil)
		}
	}
}

// store records that a value is stored in a variable or field. Only a new variable holds nothing
// that other code has stored before.
func (b *branches) store(info *types.Info, to types.Object, value ast.Expr, isNew bool) {
	v, _ := to.(*types.Var)
	from, isVar := info.ObjectOf(nameIn(value)).(*types.Var)
	switch lit, ok := value.(*ast.CompositeLit); {
	case v == nil:
	case v.IsField() || !isNew && len(b.from[v]) == 0:
		b.open[v] = true
	case ok:
		b.from[v] = append(b.from[v], lit)
	case isVar && !from.IsField() && types.Identical(from.Type(), v.Type()):
		b.from[v] = append(b.from[v], from)
	default:
		b.open[v] = true
	}
}

// nameIn returns the name of the variable, field or function to which an expression refers, or nil.
func nameIn(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	}
	return nil
}

// zero reports whether a field of a variable is zero.
func (b *branches) zero(v, field *types.Var, depth int) bool {
	if b.open[v] || b.open[field] || len(b.from[v]) == 0 || depth > 5 {
		return false
	}
	return !slices.ContainsFunc(b.from[v], func(from any) bool {
		if w, ok := from.(*types.Var); ok {
			return !b.zero(w, field, depth+1)
		}
		return slices.ContainsFunc(from.(*ast.CompositeLit).Elts, func(e ast.Expr) bool {
			kv, ok := e.(*ast.KeyValueExpr)
			return !ok || types.ExprString(kv.Key) == field.Name()
		})
	})
}

// never reports whether a condition is false, or a value is zero, because of a field that is.
func (b *branches) never(info *types.Info, cond ast.Expr) bool {
	switch e := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND:
			return b.never(info, e.X) || b.never(info, e.Y)
		case token.LOR:
			return b.never(info, e.X) && b.never(info, e.Y)
		case token.NEQ, token.GTR:
			y := info.Types[e.Y]
			return (y.IsNil() || y.Value != nil && slices.Contains([]string{"0", `""`, "false"}, y.Value.ExactString())) && b.never(info, e.X)
		}
	case *ast.CallExpr: // compared with 0
		return info.Uses[nameIn(e.Fun)] == types.Universe.Lookup("len") && len(e.Args) == 1 && b.never(info, e.Args[0])
	case *ast.SelectorExpr:
		sel := info.Selections[e]
		if sel == nil || sel.Kind() != types.FieldVal || b.open[sel.Obj()] || len(sel.Index()) > 2 || sel.Obj().(*types.Var).Origin() != sel.Obj() {
			return false
		}
		s, isStruct := sel.Recv().Underlying().(*types.Struct)
		if v, ok := info.Uses[nameIn(e.X)].(*types.Var); ok && !v.IsField() {
			return isStruct && b.zero(v, s.Field(sel.Index()[0]), 0)
		}
		return isStruct && b.never(info, e.X)
	}
	return false
}
