package googleschema

import (
	"github.com/schemavet/schemavet/schemafacts/dialect"
	"github.com/schemavet/schemavet/schemafacts/engine/jsonschemago"
	"github.com/schemavet/schemavet/schemafacts/eval"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Encode prints a jsonschema.Schema that source has built or changed, as its
// MarshalJSON does.
func (s *Schemas) Encode(e *eval.Encoder, v eval.Value) (*schema.Node, bool) {
	st, ok := v.(*eval.Struct)
	if !ok || !dialect.IsNamed(st.T, Path, "Schema") {
		return nil, false
	}
	if why := st.Unseen(); why != nil {
		return schema.NewUnresolved(why.Reason, why.Pos), true
	}
	n := schema.NewObject().At(st.Pos)
	n.Type = st.Go
	n.EscapeHTML = true
	for _, k := range jsonschemago.Keywords(s.Version) {
		f := st.Field(k.Field)
		if f == nil || eval.IsEmpty(f) && !s.keeps(k.Field, f) {
			continue
		}
		n.Members = append(n.Members, schema.Member{Name: k.JSON, Value: e.Encode(f)})
	}
	order, ok := propertyOrder(st)
	if !ok {
		return schema.NewUnresolved("an order of properties that is not known", st.Pos), true
	}
	n, err := jsonschemago.Finish(n, s.extra(e, st), order, s.Version)
	if err != nil {
		e.Fail(err.Error(), st.Pos)
		return schema.NewUnresolved(err.Error(), st.Pos), true
	}
	return n, true
}

// keeps reports whether a field is printed although encoding/json calls it
// empty: a map of properties without entries, since v0.4.2.
func (s *Schemas) keeps(field string, v eval.Value) bool {
	_, isMap := v.(*eval.Map)
	return field == "Properties" && isMap && s.Version >= jsonschemago.V0_4_2
}

// extra returns the keywords in the field Extra, sorted as a map is.
func (s *Schemas) extra(e *eval.Encoder, st *eval.Struct) *schema.Node {
	f := st.Field("Extra")
	if f == nil || eval.IsEmpty(f) {
		return nil
	}
	return e.Encode(f)
}

func propertyOrder(st *eval.Struct) ([]string, bool) {
	f := st.Field("PropertyOrder")
	if f == nil {
		return nil, true
	}
	return eval.StringsOf(f)
}
