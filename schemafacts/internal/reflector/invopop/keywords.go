package invopop

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Form is how the value of a keyword is encoded.
type Form int

const (
	Text       Form = iota // string; "" is omitted
	Flag                   // bool; false is omitted
	Size                   // *uint64
	Decimal                // json.Number
	Any                    // any; nil is omitted
	AnyList                // []any
	TextList               // []string
	TextLists              // map[string][]string
	Schema                 // *Schema
	SchemaList             // []*Schema
	SchemaMap              // map[string]*Schema
	Ordered                // ordered map of *Schema; encoded even if empty
	Extra                  // map[string]any, encoded as members of the schema
)

// Keyword is a field of jsonschema.Schema.
type Keyword struct {
	Field string // the Go field
	JSON  string // the name of the member
	Form  Form
}

// ExtrasKey is the member that holds the field Extras, which has no name in JSON, in a
// schema before it is marshalled.
const ExtrasKey = "\x00extras"

// Keywords returns the fields of jsonschema.Schema in the order in which they are
// encoded, which is the same in all supported versions.
func Keywords() []Keyword { return append([]Keyword(nil), keywords...) }

var keywords = []Keyword{
	{"Version", "$schema", Text},
	{"ID", "$id", Text},
	{"Anchor", "$anchor", Text},
	{"Ref", "$ref", Text},
	{"DynamicRef", "$dynamicRef", Text},
	{"Definitions", "$defs", SchemaMap},
	{"Comments", "$comment", Text},
	{"AllOf", "allOf", SchemaList},
	{"AnyOf", "anyOf", SchemaList},
	{"OneOf", "oneOf", SchemaList},
	{"Not", "not", Schema},
	{"If", "if", Schema},
	{"Then", "then", Schema},
	{"Else", "else", Schema},
	{"DependentSchemas", "dependentSchemas", SchemaMap},
	{"PrefixItems", "prefixItems", SchemaList},
	{"Items", "items", Schema},
	{"Contains", "contains", Schema},
	{"Properties", "properties", Ordered},
	{"PatternProperties", "patternProperties", SchemaMap},
	{"AdditionalProperties", "additionalProperties", Schema},
	{"PropertyNames", "propertyNames", Schema},
	{"Type", "type", Text},
	{"Enum", "enum", AnyList},
	{"Const", "const", Any},
	{"MultipleOf", "multipleOf", Decimal},
	{"Maximum", "maximum", Decimal},
	{"ExclusiveMaximum", "exclusiveMaximum", Decimal},
	{"Minimum", "minimum", Decimal},
	{"ExclusiveMinimum", "exclusiveMinimum", Decimal},
	{"MaxLength", "maxLength", Size},
	{"MinLength", "minLength", Size},
	{"Pattern", "pattern", Text},
	{"MaxItems", "maxItems", Size},
	{"MinItems", "minItems", Size},
	{"UniqueItems", "uniqueItems", Flag},
	{"MaxContains", "maxContains", Size},
	{"MinContains", "minContains", Size},
	{"MaxProperties", "maxProperties", Size},
	{"MinProperties", "minProperties", Size},
	{"Required", "required", TextList},
	{"DependentRequired", "dependentRequired", TextLists},
	{"Format", "format", Text},
	{"ContentEncoding", "contentEncoding", Text},
	{"ContentMediaType", "contentMediaType", Text},
	{"ContentSchema", "contentSchema", Schema},
	{"Title", "title", Text},
	{"Description", "description", Text},
	{"Default", "default", Any},
	{"Deprecated", "deprecated", Flag},
	{"ReadOnly", "readOnly", Flag},
	{"WriteOnly", "writeOnly", Flag},
	{"Examples", "examples", AnyList},
	{"Extras", ExtrasKey, Extra},
}

// Marshal returns what json.Marshal makes of a schema value. n is an object with
// members named after [Keywords], in any order, or a boolean. Its type may be a list,
// which only the fork supports. Errors are of type [*TypeError] with Marshal set. n is
// not changed.
func Marshal(n *schema.Node, v Version) (*schema.Node, error) {
	p := printer{keywords: keywords}
	if v.eino() {
		p.keywords, p.emptyType = typeLast, v == Eino1_0_2
	}
	out, err := p.marshal(n)
	if err != nil {
		return nil, err
	}
	out.EscapeHTML = true
	return out, nil
}

