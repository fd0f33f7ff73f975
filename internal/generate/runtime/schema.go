package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// document is a compiled JSON Schema.
type document struct {
	root    *node
	schemas int // how many it has
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
	DependentRequired                          map[string][]string
	Items, AdditionalProperties, PropertyNames *node
	PrefixItems, AllOf, AnyOf, OneOf           []*node
	Properties                                 map[string]*node
	Defs                                       map[string]*node `json:"$defs"`

	raw     json.RawMessage
	never   bool // the schema is false
	ref     *node
	enum    map[string]bool // the allowed values by canonical text, nil if all are
	allowed []string        // the same for sentences
	bounds  []bound
	pattern *regexp.Regexp
	format  *format
}

// words is a list of strings, or one string.
type words []string

func (w *words) UnmarshalJSON(text []byte) error {
	if text[0] == '[' {
		return json.Unmarshal(text, (*[]string)(w))
	}
	*w = words{""}
	return json.Unmarshal(text, &(*w)[0])
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

// parts returns the schemas in n.
func (n *node) parts() []*node {
	all := slices.Concat([]*node{n.Items, n.AdditionalProperties, n.PropertyNames}, n.PrefixItems, n.AllOf, n.AnyOf, n.OneOf,
		slices.Collect(maps.Values(n.Properties)), slices.Collect(maps.Values(n.Defs)))
	return slices.DeleteFunc(all, func(n *node) bool { return n == nil })
}

// compile prepares n and the schemas in it.
func (d *document) compile(n *node) (err error) {
	d.schemas++
	if n.Ref != "" {
		if n.ref = d.root.Defs[definition(n.Ref)]; n.Ref == "#" {
			n.ref = d.root
		} else if n.ref == nil {
			return fmt.Errorf("%q leads nowhere", n.Ref)
		}
	}
	if n.Pattern != "" {
		if n.pattern, err = compilePattern(n.Pattern); err != nil {
			return err
		}
	}
	n.format = formats[n.Format]
	if err := n.values(); err != nil {
		return err
	}
	n.bound(n.Minimum, "at least ", func(order int) bool { return order >= 0 })
	n.bound(n.Maximum, "at most ", func(order int) bool { return order <= 0 })
	n.bound(n.ExclusiveMinimum, "greater than ", func(order int) bool { return order > 0 })
	n.bound(n.ExclusiveMaximum, "less than ", func(order int) bool { return order < 0 })
	if unit := parseNumber(n.MultipleOf); unit != nil && unit.Sign() > 0 {
		n.bounds = append(n.bounds, bound{"a multiple of " + n.MultipleOf.String(), func(v *big.Rat) bool { return new(big.Rat).Quo(v, unit).IsInt() }})
	}
	for _, part := range n.parts() {
		if err := d.compile(part); err != nil {
			return err
		}
	}
	return nil
}

// values prepares the keywords enum and const.
func (n *node) values() error {
	if n.Enum != nil {
		n.enum = map[string]bool{}
	}
	all := n.Enum
	if n.Const != nil {
		all = append(all, n.Const)
	}
	for i, text := range all {
		v, err := decode(text)
		if err != nil {
			return err
		}
		if key := canonical(v); i < len(n.Enum) {
			n.enum[key] = true
		} else {
			n.enum, n.allowed = map[string]bool{key: n.Enum == nil || n.enum[key]}, nil
		}
		n.allowed = append(n.allowed, shorten(string(text), 60))
	}
	return nil
}

// bound adds a condition on the order of a value and a limit.
func (n *node) bound(limit json.Number, text string, holds func(order int) bool) {
	if r := parseNumber(limit); r != nil {
		n.bounds = append(n.bounds, bound{text + limit.String(), func(v *big.Rat) bool { return holds(v.Cmp(r)) }})
	}
}

var unicodeEscape = regexp.MustCompile(`\\(\\|u([0-9a-fA-F]{4}))`)

// compilePattern compiles a JavaScript regular expression, if Go supports its syntax.
func compilePattern(pattern string) (*regexp.Regexp, error) {
	return regexp.Compile(unicodeEscape.ReplaceAllStringFunc(pattern, func(s string) string {
		if s == `\\` {
			return s
		}
		return `\x{` + s[2:] + `}`
	}))
}

// schema returns n for people and agents: with the definitions to which it refers.
func (d *document) schema(n *node) json.RawMessage {
	all := map[string]*node{}
	var add func(n *node)
	add = func(n *node) {
		if name := definition(n.Ref); n.ref != nil && all[name] == nil {
			all[name] = n.ref
			add(n.ref)
		}
		for _, part := range n.parts() {
			add(part)
		}
	}
	if add(n); len(all) == 0 || n == d.root {
		return n.raw
	}
	texts := map[string]json.RawMessage{}
	for name, def := range all {
		texts[name] = def.raw
	}
	out := slices.Concat(bytes.TrimSuffix(n.raw, []byte("}")), []byte(`,"$defs":`), must(encode(texts)), []byte("}"))
	return bytes.ReplaceAll(out, []byte(`"$ref":"#"`), []byte(`"$ref":"#/$defs/(root)"`))
}

// definition returns the name of the definition to which a reference refers.
func definition(ref string) string {
	if ref == "#" {
		return "(root)"
	}
	return strings.TrimPrefix(ref, "#/$defs/")
}
