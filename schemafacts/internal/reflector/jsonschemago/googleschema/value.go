package googleschema

import (
	"go/constant"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Pointer returns a pointer to a Schema, which is the type t, that holds n, as
// For returns it, so that source can go on changing it.
func (s *Schemas) Pointer(n *schema.Node, t types.Type) eval.Value {
	pt := types.NewPointer(t)
	if n.Kind == schema.Unresolved {
		return &eval.Unknown{Reason: n.Text, Pos: n.Pos, T: pt}
	}
	st := eval.NewStruct(t, n.Pos)
	if st == nil {
		return &eval.Unknown{Reason: "a schema whose type is not visible", Pos: n.Pos, T: pt}
	}
	st.Go = n.Type
	p := &eval.Ptr{T: pt, C: eval.NewCell(st), Pos: n.Pos}
	if n.Kind == schema.Bool {
		if n.IsFalse() {
			st.SetField("Not", s.Pointer(schema.NewObject().At(n.Pos), t))
		}
		return p
	}
	for _, m := range n.Members {
		s.setKeyword(st, m.Name, m.Value, t)
	}
	return p
}

// setKeyword sets the field of a schema that holds a keyword.
func (s *Schemas) setKeyword(st *eval.Struct, name string, v *schema.Node, t types.Type) {
	set := func(field string, val eval.Value) {
		if val == nil || !st.SetField(field, val) {
			return
		}
	}
	switch name {
	case "type":
		if v.Kind == schema.Array {
			set("Types", s.plain(v, fieldType(st, "Types")))
		} else {
			set("Type", s.plain(v, types.Typ[types.String]))
		}
		return
	case "properties":
		set("Properties", s.schemaMap(v, fieldType(st, "Properties"), t))
		var order []eval.Value
		for _, m := range v.Members {
			order = append(order, eval.NewString(m.Name, m.Value.Pos))
		}
		if ot := fieldType(st, "PropertyOrder"); ot != nil {
			set("PropertyOrder", eval.NewSlice(ot, v.Pos, order...))
		}
		return
	case "items":
		if v.Kind == schema.Array {
			set("ItemsArray", s.schemaSlice(v, fieldType(st, "ItemsArray"), t))
		} else {
			set("Items", s.Pointer(v, t))
		}
		return
	case "default":
		ft := fieldType(st, "Default")
		set("Default", &eval.Const{V: constant.MakeString(string(v.JSON())), T: ft, Pos: v.Pos})
		return
	}
	field := fieldByKeyword(st, name)
	if field == "" {
		s.setExtra(st, name, v)
		return
	}
	ft := fieldType(st, field)
	switch u := types.Unalias(ft).Underlying().(type) {
	case *types.Map:
		set(field, s.schemaMap(v, ft, t))
	case *types.Pointer:
		switch elem := types.Unalias(u.Elem()).Underlying().(type) {
		case *types.Struct:
			set(field, s.Pointer(v, t))
		default:
			_ = elem
			set(field, &eval.Ptr{T: ft, C: eval.NewCell(s.plain(v, u.Elem())), Pos: v.Pos})
		}
	case *types.Slice:
		if _, ok := types.Unalias(u.Elem()).Underlying().(*types.Pointer); ok {
			set(field, s.schemaSlice(v, ft, t))
		} else {
			set(field, s.plain(v, ft))
		}
	default:
		set(field, s.plain(v, ft))
	}
}

func (s *Schemas) setExtra(st *eval.Struct, name string, v *schema.Node) {
	ft := fieldType(st, "Extra")
	if ft == nil {
		return
	}
	mp, ok := st.Field("Extra").(*eval.Map)
	if !ok {
		mp = eval.NewMap(ft, v.Pos)
		st.SetField("Extra", mp)
	}
	mp.Put(eval.NewString(name, v.Pos), s.plain(v, types.Universe.Lookup("any").Type()))
}

func (s *Schemas) schemaMap(v *schema.Node, mt, t types.Type) eval.Value {
	mp := eval.NewMap(mt, v.Pos)
	for _, m := range v.Members {
		mp.Put(eval.NewString(m.Name, m.Value.Pos), s.Pointer(m.Value, t))
	}
	return mp
}

func (s *Schemas) schemaSlice(v *schema.Node, st, t types.Type) eval.Value {
	var vals []eval.Value
	for _, e := range v.Elems {
		vals = append(vals, s.Pointer(e, t))
	}
	return eval.NewSlice(st, v.Pos, vals...)
}

// plain returns a JSON value as the Go value that encoding/json makes of it.
func (s *Schemas) plain(v *schema.Node, t types.Type) eval.Value { return gojson.FromJSON(v, t) }

func fieldType(st *eval.Struct, name string) types.Type {
	for i := range st.NumFields() {
		if f, _ := st.FieldVar(i); f.Name() == name {
			return f.Type()
		}
	}
	return nil
}

// fieldByKeyword returns the name of the field with the tag json:"name".
func fieldByKeyword(st *eval.Struct, name string) string {
	for i := range st.NumFields() {
		f, tag := st.FieldVar(i)
		if gojson.JSONName(f.Name(), tag) == name && f.Exported() {
			return f.Name()
		}
	}
	return ""
}
