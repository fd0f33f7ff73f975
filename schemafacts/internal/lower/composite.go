package lower

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// composite lowers a composite literal.
func (b *body) composite(e *ast.CompositeLit) *ir.Node {
	t := b.info().TypeOf(e)
	if t == nil {
		return nil
	}
	// Elements may omit &T.
	lit := t
	ptr := false
	if p, ok := ir.Under(t).(*types.Pointer); ok {
		lit, ptr = p.Elem(), true
	}
	n := &ir.Node{Op: ir.OpComposite, Pos: e.Pos(), Type: lit}
	switch u := ir.Under(lit).(type) {
	case *types.Struct:
		for i, el := range e.Elts {
			k := &ir.Node{Op: ir.OpElem, Pos: el.Pos()}
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				id, _ := kv.Key.(*ast.Ident)
				if id == nil {
					continue
				}
				k.Name, k.Kids = b.fieldPath(lit, id), []*ir.Node{b.expr(kv.Value)}
			} else if i < u.NumFields() {
				k.Name, k.Kids = u.Field(i).Name(), []*ir.Node{b.expr(el)}
			} else {
				continue
			}
			n.Kids = append(n.Kids, k)
		}
	case *types.Map:
		for _, el := range e.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				n.Kids = append(n.Kids, &ir.Node{Op: ir.OpElem, Pos: el.Pos(), Kids: []*ir.Node{b.expr(kv.Key), b.expr(kv.Value)}})
			}
		}
	case *types.Slice, *types.Array:
		i := 0
		for _, el := range e.Elts {
			v := el
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				if c, ok := constant.Int64Val(constOf(b.info(), kv.Key)); ok && c >= 0 && c < 1<<16 {
					i = int(c)
				}
				v = kv.Value
			}
			n.Kids = append(n.Kids, &ir.Node{Op: ir.OpElem, Pos: el.Pos(), Int: i, Kids: []*ir.Node{b.expr(v)}})
			i++
		}
	default:
		return unknownNode("a composite literal that is not understood", e.Pos(), t)
	}
	if ptr {
		return &ir.Node{Op: ir.OpAddr, Pos: e.Pos(), Type: t, Kids: []*ir.Node{n}}
	}
	return n
}

// fieldPath returns the path of the field that a key of a struct literal sets. The
// key of a promoted field (Go 1.27) gives a path such as "Base.Name": the names of
// the embedded structs, then the name of the field.
func (b *body) fieldPath(t types.Type, key *ast.Ident) string {
	obj, index, _ := types.LookupFieldOrMethod(t, true, b.l.src.Pkg, key.Name)
	if _, isField := obj.(*types.Var); !isField || len(index) < 2 {
		return key.Name
	}
	var names []string
	for _, i := range index {
		st, ok := ir.Under(t).(*types.Struct)
		if !ok {
			return key.Name
		}
		names = append(names, st.Field(i).Name())
		t = st.Field(i).Type()
	}
	return strings.Join(names, ".")
}
