package googleschema

import (
	"go/constant"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Pointer returns a pointer to a Schema of type t with the contents of n, as For
// returns it. The program can change it.
func (s *Schemas) Pointer(n *schema.Node, t types.Type) value.Value {
	return builder{t: t, inferred: true}.pointer(n)
}

// builder converts documents to schemas, which are values of the type t.
type builder struct {
	t types.Type
	// inferred reports whether the library inferred the document from a type: the
	// properties then have the order of the fields. Decoded properties have no order.
	inferred bool
}

func (b builder) pointer(n *schema.Node) value.Value {
	pt := types.NewPointer(b.t)
	if n.Kind == schema.Unresolved {
		return &value.Unknown{Reason: n.Text, Pos: n.Pos, T: pt}
	}
	st := value.NewStruct(b.t, n.Pos)
	if st == nil {
		return &value.Unknown{Reason: "a schema of a type that is not loaded", Pos: n.Pos, T: pt}
	}
	st.Go = n.Type
	p := &value.Ptr{T: pt, C: value.NewCell(st), Pos: n.Pos}
	if n.Kind == schema.Bool {
		if n.IsFalse() {
			st.SetField("Not", b.pointer(schema.NewObject().At(n.Pos)))
		}
		return p
	}
	for _, m := range n.Members {
		b.setKeyword(st, m.Name, m.Value)
	}
	return p
}

// setKeyword sets the field of a schema for a keyword.
func (b builder) setKeyword(st *value.Struct, name string, v *schema.Node) {
	field := fieldByKeyword(st, name)
	switch name {
	case "type":
		field = "Type"
		if v.Kind == schema.Array {
			field = "Types"
		}
	case "properties":
		field = "Properties"
		if ot := fieldType(st, "PropertyOrder"); ot != nil && b.inferred {
			var order []value.Value
			for _, m := range v.Members {
				order = append(order, value.NewString(m.Name, m.Value.Pos))
			}
			st.SetField("PropertyOrder", value.NewSlice(ot, v.Pos, order...))
		}
	case "items":
		field = "Items"
		if v.Kind == schema.Array {
			field = "ItemsArray"
		}
	case "dependencies":
		b.setDependencies(st, v)
		return
	case "default":
		st.SetField("Default", &value.Const{V: constant.MakeString(string(v.JSON())), T: fieldType(st, "Default"), Pos: v.Pos})
		return
	}
	if field == "" {
		setExtra(st, name, v)
		return
	}
	if ft := fieldType(st, field); ft != nil {
		st.SetField(field, b.value(v, ft))
	}
}

// setDependencies sets the two fields for the keyword of older drafts: one for schemas,
// one for lists of names.
func (b builder) setDependencies(st *value.Struct, v *schema.Node) {
	for _, field := range []string{"DependencySchemas", "DependencyStrings"} {
		ft := fieldType(st, field)
		if ft == nil {
			setExtra(st, "dependencies", v)
			return
		}
		part := schema.NewObject().At(v.Pos)
		for _, m := range v.Members {
			if (m.Value.Kind == schema.Array) == (field == "DependencyStrings") {
				part.Set(m.Name, m.Value)
			}
		}
		if len(part.Members) > 0 {
			st.SetField(field, b.value(part, ft))
		}
	}
}

// value converts a keyword's value to the type of a field.
func (b builder) value(v *schema.Node, ft types.Type) value.Value {
	switch u := types.Unalias(ft).Underlying().(type) {
	case *types.Map:
		if isPointer(u.Elem()) {
			mp := value.NewMap(ft, v.Pos)
			for _, m := range v.Members {
				mp.Put(value.NewString(m.Name, m.Value.Pos), b.pointer(m.Value))
			}
			return mp
		}
	case *types.Pointer:
		if _, ok := types.Unalias(u.Elem()).Underlying().(*types.Struct); ok {
			return b.pointer(v)
		}
		return &value.Ptr{T: ft, C: value.NewCell(plain(v, u.Elem())), Pos: v.Pos}
	case *types.Slice:
		if isPointer(u.Elem()) {
			var vals []value.Value
			for _, e := range v.Elems {
				vals = append(vals, b.pointer(e))
			}
			return value.NewSlice(ft, v.Pos, vals...)
		}
	}
	return plain(v, ft)
}

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).Underlying().(*types.Pointer)
	return ok
}

func setExtra(st *value.Struct, name string, v *schema.Node) {
	ft := fieldType(st, "Extra")
	if ft == nil {
		return
	}
	mp, ok := st.Field("Extra").(*value.Map)
	if !ok {
		mp = value.NewMap(ft, v.Pos)
		st.SetField("Extra", mp)
	}
	mp.Put(value.NewString(name, v.Pos), plain(v, types.Universe.Lookup("any").Type()))
}

// plain returns the Go value to which encoding/json decodes a JSON value.
func plain(v *schema.Node, t types.Type) value.Value { return gojson.FromJSON(v, t) }

func fieldType(st *value.Struct, name string) types.Type {
	for i := range st.NumFields() {
		if f, _ := st.FieldVar(i); f.Name() == name {
			return f.Type()
		}
	}
	return nil
}

// fieldByKeyword returns the name of the field with the tag json:"name".
func fieldByKeyword(st *value.Struct, name string) string {
	for i := range st.NumFields() {
		f, tag := st.FieldVar(i)
		if f.Name() != name && !strings.Contains(tag, name) && !strings.Contains(tag, `\`) {
			continue // tags are slow to read
		}
		if gojson.JSONName(f.Name(), tag) == name && f.Exported() {
			return f.Name()
		}
	}
	return ""
}
