package compat

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Refusal is why a schema rejects a value.
type Refusal struct {
	// Keyword and Want are the assertion that fails and its value. Keyword is "" for
	// the schema false.
	Keyword string
	Want    *schema.Node
	// Path is the JSON pointer to the part of the value that is rejected.
	Path string
	// Got is the rejected part.
	Got *schema.Node
}

// Refuser finds why the parts of one schema reject values.
type Refuser struct {
	root *schema.Node
	doc  *document // nil before the first use
}

// NewRefuser returns a Refuser for a schema. If the schema has unresolved parts, a value
// is rejected only if it is with all possible values of them.
func NewRefuser(root *schema.Node) *Refuser { return &Refuser{root: root} }

func (r *Refuser) document() *document {
	if r.doc == nil {
		r.doc = newDocument(r.root)
	}
	return r.doc
}

// Refuse returns why n, a subschema of the schema, rejects v. It returns nil if n is nil
// or accepts v, or if that is uncertain.
func (r *Refuser) Refuse(n, v *schema.Node) *Refusal {
	if n == nil {
		return nil
	}
	c := validator{steps: maxValidSteps}
	return c.refuse(v, part{n, r.document()}, "")
}

// Dangling reports whether it is certain that a $ref leads to no part of the schema.
func (r *Refuser) Dangling(ref *schema.Node) bool {
	d := r.document()
	base, fragment, _ := strings.Cut(ref.StringValue(), "#")
	if d.resolve(ref) != nil || d.foreign || ref.Kind != schema.String || base != "" && r.root.Has("$id") {
		return false
	}
	if base != "" || !strings.HasPrefix(fragment, "/") {
		return len(r.root.Holes()) == 0
	}
	for {
		fragment = fragment[:strings.LastIndexByte(fragment, '/')]
		if n := r.root.Lookup(fragment); n != nil {
			return n.Kind != schema.Unresolved && n.Partial == nil
		}
	}
}

// String returns what is wrong with the value, as the end of a sentence about it.
func (r *Refusal) String() string {
	text := r.text()
	if r.Path != "" {
		text += fmt.Sprintf(" at %q", strings.TrimPrefix(r.Path, "/"))
	}
	return text
}

func (r *Refusal) text() string {
	switch r.Keyword {
	case "":
		return "has a part that the schema forbids"
	case "type":
		return fmt.Sprintf("has type %s, want %s", kindNames[r.Got.Kind], strings.Join(r.Want.Strings(), " or "))
	case "enum":
		if len(r.Want.Elems) == 0 {
			return fmt.Sprintf("is %s, and the enum allows no value", shorten(r.Got))
		}
		return fmt.Sprintf("is %s, not one of %s", shorten(r.Got), firstValues(r.Want))
	case "uniqueItems":
		return "has an item twice"
	case "pattern":
		return fmt.Sprintf("does not match the pattern %q", r.Want.StringValue())
	case "required":
		for _, name := range r.Want.Strings() {
			if !r.Got.Has(name) {
				return fmt.Sprintf("lacks the required property %q", name)
			}
		}
	}
	if text := limitTexts[r.Keyword]; text != "" {
		return fmt.Sprintf(text, r.Want)
	}
	return "does not fit " + r.Keyword
}

// firstValues returns the first values of an enum.
func firstValues(enum *schema.Node) string {
	const most = 8
	var out []string
	for i, e := range enum.Elems {
		if i == most {
			return strings.Join(out, ", ") + fmt.Sprintf(" and %d more", len(enum.Elems)-most)
		}
		out = append(out, shorten(e))
	}
	return strings.Join(out, ", ")
}

// kindNames are the types of values as schemas name them.
var kindNames = [...]string{
	schema.Null: "null", schema.Bool: "boolean", schema.Number: "number", schema.String: "string", schema.Array: "array", schema.Object: "object",
}

// limitTexts are the texts about keywords whose value is a limit.
var limitTexts = map[string]string{
	"const": "is not the constant %s", "multipleOf": "is not a multiple of %s",
	"minimum": "is less than the minimum %s", "maximum": "is greater than the maximum %s",
	"exclusiveMinimum": "is not greater than %s", "exclusiveMaximum": "is not less than %s",
	"minLength": "is shorter than %s characters", "maxLength": "is longer than %s characters",
	"minItems": "has fewer than %s items", "maxItems": "has more than %s items",
	"minProperties": "has fewer than %s properties", "maxProperties": "has more than %s properties",
}

// refuse finds the innermost assertion that fails.
func (c *validator) refuse(v *schema.Node, p part, path string) *Refusal {
	if c.valid(v, p) != no {
		return nil
	}
	if p.node.IsFalse() {
		return &Refusal{Want: p.node, Path: path, Got: v}
	}
	for _, k := range assertions(p) {
		if c.keyword(v, p, k) != no {
			continue
		}
		if r := c.refuseBelow(v, p, k, path); r != nil {
			return r
		}
		return &Refusal{Keyword: k, Want: p.node.Get(k), Path: path, Got: v}
	}
	return nil
}

// refuseBelow searches the schemas that a keyword applies, if all of them must accept.
func (c *validator) refuseBelow(v *schema.Node, p part, keyword, path string) *Refusal {
	switch keyword {
	case "$ref":
		if t, ok := p.target(); ok {
			return c.refuse(v, t, path)
		}
	case "allOf":
		for _, e := range p.list(keyword) {
			if r := c.refuse(v, e, path); r != nil {
				return r
			}
		}
	case "items", "prefixItems", "additionalItems", "properties", "additionalProperties", "patternProperties":
		children, _ := p.children(v)
		for _, b := range children {
			if r := c.refuse(b.value, b.schema, path+"/"+b.token); r != nil {
				return r
			}
		}
	}
	return nil
}
