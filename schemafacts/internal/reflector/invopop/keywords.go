package invopop

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/reflector/schemastruct"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// ExtrasKey is the member that holds the field Extras, which has no name in JSON, in a
// schema before it is marshalled.
const ExtrasKey = "\x00extras"

// Keywords are the fields of jsonschema.Schema in the order in which they are encoded,
// which is the same in all supported versions.
var Keywords = schemastruct.Fields(`Version=$schema ID=$id Anchor=$anchor Ref=$ref DynamicRef=$dynamicRef Definitions=$defs Comments=$comment
	AllOf AnyOf OneOf Not If Then Else DependentSchemas PrefixItems Items Contains Properties/ordered PatternProperties AdditionalProperties
	PropertyNames Type Enum/looselist Const/loose MultipleOf/decimal Maximum/decimal ExclusiveMaximum/decimal Minimum/decimal
	ExclusiveMinimum/decimal MaxLength MinLength Pattern MaxItems MinItems UniqueItems MaxContains MinContains MaxProperties MinProperties
	Required DependentRequired Format ContentEncoding ContentMediaType ContentSchema Title Description Default/loose Deprecated ReadOnly
	WriteOnly Examples/looselist Extras=` + ExtrasKey + `/extra`)

// Marshal returns what json.Marshal makes of a schema value. n is an object with
// members named after [Keywords], in any order, or a boolean. Its type may be a list,
// which only the fork supports. Errors are of type [*TypeError] with Marshal set. n is
// not changed.
func Marshal(n *schema.Node, v Version) (*schema.Node, error) {
	p := printer{keywords: Keywords}
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
	keywords  []schemastruct.Field
	emptyType bool
}

// typeLast is the order of the fork, which encodes type after the other keywords,
// possibly as a list.
var typeLast = func() []schemastruct.Field {
	i := slices.IndexFunc(Keywords, func(k schemastruct.Field) bool { return k.Keyword == "type" })
	out := slices.Delete(slices.Clone(Keywords), i, i+1)
	return slices.Insert(out, len(out)-1, Keywords[i])
}()

func (p printer) marshal(n *schema.Node) (*schema.Node, error) {
	if n.Kind != schema.Object {
		return n.Clone(), nil
	}
	out := &schema.Node{Kind: schema.Object, Pos: n.Pos, Type: n.Type, Reflector: n.Reflector}
	empty := true
	for _, k := range p.keywords {
		v := n.Get(k.Keyword)
		if v == nil || zero(k.Kind, v) {
			continue
		}
		empty = false
		empties := omitted(k.Kind, v)
		if empties && v.Partial == nil {
			continue
		}
		v, err := p.value(k.Kind, v)
		if err != nil {
			return nil, err
		}
		why := ""
		if empties {
			why = v.Partial.Reason
		}
		if k.Kind != schemastruct.Extra {
			out.Add(schema.Member{Name: k.Keyword, Value: v}, why)
			continue
		}
		if v.Open() { // any keyword
			h := v.Holes()[0]
			return schema.NewUnresolved(h.Reason, h.Pos), nil
		}
		v.SortMembers()
		out.Members = append(out.Members, v.Members...)
		for _, m := range v.Perhaps() {
			out.Add(m, v.Partial.Reason)
		}
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
func zero(kind schemastruct.Kind, v *schema.Node) bool {
	switch {
	case v.Kind == schema.Null:
		return true
	case kind == schemastruct.Text:
		return v.Kind == schema.String && v.Text == ""
	case kind == schemastruct.Flag:
		return v.IsFalse()
	}
	return false
}

// omitted reports whether a keyword is omitted although it is not the zero value: an
// empty list or map that is not nil.
func omitted(kind schemastruct.Kind, v *schema.Node) bool {
	switch kind {
	case schemastruct.Loose, schemastruct.Schema, schemastruct.Ordered, schemastruct.Extra:
		return false
	}
	return v.Kind == schema.Array && len(v.Elems) == 0 || v.Kind == schema.Object && len(v.Members) == 0
}

// value converts the value of a keyword to the form in which the library encodes it.
func (p printer) value(kind schemastruct.Kind, v *schema.Node) (*schema.Node, error) {
	switch kind {
	case schemastruct.Schema:
		return p.marshal(v)
	case schemastruct.Schemas, schemastruct.SchemaMap, schemastruct.Ordered:
		return p.marshalAll(v, kind == schemastruct.SchemaMap)
	}
	if err := printable(v); err != nil {
		return nil, err
	}
	v = v.Clone()
	if kind == schemastruct.TextLists {
		v.SortMembers()
	}
	return v, nil
}

// marshalAll marshals the schemas in a list or map.
func (p printer) marshalAll(v *schema.Node, sorted bool) (*schema.Node, error) {
	var failed error
	c := v.Map(func(n *schema.Node) *schema.Node {
		n, err := p.marshal(n)
		failed = cmp.Or(failed, err)
		return n
	})
	if sorted {
		c.SortMembers()
	}
	return c, failed
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
