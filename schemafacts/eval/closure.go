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
	visitFn := func(fn *Func) {
		if fn.Body != nil {
			visitNode(fn.Body)
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
		part := parts[path]
		if part == nil {
			part = &Unit{Path: path, Funcs: map[string]*Func{}, Vars: map[string]*Var{}}
			parts[path] = part
			order = append(order, path)
		}
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
		if len(part.Inits) == 0 && len(u.Inits) > 0 {
			part.Inits = u.Inits
			for _, fn := range u.Inits {
				visitFn(fn)
			}
		}
	}
	visitNode = func(n *Node) {
		switch n.Op {
		case OpFunc, OpGlobal:
			visit(n.Name)
		case OpMethod:
			if !n.Flag {
				visit(n.Name)
			}
		case OpComposite, OpZero, OpDeclare, OpConvert, OpBuiltin:
			visitMethods(n.Type, find, visit)
		}
		for _, k := range n.Kids {
			visitNode(k)
		}
		if n.Fn != nil {
			visitFn(n.Fn)
		}
	}
	for _, fn := range own.Funcs {
		visitFn(fn)
		for _, r := range fn.Results {
			visitMethods(r.Type, find, visit)
		}
	}
	for _, fn := range own.Inits {
		visitFn(fn)
	}
	for _, v := range own.Vars {
		if v.Init != nil {
			visitNode(v.Init)
		}
		visitMethods(v.Type, find, visit)
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

// visitMethods visits the methods of a type: whoever holds such a value may
// call them without importing the package that declares them.
func visitMethods(t types.Type, find func(string) *Unit, visit func(string)) {
	if t == nil {
		return
	}
	named, ok := types.Unalias(derefType(types.Unalias(t))).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || find(named.Obj().Pkg().Path()) == nil {
		return
	}
	for i := range named.NumMethods() {
		visit(Key(named.Method(i)))
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
	}
	return out
}
