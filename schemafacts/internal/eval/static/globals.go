package static

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Globals returns the package variables to which a function, or a function that it
// names, can write, directly or through them.
func (a *Analysis) Globals(fn *ir.Func) []string {
	keys, ok := a.globals[fn]
	if !ok {
		g := &globalUse{a: a, done: map[*ir.Func]bool{}, found: map[string]bool{}}
		if fn.Body == nil {
			g.call(fn.Key)
		}
		g.fn(fn)
		keys = g.keys
		a.globals[fn] = keys
	}
	return keys
}

type globalUse struct {
	a     *Analysis
	done  map[*ir.Func]bool
	found map[string]bool
	keys  []string
}

func (g *globalUse) fn(fn *ir.Func) {
	if fn != nil && fn.Body != nil && !g.done[fn] {
		g.done[fn] = true
		g.read(fn.Body, true)
	}
}

// call adds what the function with a key may write to.
func (g *globalUse) call(key string) {
	if fn := g.a.env.Func(key); fn != nil && fn.Body != nil {
		g.fn(fn)
		return
	}
	for _, v := range g.a.Written(key) {
		g.add(v)
	}
}

// read visits an expression or statement. leads reports whether the program may write
// through the value of the expression.
func (g *globalUse) read(n *ir.Node, leads bool) {
	switch n.Op {
	case ir.OpGlobal:
		if leads && mutable(n.Type, 0) {
			g.add(n.Name)
		}
		return
	case ir.OpField, ir.OpIndex, ir.OpDeref:
		g.read(n.X(), leads && mutable(n.Type, 0))
		g.reads(n.Kids[1:])
		return
	case ir.OpRange:
		k, v := RangeTypes(n.X().Type)
		g.read(n.X(), k == nil || mutable(k, 0) || mutable(v, 0))
		if !n.Defines() {
			g.write(n.Key())
			g.write(n.Elem())
		}
		g.read(n.Body(), true)
		return
	case ir.OpAssign:
		for _, t := range n.Targets() {
			g.write(t)
		}
		g.reads(n.Values())
		return
	case ir.OpAddr:
		g.write(n.X())
		return
	case ir.OpBuiltin:
		if n.Name == "len" || n.Name == "cap" {
			g.read(n.Kids[0], false)
			return
		}
	}
	if key, ok := n.Function(); ok {
		g.call(key)
	} else if n.Dynamic() {
		for _, v := range g.a.writtenBy(map[string]bool{}, n.Name) {
			g.add(v)
		}
	}
	g.reads(n.Kids)
	g.fn(n.Fn)
}

func (g *globalUse) reads(ns []*ir.Node) {
	for _, n := range ns {
		g.read(n, true)
	}
}

func (g *globalUse) write(n *ir.Node) {
	switch n.Op {
	case ir.OpGlobal:
		g.add(n.Name)
	case ir.OpField, ir.OpIndex, ir.OpDeref, ir.OpSlice:
		g.write(n.X())
		g.reads(n.Kids[1:])
	default:
		g.read(n, true)
	}
}

func (g *globalUse) add(key string) {
	if !g.found[key] {
		g.found[key] = true
		g.keys = append(g.keys, key)
	}
}

// mutable reports whether a program can write through a value of type t.
func mutable(t types.Type, depth int) bool {
	if t == nil || depth > 8 {
		return true
	}
	switch u := ir.Under(t).(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Array:
		return mutable(u.Elem(), depth+1)
	case *types.Struct:
		for i := range u.NumFields() {
			if mutable(u.Field(i).Type(), depth+1) {
				return true
			}
		}
		return false
	}
	return true
}

func RangeTypes(t types.Type) (k, v types.Type) {
	if t == nil {
		return nil, nil
	}
	switch u := ir.Under(t).(type) {
	case *types.Slice:
		return types.Typ[types.Int], u.Elem()
	case *types.Array:
		return types.Typ[types.Int], u.Elem()
	case *types.Map:
		return u.Key(), u.Elem()
	case *types.Chan:
		return u.Elem(), nil
	case *types.Pointer:
		return RangeTypes(u.Elem())
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return types.Typ[types.Int], types.Typ[types.Rune]
		}
		return t, nil
	}
	return nil, nil
}
