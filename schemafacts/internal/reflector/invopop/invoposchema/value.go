package invoposchema

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/schemastruct"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// newMaker returns what makes values of t, the type Schema, from documents in the form
// of invopop.Build.
func newMaker(t types.Type) *schemastruct.Maker {
	mk := &schemastruct.Maker{T: t, Fields: invopop.Keywords}
	mk.Bool = func(st *value.Struct, n *schema.Node) bool {
		b := value.NewCell(value.NewBool(n.IsTrue(), n.Pos))
		return st.SetField("boolean", &value.Ptr{T: types.NewPointer(types.Typ[types.Bool]), C: b, Pos: n.Pos})
	}
	mk.Ordered = func(v *schema.Node, t types.Type) value.Value {
		mp := value.NewMap(propertiesType(t), v.Pos)
		for _, m := range v.Members {
			key := value.NewString(m.Name, m.Value.Pos)
			mp.Put(key, newPair(mp, t, key, mk.Pointer(m.Value)))
		}
		return newOrdered(t, mp)
	}
	return mk
}

// Encode encodes a *Schema as its MarshalJSON does. That method has a pointer receiver,
// so the encoding of a Schema that is not a pointer is unresolved.
func (s *Schemas) Encode(e *gojson.Encoder, v value.Value) (*schema.Node, bool) {
	p, ok := v.(*value.Ptr)
	if !ok {
		st, ok := v.(*value.Struct)
		if !ok || !ir.IsNamed(st.T, s.path, "Schema") {
			return nil, false
		}
		return schema.NewUnresolved("a jsonschema.Schema that is not a pointer", st.Pos), true
	}
	switch t := p.Load().(type) {
	case *value.Struct:
		if !ir.IsNamed(t.T, s.path, "Schema") {
			return nil, false
		}
	case *value.Map:
		if orderedType(p.T) == nil {
			return nil, false
		}
		return ordered(e, t), true
	default:
		return nil, false
	}
	n, err := invopop.Marshal(tree(e.M, p), s.version)
	if err != nil {
		e.Fail(err.Error(), p.Pos)
		return schema.NewUnresolved(err.Error(), p.Pos), true
	}
	return n, true
}

// ordered encodes an ordered map in its order.
func ordered(e *gojson.Encoder, mp *value.Map) *schema.Node {
	return Members(mp, func(pair value.Value) *schema.Node { return e.Encode(pairValue(pair)) })
}

// Members returns the entries of a map as members of an object, in the map's order.
func Members(mp *value.Map, print func(value.Value) *schema.Node) *schema.Node {
	n := schema.NewObject().At(mp.Pos)
	named := true
	open := mp.Entries(func(k, v value.Value, maybe bool) {
		name, ok := value.StringOf(k)
		named = named && ok
		n.Add(schema.Member{Name: name, Value: print(v)}, gojson.Perhaps(maybe))
	})
	switch {
	case !named:
		return schema.NewUnresolved("properties whose names are unknown", mp.Pos)
	case open != nil && !mp.State().Sure:
		return schema.NewUnresolved(open.Reason, open.Pos)
	case open != nil:
		n.Doubt(open.Reason, open.Pos).More = true
	}
	return n
}

// tree returns the schema that v points to in the form that invopop.Marshal takes.
func tree(m *eval.Machine, v value.Value) *schema.Node {
	return (&printer{enc: &gojson.Encoder{M: m}}).schema(v)
}

type printer struct {
	enc   *gojson.Encoder
	depth int
}

func hole(reason string, v value.Value) *schema.Node {
	if u, ok := v.(*value.Unknown); ok {
		return schema.NewUnresolved(u.Reason, u.Pos)
	}
	return schema.NewUnresolved(reason, value.PosOf(v))
}

func (p *printer) schema(v value.Value) *schema.Node {
	if isNil(v) {
		return schema.NewNull()
	}
	st, ok := value.StructOf(v)
	if p.depth++; !ok || p.depth > 100 {
		return hole("an unknown schema", v)
	}
	defer func() { p.depth-- }()
	if why := st.Unseen(); why != nil {
		return schema.NewUnresolved(why.Reason, why.Pos)
	}
	if b := st.Field("boolean"); b != nil && !isNil(b) {
		return p.boolean(b)
	}
	n := schema.NewObject().At(st.Pos)
	if n.Type = st.Go; n.Type != nil {
		n.Reflector = invopop.Path
	}
	for _, k := range invopop.Keywords {
		f := st.Field(k.Name)
		if f == nil {
			return schema.NewUnresolved("a schema of a type that is not loaded", st.Pos)
		}
		if val := p.keyword(k.Kind, f); val != nil {
			n.Members = append(n.Members, schema.Member{Name: k.Keyword, Value: val})
		}
	}
	return p.listOfTypes(st, n)
}

// listOfTypes sets the keyword "type" of n to the list of types in the field
// TypeEnhanced of st, and returns n. Only the fork of the library that cloudwego/eino
// uses has this field. The keyword becomes unresolved if the list is unknown or n
// already has a type.
func (p *printer) listOfTypes(st *value.Struct, n *schema.Node) *schema.Node {
	v := st.Field("TypeEnhanced")
	if v == nil || isNil(v) {
		return n
	}
	list, known := v.(*value.Slice)
	switch typ := n.Get("type"); {
	case known && list.IsNil:
	case known && (typ == nil || typ.Kind == schema.String && typ.Text == ""):
		n.Set("type", p.enc.Encode(list))
	default:
		n.Set("type", hole("both a type and a list of types", v))
	}
	return n
}

func (p *printer) boolean(v value.Value) *schema.Node {
	if ptr, ok := v.(*value.Ptr); ok {
		if b, ok := value.BoolOf(ptr.Load()); ok {
			return schema.NewBool(b).At(ptr.Pos)
		}
	}
	return hole("an unknown schema", v)
}

// keyword returns the value of a keyword, or nil if its field was never set.
func (p *printer) keyword(kind schemastruct.Kind, v value.Value) *schema.Node {
	if s, ok := v.(*value.Slice); ok && s.IsNil || isNil(v) {
		return nil
	}
	switch kind {
	case schemastruct.Schema:
		return p.schema(v)
	case schemastruct.Schemas:
		list, ok := v.(*value.Slice)
		if !ok {
			return hole("unknown schemas", v)
		}
		return gojson.List(list, p.schema)
	case schemastruct.SchemaMap:
		return p.schemas(v, func(e value.Value) value.Value { return e })
	case schemastruct.Ordered:
		mp, ok := orderedMap(v)
		if !ok {
			return hole("unknown properties", v)
		}
		return p.schemas(mp, pairValue)
	case schemastruct.Decimal:
		text, ok := value.StringOf(v)
		if !ok {
			return hole("an unknown number", v)
		}
		if text == "" {
			return nil
		}
		return schema.NewNumber(text).At(value.PosOf(v))
	case schemastruct.Loose, schemastruct.Extra:
		return p.enc.Encode(v)
	}
	n, _ := p.enc.Filled(v) // an empty one is omitted
	return n
}

// schemas returns the schemas in a map, in its order. get returns the schema of an
// entry.
func (p *printer) schemas(v value.Value, get func(value.Value) value.Value) *schema.Node {
	mp, ok := v.(*value.Map)
	if !ok {
		return hole("unknown schemas", v)
	}
	return Members(mp, func(v value.Value) *schema.Node { return p.schema(get(v)) })
}
