package compat

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// comparer compares two schemas for equality, except for annotations, the order of
// unordered parts, and the names of definitions.
type comparer struct {
	// seen are the answers. A pair that is being compared counts as equal, so that
	// recursive schemas can be equal.
	seen map[[2]*schema.Node]bool
	// equal are the pairs that count as equal, in the order of their comparison. Pairs
	// after a pair may depend on it.
	equal [][2]*schema.Node
}

func newComparer() *comparer { return &comparer{seen: map[[2]*schema.Node]bool{}} }

func (c *comparer) same(a, b part) bool {
	key := [2]*schema.Node{a.node, b.node}
	if r, ok := c.seen[key]; ok {
		return r
	}
	start := len(c.equal)
	c.seen[key], c.equal = true, append(c.equal, key)
	if c.compare(a, b) {
		return true
	}
	for _, k := range c.equal[start:] {
		delete(c.seen, k)
	}
	c.equal = c.equal[:start]
	c.seen[key] = false
	return false
}

func (c *comparer) compare(a, b part) bool {
	if a.node.Kind != schema.Object || b.node.Kind != schema.Object {
		return a.node.Kind == b.node.Kind && schema.Equal(a.node, b.node)
	}
	ka, kb := assertions(a), assertions(b)
	ta, oka := a.target()
	tb, okb := b.target()
	switch {
	case oka && okb:
		if !c.same(ta, tb) {
			return false
		}
		ka, kb = without(ka, "$ref"), without(kb, "$ref")
	case oka && len(ka) == 1:
		return c.same(ta, b)
	case okb && len(kb) == 1:
		return c.same(a, tb)
	}
	if len(ka) != len(kb) {
		return false
	}
	for _, k := range ka {
		if !slices.Contains(kb, k) || !c.keyword(k, a, b) {
			return false
		}
	}
	return true
}

// assertions returns the keywords of a schema that affect the comparison.
func assertions(p part) []string {
	if p.refOnly() {
		return []string{"$ref"}
	}
	var out []string
	for _, m := range p.node.Members {
		if !isAnnotation(m.Name) && !slices.Contains(out, m.Name) {
			out = append(out, m.Name)
		}
	}
	return out
}

func without(names []string, name string) []string {
	return slices.DeleteFunc(names, func(n string) bool { return n == name })
}

// keyword compares the values of one keyword that both schemas have.
func (c *comparer) keyword(keyword string, a, b part) bool {
	va, vb := a.sub(a.node.Get(keyword)), b.sub(b.node.Get(keyword))
	if va.node.Kind != vb.node.Kind {
		return keyword != "type" && schema.KeywordPlace(keyword) == schema.Sub && c.same(va, vb)
	}
	switch schema.KeywordPlace(keyword) {
	case schema.Sub:
		if va.node.Kind == schema.Array {
			return c.sameList(va, vb, true)
		}
		return c.same(va, vb)
	case schema.SubList:
		return c.sameList(va, vb, keyword == "prefixItems")
	case schema.SubMap:
		return c.sameMap(va, vb)
	}
	switch keyword {
	case "type", "enum", "required":
		return sameSet(va.node, vb.node)
	}
	return schema.Equal(va.node, vb.node)
}

func (c *comparer) sameMap(a, b part) bool {
	if a.node.Kind != schema.Object {
		return schema.Equal(a.node, b.node)
	}
	if len(a.node.Members) != len(b.node.Members) {
		return false
	}
	for _, m := range a.node.Members {
		w := b.doc.get(b.node, m.Name)
		switch {
		case w == nil:
			return false
		case m.Value.Kind == schema.Array || w.Kind == schema.Array:
			if !sameSet(m.Value, w) {
				return false
			}
		case !c.same(a.sub(m.Value), b.sub(w)):
			return false
		}
	}
	return true
}

func (c *comparer) sameList(a, b part, ordered bool) bool {
	if a.node.Kind != schema.Array || len(a.node.Elems) != len(b.node.Elems) {
		return a.node.Kind != schema.Array && schema.Equal(a.node, b.node)
	}
	rest := slices.Clone(b.node.Elems)
	for i, e := range a.node.Elems {
		j := 0
		if ordered {
			if !c.same(a.sub(e), b.sub(b.node.Elems[i])) {
				return false
			}
			continue
		}
		if j = slices.IndexFunc(rest, func(r *schema.Node) bool { return c.same(a.sub(e), b.sub(r)) }); j < 0 {
			return false
		}
		rest = slices.Delete(rest, j, j+1)
	}
	return true
}

func sameSet(a, b *schema.Node) bool {
	if a.Kind != schema.Array || b.Kind != schema.Array {
		return schema.Equal(a, b)
	}
	return len(a.Elems) == len(b.Elems) && allIn(a.Elems, b.Elems) && allIn(b.Elems, a.Elems)
}

// allIn reports whether a list contains all values of another one.
func allIn(values, list []*schema.Node) bool {
	texts := map[string]bool{}
	var others []*schema.Node
	for _, w := range list {
		if w.Kind == schema.String {
			texts[w.Text] = true
		} else {
			others = append(others, w)
		}
	}
	return !slices.ContainsFunc(values, func(v *schema.Node) bool {
		return !(v.Kind == schema.String && texts[v.Text] || contains(others, v))
	})
}
