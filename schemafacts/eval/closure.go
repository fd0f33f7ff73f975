package eval

import (
	"go/types"
	"slices"
)

// PkgOf returns the import path in the key of a function or variable.
func PkgOf(key string) string { return pkgOf(key) }

// Empty reports whether a unit says nothing.
func (u *Unit) Empty() bool { return len(u.Funcs) == 0 && len(u.Vars) == 0 }

// CloseOver returns own and, as units of their own, what its programs use of
// other packages, directly or not.
func CloseOver(own *Unit, find func(path string) *Unit) []*Unit {
	parts := map[string]*Unit{}
	var order []string
	var visitNode func(n *Node)
	var visit func(key string)
	seen := map[string]bool{}
	reach := &reacher{find: find, seen: map[types.Type]bool{}}
	visitFn := func(fn *Func) {
		if fn.Body != nil {
			visitNode(fn.Body)
		}
	}
	partOf := func(path string) *Unit {
		part := parts[path]
		if part == nil {
			part = &Unit{Path: path, Funcs: map[string]*Func{}, Vars: map[string]*Var{}}
			parts[path] = part
			order = append(order, path)
		}
		return part
	}
	visitInits := func(path string) {
		u := find(path)
		if u == nil || len(u.Inits) == 0 {
			return
		}
		if part := partOf(path); len(part.Inits) == 0 {
			part.Inits = u.Inits
			for _, fn := range u.Inits {
				visitFn(fn)
			}
		}
	}
	visit = func(key string) {
		if seen[key] {
			return
		}
		seen[key] = true
		path := pkgOf(key)
		if path == own.Path {
			return
		}
		u := find(path)
		if u == nil || u.Funcs[key] == nil && u.Vars[key] == nil {
			return
		}
		part := partOf(path)
		if fn := u.Funcs[key]; fn != nil {
			part.Funcs[key] = fn
			visitFn(fn)
			return
		}
		v := u.Vars[key]
		part.Vars[key] = v
		for k, w := range u.Vars {
			if w.Init != nil && w.Init == v.Init {
				part.Vars[k] = w
			}
		}
		if v.Init != nil {
			visitNode(v.Init)
		}
		visitInits(path)
	}
	reach.visit = visit
	visitNode = func(n *Node) {
		switch n.Op {
		case OpFunc, OpGlobal:
			visit(n.Name)
		case OpMethod:
			if !n.Flag {
				visit(n.Name)
			}
		case OpComposite, OpZero, OpDeclare, OpConvert, OpBuiltin:
			reach.methods(n.Type)
		}
		for _, k := range n.Kids {
			visitNode(k)
		}
		if n.Fn != nil {
			visitFn(n.Fn)
		}
	}
	for _, path := range own.Needs {
		visitInits(path)
	}
	for _, fn := range own.Funcs {
		visitFn(fn)
		for _, r := range fn.Results {
			reach.methods(r.Type)
		}
	}
	for _, fn := range own.Inits {
		visitFn(fn)
	}
	for _, v := range own.Vars {
		if v.Init != nil {
			visitNode(v.Init)
		}
		reach.methods(v.Type)
	}
	slices.Sort(order)
	out := []*Unit{own}
	for _, path := range order {
		part := parts[path]
		for _, k := range find(path).InitOrder {
			if part.Vars[k] != nil {
				part.InitOrder = append(part.InitOrder, k)
			}
		}
		out = append(out, part)
	}
	return out
}

// reacher visits the methods of types, and of the types of their parts:
// whoever holds such a value may call them, or have them called, without
// importing the package that declares them.
type reacher struct {
	find  func(path string) *Unit
	visit func(key string)
	seen  map[types.Type]bool
}

func (r *reacher) methods(t types.Type) {
	if t == nil || r.seen[t] {
		return
	}
	r.seen[t] = true
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if t.Obj().Pkg() == nil || r.find(t.Obj().Pkg().Path()) == nil {
			return
		}
		for i := range t.NumMethods() {
			r.visit(Key(t.Method(i)))
		}
		for i := range t.TypeArgs().Len() {
			r.methods(t.TypeArgs().At(i))
		}
		r.methods(under(t))
	case *types.Struct:
		for i := range t.NumFields() {
			r.methods(t.Field(i).Type())
		}
	case *types.Pointer:
		r.methods(t.Elem())
	case *types.Slice:
		r.methods(t.Elem())
	case *types.Array:
		r.methods(t.Elem())
	case *types.Map:
		r.methods(t.Key())
		r.methods(t.Elem())
	}
}

// MergeUnits unites several parts of one unit.
func MergeUnits(us []*Unit) *Unit {
	out := &Unit{Path: us[0].Path, Funcs: map[string]*Func{}, Vars: map[string]*Var{}}
	inOrder := map[string]bool{}
	for _, u := range us {
		for k, fn := range u.Funcs {
			if out.Funcs[k] == nil || out.Funcs[k].Body == nil {
				out.Funcs[k] = fn
			}
		}
		for k, v := range u.Vars {
			if out.Vars[k] == nil {
				out.Vars[k] = v
			}
		}
		for _, k := range u.InitOrder {
			if !inOrder[k] {
				inOrder[k] = true
				out.InitOrder = append(out.InitOrder, k)
			}
		}
		if len(u.Inits) > len(out.Inits) {
			out.Inits = u.Inits
		}
		if len(u.Needs) > len(out.Needs) {
			out.Needs = u.Needs
		}
	}
	return out
}
