package compat

import (
	"math/big"
	"slices"
	"unicode/utf8"

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

// valid reports whether p accepts v. It is unsure about unsupported keywords.
func valid(v *schema.Node, p part) verdict {
	c := validator{steps: maxValidSteps}
	return c.valid(v, p)
}

type validator struct {
	steps int
	// formats reports whether formats are assertions.
	formats bool
	// lax reports whether unknown keywords assert nothing, as in every validator.
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
	case p.node.Kind != schema.Object || c.steps < 0:
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
		all := *w
		all.Partial = nil
		if keyword == "required" && c.object(v, part{&schema.Node{Kind: schema.Object, Members: []schema.Member{{Name: keyword, Value: &all}}}, p.doc}, keyword) == no {
			return no
		}
		return unsure
	}
	switch keyword {
	case "$ref":
		return c.reference(v, p)
	case "type":
		set, ok := typesOf(w)
		if typeOfValue(v)&^set == 0 {
			return yes
		}
		if !ok || v.Kind == schema.Number && rational(v) == nil && set&tNumber != 0 {
			return unsure
		}
		return no
	case "enum", "const":
		values := []*schema.Node{w}
		if keyword == "enum" {
			values = w.Elems
		}
		if !contains(values, v) && len(w.Holes()) > 0 {
			return unsure
		}
		return sure(contains(values, v))
	case "allOf", "anyOf", "oneOf":
		return c.combination(v, p, keyword)
	case "not":
		return yes - c.taut(v, p.sub(w))
	case "if", "then", "else":
		return c.conditional(v, p, keyword)
	case "format":
		return c.format(v, w.StringValue())
	}
	switch {
	case applies(keyword) == tAny:
		return c.unknown(keyword)
	case typeOfValue(v)&applies(keyword) == 0:
		return yes
	case v.Kind == schema.Object:
		return c.object(v, p, keyword)
	case v.Kind == schema.Array:
		return c.array(v, p, keyword)
	}
	if keyword == "contentEncoding" || keyword == "contentMediaType" || keyword == "contentSchema" {
		return c.unknown(keyword)
	}
	return validScalar(v, p, keyword)
}

func (c *validator) format(v *schema.Node, name string) verdict {
	_, ok := stringFormats[name]
	switch {
	case c.formats && ok && v.Kind == schema.String:
		return validFormat(name, v.Text)
	case c.formats && ok:
		return yes
	case !c.formats || v.Kind == schema.String && otherFormats.MatchString(name):
		return unsure
	}
	return c.unknown("format")
}

