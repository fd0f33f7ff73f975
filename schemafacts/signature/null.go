package signature

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// writesNull reports whether encoding/json writes null for some value of t.
func (w *walker) writesNull(t types.Type, addr bool) bool {
	if !w.out {
		return false
	}
	t = types.Unalias(t)
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	case *types.Slice, *types.Map:
		f, _ := w.method(t, addr)
		return f == plain
	}
	return false
}

// admitNull returns n extended so that it accepts null.
func admitNull(n *schema.Node) *schema.Node {
	if n.Kind != schema.Object || len(n.Members) == 0 {
		return n
	}
	typ := n.Get("type")
	switch {
	case typ == nil && n.Get("anyOf") != nil && len(n.Members) == 1:
		return orNull(n)
	case typ == nil || n.Get("enum") != nil:
		return orNull(n)
	case typ.Kind == schema.String:
		list := schema.NewStrings(typ.Text, "null").At(typ.Pos)
		for _, e := range list.Elems {
			e.Pos = typ.Pos
		}
		n.Set("type", list)
	}
	return n
}

// orNull returns anyOf [n, null].
func orNull(n *schema.Node) *schema.Node {
	if n.Kind != schema.Object || len(n.Members) == 0 {
		return n
	}
	if any := n.Get("anyOf"); any != nil && len(n.Members) == 1 {
		for _, e := range any.Elems {
			if e.Get("type").StringValue() == "null" {
				return n
			}
		}
		any.Elems = append(any.Elems, null(n))
		return n
	}
	out := schema.NewObject().At(n.Pos)
	out.Type = n.Type
	out.Set("anyOf", schema.NewArray(n, null(n)).At(n.Pos))
	return out
}

// null returns the schema of null with the position of n.
func null(n *schema.Node) *schema.Node {
	out := schema.NewObject().At(n.Pos)
	out.Set("type", schema.NewString("null").At(n.Pos))
	return out
}
