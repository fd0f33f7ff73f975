package lower

import (
	"go/ast"
	"go/types"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file finds, by their form, types whose values other code may convert to tools, and
// the functions that make such values.

// MayBeTool reports whether values of a type may be converted to tools: their methods
// provide two texts, or their fields do and something else, which may be a schema. (With
// methods, other code may have the schemas by name.)
func MayBeTool(t *types.Named) bool {
	var fields, methods provided
	switch u := t.Underlying().(type) {
	case *types.Struct:
		fields.addFields(u, 0)
		for m := range t.Methods() {
			methods.addResult(m)
		}
	case *types.Interface:
		for m := range u.Methods() {
			methods.addResult(m)
		}
	}
	return fields.enough() || methods.texts > 1
}

// provided counts the texts and the other parts that a value provides.
type provided struct{ texts, others int }

func (p *provided) enough() bool { return p.texts > 1 && p.texts+p.others > 2 }

// addResult adds the result of a method without parameters.
func (p *provided) addResult(m *types.Func) {
	if sig := m.Signature(); sig.Params().Len() == 0 && sig.Results().Len() == 1 {
		p.add(sig.Results().At(0).Type(), 0)
	}
}

func (p *provided) addFields(st *types.Struct, depth int) {
	for f := range st.Fields() {
		p.add(f.Type(), depth)
	}
}

// add adds a part of a type. The parts of a struct count themselves.
func (p *provided) add(t types.Type, depth int) {
	t = jsonfields.Pointee(t)
	switch u := ir.Under(t).(type) {
	case *types.Basic:
		if ir.IsString(u) {
			p.texts++
		}
	case *types.Struct:
		if named, ok := types.Unalias(t).(*types.Named); ok && depth < 2 && named.Obj().Pkg() != nil && !ir.IsStd(named.Obj().Pkg().Path()) {
			p.addFields(u, depth+1)
		}
		p.others++
	case *types.Map, *types.Slice, *types.Interface:
		if !ir.IsError(t) {
			p.others++
		}
	}
}

// wantTools keeps functions that make values of types that may be tool types: with a literal,
// or with a call that takes a constant text.
func (l *lowerer) wantTools() {
	for _, d := range l.order {
		for n := range l.tree.In(d.Body, (*ast.CompositeLit)(nil), (*ast.CallExpr)(nil)) {
			if e, ok := n.(ast.Expr); ok && l.makesValue(e) && l.size(d.Body, maxTable) < maxTable {
				l.want(l.declKey(d))
				break
			}
		}
	}
}

func (l *lowerer) makesValue(e ast.Expr) bool {
	t := l.src.Info.TypeOf(e)
	if t == nil {
		return false
	}
	t = jsonfields.Pointee(t)
	if named, ok := types.Unalias(t).(*types.Named); !ok || !mayBeOwn(named) {
		return false
	}
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return true
	}
	for _, arg := range call.Args {
		if v := l.src.Info.Types[arg].Value; v != nil && isText(l.src.Info.TypeOf(arg)) {
			return true
		}
	}
	return false
}

// mayBeOwn reports whether values of a type that is not of the standard library may be
// converted to tools.
func mayBeOwn(t *types.Named) bool {
	return t.Obj().Pkg() != nil && !ir.IsStd(t.Obj().Pkg().Path()) && MayBeTool(t)
}