// unknown returns the verdict of an unsupported keyword.
func (c *validator) unknown(keyword string) verdict {
	switch keyword {
	case "$dynamicRef", "$recursiveRef", "$dynamicAnchor", "$recursiveAnchor", "unevaluatedProperties", "unevaluatedItems", "extends", "disallow":
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

func (c *validator) conditional(v *schema.Node, p part, keyword string) verdict {
	test := p.node.Get("if")
	if keyword != "if" || test == nil {
		return yes // if validates both
	}
	branch := func(name string) verdict {
		if s := p.node.Get(name); s != nil {
			return c.valid(v, p.sub(s))
		}
		return yes
	}
	if !p.node.Has("then") && !p.node.Has("else") {
		return yes
	}
	switch c.taut(v, p.sub(test)) {
	case yes:
		return branch("then")
	case no:
		return branch("else")
	}
	if a, b := branch("then"), branch("else"); a == b {
		return a
	}
	return unsure
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

func validScalar(v *schema.Node, p part, keyword string) verdict {
	n := p.node
	f := &facts{}
	f.addLimit(n, keyword, n.Get(keyword))
	if v.Kind == schema.Number {
		r := rational(v)
		if r == nil {
			return unsure
		}
		for _, m := range f.multiples {
			if !new(big.Rat).Quo(r, m).IsInt() {
				return no
			}
		}
		if keyword != "multipleOf" && rational(n.Get(keyword)) == nil && n.Get(keyword).Kind != schema.Bool {
			return unsure
		}
		at := limit{value: r}
		return sure(within(at, f.lower, 1) && within(at, f.upper, -1))
	}
	switch keyword {
	case "minLength", "maxLength":
		return sure(counted(f.length, utf8.RuneCountInString(v.Text)))
	case "pattern":
		return p.doc.compile(n.Get(keyword).StringValue()).match(v.Text)
	}
	return unsure
}

func counted(s span, n int) bool {
	r := big.NewRat(int64(n), 1)
	return (s.min == nil || r.Cmp(s.min) >= 0) && (s.max == nil || r.Cmp(s.max) <= 0)
}

func (c *validator) array(v *schema.Node, p part, keyword string) verdict {
	f := &facts{}
	f.addLimit(p.node, keyword, p.node.Get(keyword))
	switch keyword {
	case "minItems", "maxItems":
		return sure(counted(f.items, len(v.Elems)))
	case "uniqueItems":
		for i, e := range v.Elems {
			if f.unique && contains(v.Elems[:i], e) {
				return no
			}
		}
		return yes
	case "items", "prefixItems", "additionalItems":
		if keyword != "items" && p.node.Has("items") || keyword == "additionalItems" && p.node.Has("prefixItems") {
			return yes // the other keyword validates both
		}
		if pre := p.node.Get("prefixItems"); pre != nil && (pre.Kind == schema.Unresolved || pre.Partial != nil) {
			return unsure
		}
		out := yes
		prefix, rest := p.tuple()
		for i, e := range v.Elems {
			switch {
			case i < len(prefix):
				out = min(out, c.valid(e, prefix[i]))
			case rest != nil:
				out = min(out, c.valid(e, p.sub(rest)))
			}
		}
		return out
	case "contains":
		return c.contains(v, p)
	case "minContains", "maxContains":
		return yes // contains validates it
	}
	return c.unknown(keyword)
}

func (c *validator) contains(v *schema.Node, p part) verdict {
	var count [yes + 1]int
	for _, e := range v.Elems {
		count[c.taut(e, p.sub(p.node.Get("contains")))]++
	}
	low, high := 1, len(v.Elems)
	for keyword, at := range map[string]*int{"minContains": &low, "maxContains": &high} {
		if w := p.node.Get(keyword); w != nil {
			r := rational(w)
			if r == nil || !r.IsInt() || r.Sign() < 0 {
				return unsure
			}
			*at = floor(r)
		}
	}
	least, most := count[yes], count[yes]+count[unsure]
	switch {
	case least >= low && most <= high:
		return yes
	case most < low, least > high:
		return no
	}
	return unsure
}

func (c *validator) object(v *schema.Node, p part, keyword string) verdict {
	f := &facts{}
	w := p.node.Get(keyword)
	f.addLimit(p.node, keyword, w)
	switch keyword {
	case "minProperties", "maxProperties":
		return sure(counted(f.members, len(v.Members)))
	case "required":
		return c.requires(v, w)
	case "properties", "additionalProperties", "patternProperties":
		if keyword != "properties" && p.node.Has("properties") || keyword == "additionalProperties" && p.node.Has("patternProperties") {
			return yes // the other keyword validates both
		}
		out, closing := yes, p.node.Get("additionalProperties")
		for _, m := range v.Members {
			schemas, exact := memberSchemas(p, m.Name)
			for _, s := range schemas {
				if c.tolerant && s.node.IsFalse() && s.node == closing {
					continue
				}
				out = min(out, c.valid(m.Value, s))
			}
			if !exact {
				out = min(out, unsure)
			}
		}
		return out
	case "propertyNames":
		out := yes
		for _, m := range v.Members {
			out = min(out, c.valid(schema.NewString(m.Name), p.sub(w)))
		}
		return out
	case "dependentRequired", "dependentSchemas", "dependencies":
		return c.dependent(v, p.sub(w))
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

// dependent validates the schemas that depend on the presence of members.
func (c *validator) dependent(v *schema.Node, p part) verdict {
	out := yes
	for _, m := range p.node.Members {
		switch {
		case !v.Has(m.Name):
		case m.Value.Kind == schema.Array:
			out = min(out, c.requires(v, m.Value))
		default:
			out = min(out, c.valid(v, p.sub(m.Value)))
		}
	}
	return out
}