// printer encodes keywords in an order, and an empty type if emptyType is set.
type printer struct {
	keywords  []Keyword
	emptyType bool
}

// typeLast is the order of the fork, which encodes type after the other keywords,
// possibly as a list.
var typeLast = func() []Keyword {
	var out, typ []Keyword
	for _, k := range keywords[:len(keywords)-1] {
		if k.JSON == "type" {
			typ = append(typ, k)
		} else {
			out = append(out, k)
		}
	}
	return append(append(out, typ...), keywords[len(keywords)-1])
}()

func (p printer) marshal(n *schema.Node) (*schema.Node, error) {
	if n.Kind != schema.Object {
		return n.Clone(), nil
	}
	out := &schema.Node{Kind: schema.Object, Pos: n.Pos, Type: n.Type, Reflector: n.Reflector}
	empty := true
	for _, k := range p.keywords {
		v := n.Get(k.JSON)
		if v == nil || k.zero(v) {
			continue
		}
		empty = false
		if k.omitted(v) {
			continue
		}
		v, err := p.value(k, v)
		if err != nil {
			return nil, err
		}
		if k.Form == Extra {
			v.SortMembers()
			out.Members = append(out.Members, v.Members...)
			continue
		}
		out.Members = append(out.Members, schema.Member{Name: k.JSON, Value: v})
	}
	if p.emptyType && !empty && !out.Has("type") {
		i := len(out.Members)
		if extras := n.Get(ExtrasKey); extras != nil {
			i -= len(extras.Members)
		}
		out.Members = slices.Insert(out.Members, i, schema.Member{Name: "type", Value: schema.NewString("").At(n.Pos)})
	}
	if empty {
		out.Kind, out.Text = schema.Bool, "true"
	}
	return out, nil
}

// zero reports whether v is the zero value of the keyword's Go field.
func (k Keyword) zero(v *schema.Node) bool {
	switch {
	case v.Kind == schema.Null:
		return true
	case k.Form == Text:
		return v.Kind == schema.String && v.Text == ""
	case k.Form == Flag:
		return v.IsFalse()
	}
	return false
}

// omitted reports whether a keyword is omitted although it is not the zero value: an
// empty list or map that is not nil.
func (k Keyword) omitted(v *schema.Node) bool {
	switch k.Form {
	case Any, Schema, Ordered, Extra:
		return false
	}
	return v.Kind == schema.Array && len(v.Elems) == 0 || v.Kind == schema.Object && len(v.Members) == 0
}

// value converts the value of a keyword to the form in which the library encodes it.
func (p printer) value(k Keyword, v *schema.Node) (*schema.Node, error) {
	switch k.Form {
	case Schema:
		return p.marshal(v)
	case SchemaList, SchemaMap, Ordered:
		return p.marshalAll(v, k.Form == SchemaMap)
	}
	if err := printable(v); err != nil {
		return nil, err
	}
	v = v.Clone()
	if k.Form == TextLists {
		v.SortMembers()
	}
	return v, nil
}

// marshalAll marshals the schemas in a list or map.
func (p printer) marshalAll(v *schema.Node, sorted bool) (*schema.Node, error) {
	c := *v
	c.Members, c.Elems = nil, nil
	for _, e := range v.Elems {
		e, err := p.marshal(e)
		if err != nil {
			return nil, err
		}
		c.Elems = append(c.Elems, e)
	}
	for _, m := range v.Members {
		e, err := p.marshal(m.Value)
		if err != nil {
			return nil, err
		}
		c.Members = append(c.Members, schema.Member{Name: m.Name, Value: e})
	}
	if sorted {
		c.SortMembers()
	}
	return &c, nil
}

// printable returns an error for a number that is invalid in JSON.
func printable(v *schema.Node) error {
	var err error
	v.Walk(func(_ string, n *schema.Node) bool {
		if n.Kind == schema.Number && !json.Valid([]byte(n.Text)) && err == nil {
			err = &TypeError{
				Msg:     fmt.Sprintf("json: invalid number literal %q", n.Text),
				Pos:     n.Pos,
				Marshal: true,
			}
		}
		return err == nil
	})
	return err
}
