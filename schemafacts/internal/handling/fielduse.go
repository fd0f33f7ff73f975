package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// FieldUses records how a package uses the structs into which arguments are decoded, and the
// structs in their fields.
type FieldUses struct {
	info *types.Info
	pkg  *types.Package
	// selected are the fields that the package selects anywhere.
	selected map[*types.Var]bool
	// escaped has the structs that go where other code may read them, or that are
	// part of another value.
	escaped typeutil.Map
	wanted  typeutil.Map
	// inside are the fields of structs in wanted through which a program reaches others.
	inside map[*types.Var]bool
}

// NewFieldUses searches a package for all uses of some structs.
func NewFieldUses(files []*ast.File, pkg *types.Package, info *types.Info, structs []types.Type) *FieldUses {
	u := &FieldUses{info: info, pkg: pkg, selected: map[*types.Var]bool{}, inside: map[*types.Var]bool{}}
	for _, t := range structs {
		u.want(pointee(t))
	}
	for _, obj := range u.info.Defs {
		if v, ok := obj.(*types.Var); ok && v.IsField() && !u.inside[v] {
			u.escaped.Set(element(v.Type()), true)
		}
	}
	for _, file := range files {
		ast.PreorderStack(file, nil, func(n ast.Node, above []ast.Node) bool {
			path := append(above, n)
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if sel := u.info.Selections[n]; sel != nil && sel.Kind() == types.FieldVal {
					if !u.through(n, path[len(path)-2]) {
						u.selected[sel.Obj().(*types.Var).Origin()] = true
					}
					u.used(n, path)
				}
			case *ast.Ident:
				if v, ok := u.info.Uses[n].(*types.Var); ok && !v.IsField() {
					u.used(n, path)
				}
			}
			return true
		})
	}
	return u
}

// want adds a struct to the wanted ones, with the structs of the package in its fields.
func (u *FieldUses) want(t types.Type) {
	if u.wanted.At(t) != nil {
		return
	}
	u.wanted.Set(t, true)
	for _, f := range ArgumentFields(t) {
		inner := element(f.Field().Type())
		if _, ok := inner.Underlying().(*types.Struct); !ok {
			continue
		}
		if named, ok := inner.(*types.Named); ok && named.Obj().Pkg() != u.pkg {
			continue
		}
		u.inside[f.Field()] = true
		u.want(inner)
	}
}

// Unread returns the fields of a struct that no code of the package reads, also in the
// structs to which its fields lead, each as a path. It returns none if other code may read
// the struct. written reports whether the package reads any field of the struct: otherwise
// the handler may not be written yet.
func (u *FieldUses) Unread(t types.Type) (paths [][]ArgumentField, written bool) {
	if u.escapes(t) {
		return nil, true
	}
	seen := map[*types.Var]bool{}
	var add func(t types.Type, within []ArgumentField) bool
	add = func(t types.Type, within []ArgumentField) bool {
		fields := ArgumentFields(t)
		written := slices.ContainsFunc(fields, u.reads)
		if !written && len(within) > 0 {
			return false // its values are not used yet
		}
		for _, f := range fields {
			if seen[f.Field()] {
				continue
			}
			seen[f.Field()] = true
			path := append(slices.Clone(within), f)
			if inner := element(f.Field().Type()); !u.reads(f) {
				paths = append(paths, path)
			} else if u.inside[f.Field()] && !u.escapes(inner) {
				add(inner, path)
			}
		}
		return written
	}
	written = add(t, nil)
	return paths, written
}

// reads reports whether the package selects a field, or the embedded struct that it is in.
func (u *FieldUses) reads(f ArgumentField) bool {
	return slices.ContainsFunc(f.Path, func(v *types.Var) bool { return u.selected[v.Origin()] })
}

// element returns the type of what a pointer, list or map leads to, and any other type
// unchanged.
func element(t types.Type) types.Type {
	for range 10 { // a list may be its own element
		t = types.Unalias(t)
		e, ok := t.Underlying().(interface{ Elem() types.Type })
		if _, isChan := t.Underlying().(*types.Chan); !ok || isChan {
			break
		}
		t = e.Elem()
	}
	return t
}

// used records that a wanted struct escapes if the expression at the end of a path leads
// to one and is used so that other code may read the struct.
func (u *FieldUses) used(e ast.Expr, path []ast.Node) {
	if t := u.info.TypeOf(e); u.holds(t) && !u.safe(path) {
		u.escaped.Set(element(t), true)
	}
}

// through reports whether a selector selects an embedded struct only in order to
// select one of its fields.
func (u *FieldUses) through(n *ast.SelectorExpr, parent ast.Node) bool {
	outer, ok := parent.(*ast.SelectorExpr)
	if !ok || outer.X != n || !u.info.Selections[n].Obj().(*types.Var).Embedded() {
		return false
	}
	sel := u.info.Selections[outer]
	return sel != nil && sel.Kind() == types.FieldVal
}

