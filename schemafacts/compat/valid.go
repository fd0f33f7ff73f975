package compat

import (
	"math/big"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// verdict says whether a schema accepts a value: no, unsure or yes.
type verdict int8

const (
	no verdict = iota
	unsure
	yes
)

func sure(ok bool) verdict {
	if ok {
		return yes
	}
	return no
}

// maxValidSteps limits the steps of validating one value, because schemas may refer
// to themselves.
const maxValidSteps = 1000

type validator struct {
	steps int
	// lax reports whether unknown keywords assert nothing, as in every validator, and
	// formats are assertions.
	lax bool
	// tolerant reports whether undeclared members are accepted even if they are
	// forbidden.
	tolerant bool
	// active are the references that are being followed, each with its value.
	active [][2]*schema.Node
}

// reference validates the target of a $ref. A reference that leads back to itself for
// the same value asserts nothing.
func (c *validator) reference(v *schema.Node, p part) verdict {
	t, ok := p.target()
	here := [2]*schema.Node{v, t.node}
	if !ok || slices.Contains(c.active, here) {
		return unsure
	}
	c.active = append(c.active, here)
	r := c.valid(v, t)
	c.active = c.active[:len(c.active)-1]
	return r
}

func (c *validator) valid(v *schema.Node, p part) verdict {
	c.steps--
	switch {
	case p.node.IsTrue():
		return yes
	case p.node.IsFalse():
		return no
	case p.node.Kind != schema.Object || c.steps < 0 || v.Kind == schema.Unresolved:
		return unsure
	}
	out := yes
	if p.node.Partial != nil {
		out = unsure
	}
	for _, k := range assertions(p) {
		r := c.keyword(v, p, k)
		if p.node.Partial != nil && applies(k)&(tArray|tObject) != 0 && schema.KeywordPlace(k) != schema.Data {
			r = max(r, unsure) // a keyword that may be there may allow what this one rejects
		}
		if out = min(out, r); out == no {
			break
		}
	}
	return out
}

func (c *validator) keyword(v *schema.Node, p part, keyword string) verdict {
	w := p.node.Get(keyword)
	if w.Kind == schema.Unresolved {
		return unsure
	}
	if w.Partial != nil && keyword != "enum" {
		if keyword == "required" && v.Kind == schema.Object && c.requires(v, w) == no {
			return no
		}
		return unsure
	}
	switch keyword {
	case "$ref":
		return c.reference(v, p)
	case "type":
		return ofType(v, w)
	case "enum":
		return oneOf(v, w.Elems, w)
	case "const":
		return oneOf(v, []*schema.Node{w}, w)
	case "allOf", "anyOf", "oneOf":
		return c.combination(v, p, keyword)
	case "not":
		return yes - c.taut(v, p.sub(w))
	case "format":
		return c.format(v, w.StringValue())
	}
	if applies(keyword) == tAny {
		return c.unknown(keyword)
	}
	if typeOfValue(v)&applies(keyword) == 0 {
		return yes
	}
	limits := &spans{}
	if l, sign := limits.bound(keyword); l != nil {
		r := measure(v)
		if !limits.add(p.node, keyword) || r == nil {
			return unsure
		}
		return sure(within(limit{value: r}, *l, sign))
	}
	switch v.Kind {
	case schema.Object:
		return c.object(v, p, keyword)
	case schema.Array:
		return c.array(v, p, keyword)
	}
	switch keyword {
	case "pattern":
		return p.doc.compile(w.StringValue()).match(v.Text)
	case "multipleOf":
		if r, m := v.Rat(), w.Rat(); r != nil && m != nil && m.Sign() > 0 {
			return sure(new(big.Rat).Quo(r, m).IsInt())
		}
		return unsure
	}
	return c.unknown(keyword)
}

// ofType judges the type of a value by the keyword "type".
func ofType(v, w *schema.Node) verdict {
	set, ok := typesOf(w)
	if typeOfValue(v)&^set == 0 {
		return yes
	}
	if !ok || v.Kind == schema.Number && v.Rat() == nil && set&tNumber != 0 {
		return unsure
	}
	return no
}

// oneOf judges a value by the values of the keyword w.
func oneOf(v *schema.Node, values []*schema.Node, w *schema.Node) verdict {
	if !contains(values, v) && len(w.Holes()) > 0 {
		return unsure
	}
	return sure(contains(values, v))
}

func (c *validator) format(v *schema.Node, name string) verdict {
	f, ok := stringFormats[name]
	switch {
	case !c.lax || !ok && v.Kind == schema.String && otherFormats.MatchString(name):
		return unsure
	case !ok || v.Kind != schema.String:
		return yes
	}
	return f.is(v.Text)
}

// unknown returns the verdict of an unsupported keyword.
func (c *validator) unknown(keyword string) verdict {
	switch keyword {
	case "$dynamicRef", "$recursiveRef", "$dynamicAnchor", "$recursiveAnchor", "extends", "disallow", "if", "then", "else",
		"contains", "minContains", "maxContains", "unevaluatedItems", "unevaluatedProperties":
		return unsure
	}
	if c.lax {
		return yes
	}
	return unsure
}

// taut is the method valid without tolerance, for negated schemas.
func (c *validator) taut(v *schema.Node, p part) verdict {
	was := c.tolerant
	c.tolerant = false
	r := c.valid(v, p)
	c.tolerant = was
	return r
}

// applies returns the types to which a keyword applies.
func applies(keyword string) typeSet {
	switch keyword {
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return tNumber
	case "minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType", "contentSchema":
		return tString
	case "items", "additionalItems", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "minContains",
		"maxContains", "unevaluatedItems":
		return tArray
	case "properties", "patternProperties", "additionalProperties", "required", "minProperties", "maxProperties",
		"propertyNames", "dependencies", "dependentRequired", "dependentSchemas", "unevaluatedProperties":
		return tObject
	}
	return tAny
}

func (c *validator) combination(v *schema.Node, p part, keyword string) verdict {
	var count [yes + 1]int
	for _, e := range p.list(keyword) {
		r := c.valid(v, e)
		if keyword == "oneOf" && c.tolerant && r == yes {
			// Tolerance must not make two branches match.
			if r = c.taut(v, e); r == no {
				r = unsure
			}
		}
		if keyword == "anyOf" && r == yes {
			return yes
		}
		count[r]++
	}
	switch {
	case keyword == "allOf" && count[no] > 0:
		return no
	case keyword == "allOf" && count[unsure] == 0:
		return yes
	case keyword == "allOf":
		return unsure
	case keyword == "oneOf" && count[yes] == 1 && count[unsure] == 0:
		return yes
	case keyword == "oneOf" && count[yes] > 1, count[yes] == 0 && count[unsure] == 0:
		return no
	}
	return unsure
}

// below validates the members or elements of v with the schemas that a keyword and its group
// apply to them.
func (c *validator) below(v *schema.Node, p part, keyword string) verdict {
	group := groupOf(keyword)
	if keyword != group[slices.IndexFunc(group, p.node.Has)] {
		return yes // that keyword validates all of them
	}
	children, exact := p.children(v)
	out := yes
	if !exact {
		out = unsure
	}
	closing := p.node.Get("additionalProperties")
	for _, b := range children {
		if !(c.tolerant && b.schema.node.IsFalse() && b.schema.node == closing) {
			out = min(out, c.valid(b.value, b.schema))
		}
	}
	return out
}

func (c *validator) array(v *schema.Node, p part, keyword string) verdict {
	switch keyword {
	case "uniqueItems":
		if c.steps -= len(v.Elems); c.steps < 0 {
			return unsure // comparing all with all would take long
		}
		out := yes
		for i, e := range v.Elems {
			switch {
			case !p.node.Get(keyword).IsTrue() || !contains(v.Elems[:i], e):
			case len(e.Holes()) > 0:
				out = unsure
			default:
				return no
			}
		}
		return out
	case "items", "prefixItems", "additionalItems":
		return c.below(v, p, keyword)
	}
	return c.unknown(keyword)
}

func (c *validator) object(v *schema.Node, p part, keyword string) verdict {
	w := p.node.Get(keyword)
	switch keyword {
	case "required":
		return c.requires(v, w)
	case "properties", "additionalProperties", "patternProperties":
		return c.below(v, p, keyword)
	case "propertyNames":
		out := yes
		for _, m := range v.Members {
			out = min(out, c.valid(schema.NewString(m.Name), p.sub(w)))
		}
		return out
	case "dependentRequired", "dependentSchemas", "dependencies":
		out := yes
		for _, m := range w.Members {
			if v.Has(m.Name) && m.Value.Kind == schema.Array {
				out = min(out, c.requires(v, m.Value))
			} else if v.Has(m.Name) {
				out = min(out, c.valid(v, p.sub(m.Value)))
			}
		}
		return out
	}
	return c.unknown(keyword)
}

// namesInStep is the number of required names that count as one step.
const namesInStep = 16

// requires reports whether v has all members of a list of names.
func (c *validator) requires(v, names *schema.Node) verdict {
	has := v.Has
	if n := len(names.Elems); n > namesInStep {
		c.steps -= n / namesInStep
		members := make(map[string]bool, len(v.Members))
		for _, m := range v.Members {
			members[m.Name] = true
		}
		has = func(name string) bool { return members[name] }
	}
	out := yes
	for _, e := range names.Elems {
		if e.Kind == schema.Unresolved {
			out = min(out, unsure)
		} else if out = min(out, sure(has(e.StringValue()))); out == no {
			break
		}
	}
	return out
}
