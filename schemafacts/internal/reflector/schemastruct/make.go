package schemastruct

import (
	"go/constant"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Maker makes values of a library's type Schema from documents.
type Maker struct {
	T      types.Type // Schema
	Fields []Field
	// Given are the pointers for some nodes, in place of new schemas.
	Given map[*schema.Node]*value.Ptr
	// Bool sets the fields of st for a document that is true or false, and reports
	// whether st has such fields.
	Bool func(st *value.Struct, n *schema.Node) bool
	// Ordered returns an ordered map of the type t.
	Ordered func(v *schema.Node, t types.Type) value.Value
	// After is called for each schema that is an object with its document. It may be
	// nil.
	After func(st *value.Struct, n *schema.Node)
	// Extra is the name of the field for keywords without a field of their own, or "".
	Extra string
}

// Pointer returns a pointer to the schema for n: a new one unless one is given.
func (mk *Maker) Pointer(n *schema.Node) value.Value {
	if p := mk.Given[n]; p != nil {
		return p
	}
	return mk.New(n)
}

// New returns a pointer to a new schema for n.
func (mk *Maker) New(n *schema.Node) value.Value {
	pt := types.NewPointer(mk.T)
	st := value.NewStruct(mk.T, n.Pos)
	switch {
	case n.Open():
		h := n.Holes()[0]
		return &value.Unknown{Reason: h.Reason, Pos: h.Pos, T: pt}
	case n.Kind == schema.Null:
		return &value.Nil{T: pt, Pos: n.Pos}
	case n.Kind != schema.Object && n.Kind != schema.Bool:
		return &value.Unknown{Reason: "JSON that is not a schema", Pos: n.Pos, T: pt}
	case st == nil || n.Kind == schema.Bool && !mk.Bool(st, n):
		return &value.Unknown{Reason: "a schema of a type that is not loaded", Pos: n.Pos, T: pt}
	}
	st.Go = n.Type
	for _, m := range n.Members {
		mk.set(st, m.Name, m.Value)
	}
	for _, m := range n.Perhaps() {
		mk.set(st, m.Name, schema.NewUnresolved(n.Partial.Reason, n.Partial.Pos))
	}
	if mk.After != nil {
		mk.After(st, n)
	}
	return &value.Ptr{T: pt, C: value.NewCell(st), Pos: n.Pos}
}

// set sets the field for a keyword. If two fields share it, the second one is for lists,
// or for members that are lists.
func (mk *Maker) set(st *value.Struct, keyword string, v *schema.Node) {
	var fields []Field
	for _, f := range mk.Fields {
		if f.Keyword == keyword && FieldType(st, f.Name) != nil {
			fields = append(fields, f)
		}
	}
	put := func(f Field, v *schema.Node) { st.SetField(f.Name, mk.value(f.Kind, v, FieldType(st, f.Name))) }
	switch {
	case len(fields) == 0:
		mk.setExtra(st, keyword, v)
	case len(fields) == 1 || keyword != "dependencies" && v.Kind != schema.Array || v.Kind == schema.Unresolved:
		put(fields[0], v)
	case keyword != "dependencies":
		put(fields[1], v)
	default:
		for i, f := range fields {
			part := schema.NewObject().At(v.Pos)
			if len(v.Holes()) > 0 {
				part = schema.NewUnresolved(v.Holes()[0].Reason, v.Pos) // of which field is unknown
			}
			for _, m := range v.Members {
				if (m.Value.Kind == schema.Array) == (i == 1) {
					part.Set(m.Name, m.Value)
				}
			}
			if len(part.Members) > 0 || part.Kind == schema.Unresolved {
				put(f, part)
			}
		}
	}
}

func (mk *Maker) setExtra(st *value.Struct, keyword string, v *schema.Node) {
	ft := FieldType(st, mk.Extra)
	if ft == nil {
		return
	}
	mp, ok := st.Field(mk.Extra).(*value.Map)
	if !ok {
		mp = value.NewMap(ft, v.Pos)
		st.SetField(mk.Extra, mp)
	}
	mp.Put(value.NewString(keyword, v.Pos), gojson.FromJSON(v, anyType))
}

// FieldType returns the type of a field of st, or nil.
func FieldType(st *value.Struct, name string) types.Type {
	for i := range st.NumFields() {
		if f, _ := st.FieldVar(i); f.Name() == name {
			return f.Type()
		}
	}
	return nil
}

var anyType = types.Universe.Lookup("any").Type()

// value returns the value of a field of type ft for the keyword value v.
func (mk *Maker) value(kind Kind, v *schema.Node, ft types.Type) value.Value {
	if v.Kind == schema.Unresolved {
		return &value.Unknown{Reason: v.Text, Pos: v.Pos, T: ft}
	}
	switch kind {
	case Schema:
		return mk.Pointer(v)
	case Schemas, LooseList:
		elem := mk.Pointer
		if kind == LooseList {
			elem = looseAny
		}
		return gojson.SliceFromJSON(v, ft, elem)
	case SchemaMap, Extra:
		elem := mk.Pointer
		if kind == Extra {
			elem = looseAny
		}
		mp := value.NewMap(ft, v.Pos)
		gojson.FillMap(mp, v, types.Typ[types.String], elem)
		return mp
	case Ordered:
		if v.Partial != nil {
			return &value.Unknown{Reason: v.Partial.Reason, Pos: v.Partial.Pos, T: ft}
		}
		return mk.Ordered(v, ft)
	case Decimal:
		return &value.Const{V: constant.MakeString(v.Text), T: ft, Pos: v.Pos}
	case Raw:
		if holes := v.Holes(); len(holes) > 0 {
			return &value.Unknown{Reason: holes[0].Reason, Pos: holes[0].Pos, T: ft}
		}
		return &value.Const{V: constant.MakeString(string(v.JSON())), T: ft, Pos: v.Pos}
	case Loose:
		return loose(v, ft)
	case Any:
		if p, ok := ft.Underlying().(*types.Pointer); ok { // null is a value
			return &value.Ptr{T: ft, C: value.NewCell(gojson.FromJSON(v, p.Elem())), Pos: v.Pos}
		}
	}
	return gojson.FromJSON(v, ft)
}

func looseAny(v *schema.Node) value.Value { return loose(v, anyType) }

// loose returns a value that a library stores in an interface. The document does not
// show if a number is an int, a float64 or a json.Number there. The value can therefore
// only be encoded.
func loose(v *schema.Node, t types.Type) value.Value {
	switch v.Kind {
	case schema.String, schema.Bool, schema.Unresolved:
		return gojson.FromJSON(v, t)
	}
	return &value.Native{Kind: value.JSONKind, Data: v, T: t, Pos: v.Pos}
}