func (u *FieldUses) escapes(t types.Type) bool { return u.escaped.At(element(t)) != nil }

// safe reports whether the expression at the end of a path is used so that only
// selected fields of the struct to which it leads are read.
func (u *FieldUses) safe(path []ast.Node) bool {
	i := len(path) - 1
	e := path[i].(ast.Expr)
	for i--; i >= 0; i-- {
		switch n := path[i].(type) {
		case *ast.ParenExpr, *ast.StarExpr:
			e = n.(ast.Expr)
			continue
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				e = n
				continue
			}
		case *ast.IndexExpr:
			if n.X == e {
				e = n
				continue
			}
		}
		break
	}
	if i < 0 {
		return false
	}
	switch n := path[i].(type) {
	case *ast.SelectorExpr:
		return n.X == e && u.selects(n, path[i-1])
	case *ast.RangeStmt:
		return n.X == e && n.Tok != token.ASSIGN
	case *ast.CallExpr:
		return u.passes(n, e)
	case *ast.BinaryExpr:
		return u.info.Types[n.X].IsNil() || u.info.Types[n.Y].IsNil()
	case *ast.AssignStmt:
		return u.assigns(n, e)
	case *ast.ValueSpec:
		return len(n.Names) == len(n.Values) && u.holds(u.info.TypeOf(n.Names[0]))
	}
	return false
}

// selects reports whether a selector selects a field, or calls a method of the
// package.
func (u *FieldUses) selects(n *ast.SelectorExpr, parent ast.Node) bool {
	sel := u.info.Selections[n]
	if sel == nil {
		return false
	}
	if sel.Kind() == types.FieldVal {
		return true
	}
	call, ok := parent.(*ast.CallExpr)
	return ok && call.Fun == n && sel.Obj().Pkg() == u.pkg && len(sel.Index()) == 1 && !types.IsInterface(sel.Recv())
}

// passes reports whether a call passes a struct to a function of the package whose
// parameter has the struct's type.
func (u *FieldUses) passes(call *ast.CallExpr, arg ast.Expr) bool {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && id.Name == "len" && u.info.Types[call.Fun].IsBuiltin() {
		return true
	}
	fn := typeutil.StaticCallee(u.info, call)
	if fn == nil || fn.Pkg() != u.pkg {
		return false
	}
	sig := fn.Origin().Signature()
	for i, a := range call.Args {
		if a == arg {
			last := sig.Params().Len() - 1
			return i <= last && !(sig.Variadic() && i == last) && u.holds(sig.Params().At(i).Type())
		}
	}
	return false
}

// assigns reports whether an assignment sets a struct, discards it, or assigns it to
// another variable.
func (u *FieldUses) assigns(n *ast.AssignStmt, e ast.Expr) bool {
	for i, lhs := range n.Lhs {
		if lhs == e {
			return true
		}
		if len(n.Lhs) == len(n.Rhs) && n.Rhs[i] == e {
			id, ok := lhs.(*ast.Ident)
			return ok && (id.Name == "_" || u.holds(u.info.TypeOf(id)))
		}
	}
	return false
}

// holds reports whether t is one of the structs, or a pointer, list or map that leads to
// one.
func (u *FieldUses) holds(t types.Type) bool { return t != nil && u.wanted.At(element(t)) != nil }

// ArgumentField is a struct field into which an argument is decoded, with the
// embedded fields that lead to it.
type ArgumentField struct {
	Name string
	Path []*types.Var
	Of   types.Type // the struct
}

// Field returns the field itself.
func (f ArgumentField) Field() *types.Var { return f.Path[len(f.Path)-1] }

// ArgumentFields returns the fields of a struct, or of the struct to which a pointer leads,
// that have a name in a json tag, including the fields of embedded structs.
func ArgumentFields(t types.Type) []ArgumentField { return argumentFields(t, 10) }

func argumentFields(t types.Type, depth int) []ArgumentField {
	st, ok := pointee(t).Underlying().(*types.Struct)
	if !ok || depth == 0 {
		return nil
	}
	var out []ArgumentField
	for i := range st.NumFields() {
		f := st.Field(i)
		name, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
		switch {
		case name == "-":
		case f.Embedded() && name == "":
			for _, inner := range argumentFields(f.Type(), depth-1) {
				out = append(out, ArgumentField{inner.Name, append([]*types.Var{f}, inner.Path...), inner.Of})
			}
		case f.Exported():
			if name == "" {
				name = f.Name()
			}
			out = append(out, ArgumentField{name, []*types.Var{f}, pointee(t)})
		}
	}
	return out
}
