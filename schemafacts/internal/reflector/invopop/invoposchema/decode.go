package invoposchema

import (
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/schemastruct"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// decoded are the fields of a Schema that its UnmarshalJSON sets. Values of any type have
// the types that encoding/json gives them. Only the fork has a field for a list of types.
var decoded = func() (out []schemastruct.Field) {
	for _, f := range invopop.Keywords {
		switch f.Kind {
		case schemastruct.Extra:
			continue
		case schemastruct.Loose, schemastruct.LooseList:
			f.Kind = schemastruct.Anys
		}
		out = append(out, f)
	}
	return append(out, schemastruct.Field{Name: "TypeEnhanced", Keyword: "type", Kind: schemastruct.Texts})
}()

// Decode decodes JSON into a Schema, as its UnmarshalJSON does: keywords without a field
// are lost.
func (s *Schemas) Decode(n *schema.Node, t types.Type) (value.Value, bool) {
	if !ir.IsNamed(t, s.path, "Schema") {
		return nil, false
	}
	out := value.NewUnknown("JSON decoded into a schema", n.Pos, t)
	st := value.NewStruct(t, n.Pos)
	if st == nil || !s.known || !fits(st, n) {
		return out, true
	}
	mk := newMaker(t)
	mk.Fields = decoded
	switch v := mk.New(n).(type) {
	case *value.Ptr:
		return v.Load(), true
	case *value.Unknown:
		out.Reason, out.Pos = v.Reason, v.Pos
	}
	return out, true
}

// fits reports whether UnmarshalJSON accepts a schema and finds each keyword by its exact
// name. st is any schema.
func fits(st *value.Struct, n *schema.Node) bool {
	sub := func(n *schema.Node) bool { return n.Kind == schema.Null || fits(st, n) }
	switch n.Kind {
	case schema.Unresolved, schema.Bool:
		return true
	case schema.Object:
		return !slices.ContainsFunc(slices.Concat(n.Members, n.Perhaps()), func(m schema.Member) bool { return !keywordFits(st, m, sub) })
	}
	return false
}

func keywordFits(st *value.Struct, m schema.Member, sub func(*schema.Node) bool) bool {
	named := func(f schemastruct.Field) bool { return strings.EqualFold(f.Keyword, m.Name) }
	i := slices.IndexFunc(decoded, named)
	if i < 0 {
		return true
	}
	f, v := decoded[i], m.Value
	if v.Kind == schema.Array && schemastruct.FieldType(st, "TypeEnhanced") != nil && m.Name == "type" {
		f = decoded[len(decoded)-1]
	}
	isText := func(n *schema.Node) bool { return n.Kind == schema.String }
	switch {
	case f.Keyword != m.Name:
		return false
	case m.Name == "type" && v.Kind == schema.Array: // versions print an empty list differently
		return f.Kind == schemastruct.Texts && len(v.Elems) > 0 && !slices.ContainsFunc(v.Elems, func(e *schema.Node) bool { return !isText(e) })
	case m.Name == "type":
		return isText(v) || v.Kind == schema.Unresolved
	case v.Kind == schema.Null || v.Kind == schema.Unresolved:
		return true
	case f.Kind == schemastruct.Schema:
		return sub(v)
	case f.Kind == schemastruct.Schemas:
		return v.Kind == schema.Array && !slices.ContainsFunc(v.Elems, func(e *schema.Node) bool { return !sub(e) })
	case f.Kind == schemastruct.SchemaMap, f.Kind == schemastruct.Ordered:
		return v.Kind == schema.Object && !slices.ContainsFunc(v.Members, func(m schema.Member) bool { return !sub(m.Value) })
	}
	return gojson.Fitting(v, schemastruct.FieldType(st, f.Name)) == gojson.Fits
}
