package compat

import (
	"strconv"

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

// NewRefuser returns a Refuser for a schema, which must not have unresolved parts.
func NewRefuser(root *schema.Node) *Refuser { return &Refuser{root: root} }

// Refuse returns why the subschema at a JSON pointer rejects v. It returns nil if the
// subschema accepts v or if that is uncertain.
func (r *Refuser) Refuse(pointer string, v *schema.Node) *Refusal {
	n := r.root.Lookup(pointer)
	if n == nil {
		return nil
	}
	if r.doc == nil {
		r.doc = newDocument(r.root)
	}
	c := validator{steps: maxValidSteps}
	return c.refuse(v, part{n, r.doc}, "")
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
	case "items", "prefixItems", "additionalItems":
		prefix, rest := p.tuple()
		for i, e := range v.Elems {
			s := p.sub(rest)
			if i < len(prefix) {
				s = prefix[i]
			}
			if s.node != nil {
				if r := c.refuse(e, s, path+"/"+strconv.Itoa(i)); r != nil {
					return r
				}
			}
		}
	case "properties", "additionalProperties", "patternProperties":
		for _, m := range v.Members {
			schemas, _ := memberSchemas(p, m.Name)
			for _, s := range schemas {
				if r := c.refuse(m.Value, s, path+"/"+schema.EscapeToken(m.Name)); r != nil {
					return r
				}
			}
		}
	}
	return nil
}
