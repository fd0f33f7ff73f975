package googleschema

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/jsonschemago"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/schemastruct"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Pointer returns a pointer to a Schema of type t with the contents of n, as For
// returns it. The program can change it.
func (s *Schemas) Pointer(n *schema.Node, t types.Type) value.Value {
	return s.maker(t, true).Pointer(n)
}

// maker returns what makes schemas of the type t. inferred reports whether the library
// infers them from a type: the properties then have the order of the fields. Decoded
// properties have no order.
func (s *Schemas) maker(t types.Type, inferred bool) *schemastruct.Maker {
	mk := &schemastruct.Maker{T: t, Fields: jsonschemago.Keywords(s.Version), Extra: "Extra"}
	mk.Bool = func(st *value.Struct, n *schema.Node) bool {
		return n.IsTrue() || st.SetField("Not", mk.Pointer(schema.NewObject().At(n.Pos)))
	}
	if !inferred {
		return mk
	}
	mk.After = func(st *value.Struct, n *schema.Node) {
		props, ot := n.Get("properties"), schemastruct.FieldType(st, "PropertyOrder")
		if props == nil || ot == nil {
			return
		}
		var order []value.Value
		for _, m := range props.Members {
			order = append(order, value.NewString(m.Name, m.Value.Pos))
		}
		st.SetField("PropertyOrder", value.NewSlice(ot, props.Pos, order...))
	}
	return mk
}
