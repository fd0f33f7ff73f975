package tools

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// document is a compiled JSON Schema.
type document struct {
	root *node
	top  *node // the one with the arguments: root, or what it refers to
}

// node is one schema of a document. schemavet generate refuses schemas with other
// keywords, so that no restriction is silently ignored.
type node struct {
	Ref                                        string `json:"$ref"`
	Type                                       words
	Description, Format, Pattern               string
	Const, Default                             json.RawMessage
	Enum                                       []json.RawMessage
	Minimum, Maximum                           json.Number
	ExclusiveMinimum, ExclusiveMaximum         json.Number
	MultipleOf                                 json.Number
	MinLength, MaxLength                       *float64
	MinItems, MaxItems                         *float64
	MinProperties, MaxProperties               *float64
	UniqueItems                                bool
	Required                                   []string
	Items, AdditionalProperties, PropertyNames *node
	PrefixItems, AllOf, AnyOf, OneOf           []*node
	Properties                                 map[string]*node
	Defs                                       map[string]*node `json:"$defs"`

	raw     json.RawMessage
	never   bool // the schema is false
	ref     *node
	enum    map[string]bool // the allowed values by canonical text, nil if all are
	bounds  []bound
	pattern *regexp.Regexp
	format  *format
}

// words is a list of strings, or one string.
type words []string

func (w *words) UnmarshalJSON(text []byte) error {
	if text[0] != '[' {
		text = slices.Concat([]byte("["), text, []byte("]"))
	}
	return json.Unmarshal(text, (*[]string)(w))
}

// bound is a condition that numbers must satisfy, such as a maximum.
type bound struct {
	words string // in a sentence: "it must be ..."
	holds func(*big.Rat) bool
}

// compile compiles a schema.
func compile(schema json.RawMessage) (*document, error) {
	d := &document{}
	var text bytes.Buffer
	err := json.Compact(&text, schema)
	if err == nil {
		err = json.Unmarshal(text.Bytes(), &d.root)
	}
	if err == nil {
		err = d.compile(d.root)
	}
	d.top = d.root
	for hops := 0; err == nil && d.top.ref != nil && d.top.Properties == nil && hops < maxDepth; hops++ {
		d.top = d.top.ref
	}
	return d, err
}

// UnmarshalJSON reads a schema, which can be true or false.
func (n *node) UnmarshalJSON(text []byte) error {
	n.raw = bytes.Clone(text)
	n.never = string(text) == "false"
	if n.never || string(text) == "true" {
		return nil
	}
	type keywords node
	return json.Unmarshal(text, (*keywords)(n))
}

// compile prepares n and the schemas in it.
func (d *document) compile(n *node) (err error) {
	for at, hops := n, 0; at.Ref != "" && hops < maxDepth; hops++ {
		if at = d.root.Defs[strings.TrimPrefix(at.Ref, "#/$defs/")]; at == nil {
			return errors.New("a $ref leads nowhere")
		}
		if n.ref == nil {
			n.ref = at
		}
		n.Description = cmp.Or(n.Description, at.Description)
		if n.Default == nil {
			n.Default = at.Default
		}
	}
	if n.pattern, err = regexp.Compile(n.Pattern); err != nil {
		return err
	}
	n.format = formats[n.Format]
	if n.Const != nil && n.Enum != nil {
		return errors.New("enum and const exclude each other")
	} else if n.Const != nil {
		n.Enum = []json.RawMessage{n.Const}
	}
	if n.Enum != nil {
		n.enum = map[string]bool{}
	}
	for _, text := range n.Enum {
		v, _ := decode(text) // it was JSON before
		n.enum[canonical(v)] = true
	}
	n.bound(n.Minimum, "at least ", func(v, limit *big.Rat) bool { return v.Cmp(limit) >= 0 })
	n.bound(n.Maximum, "at most ", func(v, limit *big.Rat) bool { return v.Cmp(limit) <= 0 })
	n.bound(n.ExclusiveMinimum, "greater than ", func(v, limit *big.Rat) bool { return v.Cmp(limit) > 0 })
	n.bound(n.ExclusiveMaximum, "less than ", func(v, limit *big.Rat) bool { return v.Cmp(limit) < 0 })
	n.bound(n.MultipleOf, "a multiple of ", func(v, unit *big.Rat) bool { return unit.Sign() > 0 && new(big.Rat).Quo(v, unit).IsInt() })
	for _, part := range slices.Concat([]*node{n.Items, n.AdditionalProperties, n.PropertyNames}, n.PrefixItems, n.AllOf, n.AnyOf, n.OneOf,
		slices.Collect(maps.Values(n.Properties)), slices.Collect(maps.Values(n.Defs))) {
		if part != nil && err == nil {
			err = d.compile(part)
		}
	}
	return err
}

// bound adds a condition on numbers if limit is set.
func (n *node) bound(limit json.Number, text string, holds func(v, limit *big.Rat) bool) {
	if r := parseNumber(limit); r != nil {
		n.bounds = append(n.bounds, bound{text + limit.String(), func(v *big.Rat) bool { return holds(v, r) }})
	}
}

// schema returns n for people and agents: with the definitions to which it may refer.
func (d *document) schema(n *node) json.RawMessage {
	var root struct {
		Defs json.RawMessage `json:"$defs"`
	}
	if n == d.root || !bytes.Contains(n.raw, []byte(`"$ref":`)) || json.Unmarshal(d.root.raw, &root) != nil || root.Defs == nil {
		return n.raw
	}
	return slices.Concat(bytes.TrimSuffix(n.raw, []byte("}")), []byte(`,"$defs":`), root.Defs, []byte("}"))
}
