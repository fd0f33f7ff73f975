package handlerargs

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// fieldUses records which fields of structs a package reads and sets.
type fieldUses struct {
	info *types.Info
	// set are the fields that code sets. filled are fields in set that may receive a value
	// other than a default or a bound for the argument; see [fieldUses.adjusts].
	read, set, filled map[*types.Var]bool
	// sources are the structs that variables hold which no handler decodes into.
	sources map[any]bool // by [identity]
	// holders are the variables that hold structs, or lists or maps of them, without
	// parameters and the variables of range statements.
	holders map[any][]*types.Var
}

// made reports whether values of a struct type may come from elsewhere than a field.
func (u *fieldUses) made(t types.Type, from *types.Var) bool {
	st := t.Underlying().(*types.Struct)
	for i := range st.NumFields() {
		if v := st.Field(i).Origin(); u.filled[v] {
			return true
		}
	}
	return slices.ContainsFunc(u.holders[identity(t)], func(v *types.Var) bool { return v != from })
}

// fieldUses searches the package for code that sets or reads fields of the structs.
func (c *checker) fieldUses(decoded map[any]*decodedStruct) *fieldUses {
	u := &fieldUses{info: c.Pass.TypesInfo, read: map[*types.Var]bool{}, set: map[*types.Var]bool{}, filled: map[*types.Var]bool{}, sources: map[any]bool{}, holders: map[any][]*types.Var{}}
	params := map[types.Object]bool{}
	for _, file := range c.Pass.Files {
		if strings.HasSuffix(c.Pass.Fset.Position(file.Package).Filename, "_test.go") {
			continue
		}
		ast.PreorderStack(file, nil, func(n ast.Node, above []ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncType:
				u.parameters(n.Params, params)
			case *ast.FuncDecl:
				u.parameters(n.Recv, params)
			case *ast.CompositeLit:
				u.literal(n)
			case *ast.SelectorExpr:
				u.selector(n, above)
			case *ast.RangeStmt:
				if id, ok := n.Value.(*ast.Ident); ok {
					params[u.info.Defs[id]] = true
				}
			}
			return true
		})
	}
	for _, obj := range u.info.Defs {
		v, ok := obj.(*types.Var)
		if !ok || params[v] {
			continue
		}
		t := pointee(v.Type())
		if s := decoded[identity(t)]; s != nil && !s.vars[v] {
			u.sources[identity(t)] = true
		}
		switch e := t.(type) {
		case *types.Slice:
			t = pointee(e.Elem())
			u.sources[identity(t)] = true
		case *types.Map:
			t = pointee(e.Elem())
			u.sources[identity(t)] = true
		}
		if _, ok := t.Underlying().(*types.Struct); ok {
			u.holders[identity(t)] = append(u.holders[identity(t)], v)
		}
	}
	return u
}

// parameters adds the variables of a list of parameters to out.
func (u *fieldUses) parameters(list *ast.FieldList, out map[types.Object]bool) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		for _, name := range f.Names {
			out[u.info.Defs[name]] = true
		}
	}
}

// selector records whether a selector of a field reads or sets the field. path are the
// nodes around it.
func (u *fieldUses) selector(n *ast.SelectorExpr, path []ast.Node) {
	v, ok := u.info.Uses[n.Sel].(*types.Var)
	if !ok || !v.IsField() {
		return
	}
	v = v.Origin()
	last := len(path) - 1
	for ; ; last-- {
		if _, ok := path[last].(*ast.ParenExpr); !ok {
			break
		}
	}
	switch parent := path[last].(type) {
	case *ast.AssignStmt:
		if i := slices.IndexFunc(parent.Lhs, func(e ast.Expr) bool { return ast.Unparen(e) == n }); i >= 0 {
			u.set[v] = true
			if len(parent.Lhs) != len(parent.Rhs) || !u.adjusts(path, v, parent.Rhs[i]) {
				u.filled[v] = true
			}
			return
		}
	case *ast.UnaryExpr:
		if parent.Op == token.AND {
			u.set[v], u.filled[v] = true, true
			return
		}
	}
	u.read[v] = true
}

// adjusts reports whether an assignment only replaces or bounds the value of a field: the
// value depends on nothing but constants and the field, and the value or a condition
// around the statement depends on the field.
func (u *fieldUses) adjusts(path []ast.Node, v *types.Var, value ast.Expr) bool {
	uses, others := u.mentions(value, v)
	if others {
		return false
	}
	for _, outer := range slices.Backward(path) {
		if _, ok := outer.(*ast.FuncLit); ok || uses {
			break
		}
		if n, ok := outer.(*ast.IfStmt); ok {
			uses, _ = u.mentions(n.Cond, v)
		}
	}
	return uses
}

// mentions reports whether an expression contains a selector of the field v, and whether
// it contains other variables or functions.
func (u *fieldUses) mentions(e ast.Expr, v *types.Var) (field, others bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if f, ok := u.info.Uses[n.Sel].(*types.Var); ok && f.Origin() == v {
				field = true
				return false
			}
		case *ast.Ident:
			switch u.info.Uses[n].(type) {
			case *types.Var, *types.Func:
				others = true
			}
		}
		return true
	})
	return field, others
}

// literal records the fields that a composite literal sets.
func (u *fieldUses) literal(lit *ast.CompositeLit) {
	set := func(v *types.Var) { u.set[v.Origin()], u.filled[v.Origin()] = true, true }
	for i, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				if v, ok := u.info.Uses[id].(*types.Var); ok && v.IsField() {
					set(v)
				}
			}
		} else if st, ok := u.info.TypeOf(lit).Underlying().(*types.Struct); ok && i < st.NumFields() {
			set(st.Field(i))
		}
	}
}
