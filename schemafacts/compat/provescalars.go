package compat

import (
	"math/big"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

func impliesLimit(f *facts, n *schema.Node, keyword string) bool {
	g := &facts{}
	g.addLimit(n, keyword, n.Get(keyword))
	switch keyword {
	case "minimum", "exclusiveMinimum":
		return (g.lower.value != nil || isFlag(n.Get(keyword))) && within(f.lower, g.lower, 1)
	case "maximum", "exclusiveMaximum":
		return (g.upper.value != nil || isFlag(n.Get(keyword))) && within(f.upper, g.upper, -1)
	case "multipleOf":
		return len(g.multiples) == 1 && impliesMultiple(f, g.multiples[0])
	case "minLength":
		return g.length.min != nil && (g.length.min.Sign() <= 0 || f.length.min != nil && f.length.min.Cmp(g.length.min) >= 0)
	case "maxLength":
		return g.length.max != nil && f.length.max != nil && f.length.max.Cmp(g.length.max) <= 0
	case "pattern":
		return slices.Contains(f.patterns, g.patterns[0]) || matchesAll(g.patterns[0])
	}
	return false
}

// withFlag returns a keyword and the keyword that modifies it in draft 4.
func withFlag(keyword string) []string {
	switch keyword {
	case "minimum", "exclusiveMinimum":
		return []string{"minimum", "exclusiveMinimum"}
	case "maximum", "exclusiveMaximum":
		return []string{"maximum", "exclusiveMaximum"}
	}
	return []string{keyword}
}

// isFlag recognizes the exclusiveMinimum of draft 4, a boolean that modifies minimum.
func isFlag(n *schema.Node) bool { return n.Kind == schema.Bool }

func impliesMultiple(f *facts, m *big.Rat) bool {
	if f.types&tFraction == 0 && new(big.Rat).Inv(m).IsInt() {
		return true
	}
	return slices.ContainsFunc(f.multiples, func(k *big.Rat) bool { return new(big.Rat).Quo(k, m).IsInt() })
}

// impliesText compares the strings that patterns and lengths together allow.
func (p *prover) impliesText(f *facts, n *schema.Node, keyword string) bool {
	g := &facts{}
	g.addLimit(n, keyword, n.Get(keyword))
	mine := language{length: f.length}
	for _, s := range f.patterns {
		if compile(s) != nil { // without it, mine only grows
			mine = mine.and(s)
		}
	}
	switch keyword {
	case "minLength", "maxLength":
		if g.length == (span{}) || len(mine.patterns) == 0 {
			return false
		}
	case "pattern":
	default:
		return false
	}
	a := p.same.texts().outside(mine, &language{g.patterns, g.length})
	return a.sure && !a.found
}

// noText reports whether no string satisfies all patterns and length bounds in f.
func (p *prover) noText(f *facts) bool {
	if len(f.patterns) == 0 {
		return false
	}
	mine := language{length: f.length}
	for _, s := range f.patterns {
		if compile(s) != nil {
			mine = mine.and(s)
		}
	}
	a := p.same.texts().outside(mine, nil)
	return a.sure && !a.found
}

// impliesCases reports whether all values of a that satisfy an if satisfy its then, and
// all others its else.
func (p *prover) impliesCases(a conj, b part) bool {
	cases := b.cases()
	for i, keyword := range []string{"then", "else"} {
		if b.node.Has(keyword) && !p.sub(a.and(cases[i].list("allOf")[0]), b.sub(b.node.Get(keyword))) {
			return false
		}
	}
	return true
}

// maxThresholds is the greatest number of bounds at which a proof splits a range of
// numbers.
const maxThresholds = 10

// ranges returns schemas that split the values of f into ranges: of numbers, of lengths
// of strings, or of counts of elements or properties. It splits at the bounds in b, such
// as minimum, if b has branches, such as anyOf, so that b can be proved for each range
// separately. It returns nil if there is nothing to split, or too much.
func (p *prover) ranges(f *facts, b part) []part {
	var low, high limit
	keywords := [2]string{"minimum", "maximum"}
	switch f.types {
	case tInteger, tNumber, tFraction:
		low, high = f.lower, f.upper
	case tString:
		low, high, keywords = limit{value: f.length.min}, limit{value: f.length.max}, [2]string{"minLength", "maxLength"}
	case tArray:
		low, high, keywords = limit{value: f.items.min}, limit{value: f.items.max}, [2]string{"minItems", "maxItems"}
	case tObject:
		low, high, keywords = limit{value: f.members.min}, limit{value: f.members.max}, [2]string{"minProperties", "maxProperties"}
	default:
		return nil
	}
	whole := f.types&tFraction == 0
	var cuts []*big.Rat
	for _, t := range p.thresholds(b, f.types) {
		if !whole || t.IsInt() {
			at := limit{value: t}
			below, above := new(big.Rat).Sub(t, big.NewRat(1, 1)), new(big.Rat).Add(t, big.NewRat(1, 1))
			if whole && within(limit{value: below}, low, 1) && within(at, high, -1) {
				cuts = append(cuts, t) // between t-1 and t
			}
			if whole && within(at, low, 1) && within(limit{value: above}, high, -1) {
				cuts = append(cuts, above)
			}
			if !whole && within(at, low, 1) && within(at, high, -1) && !(low.value != nil && high.value != nil && low.value.Cmp(high.value) == 0) {
				cuts = append(cuts, t)
			}
		}
	}
	slices.SortFunc(cuts, (*big.Rat).Cmp)
	cuts = slices.CompactFunc(cuts, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
	if len(cuts) == 0 || len(cuts) > 2*maxThresholds {
		return nil
	}
	return p.cut(cuts, keywords, whole)
}

// cut returns schemas for the ranges between cuts. Integers are cut below a value; for
// other numbers, the cuts are separate ranges.
func (p *prover) cut(cuts []*big.Rat, keywords [2]string, whole bool) []part {
	var out []part
	add := func(low, high *big.Rat, open bool) {
		n := schema.NewObject()
		names := keywords
		if open {
			names = [2]string{"exclusiveMinimum", "exclusiveMaximum"}
		}
		for i, r := range []*big.Rat{low, high} {
			if r != nil {
				n.Set(names[i], number(r))
			}
		}
		out = append(out, p.once(n))
	}
	var last *big.Rat
	for _, t := range cuts {
		if whole {
			add(last, new(big.Rat).Sub(t, big.NewRat(1, 1)), false)
		} else {
			add(last, t, true)
			add(t, t, false)
		}
		last = t
	}
	add(last, nil, !whole)
	return out
}

// once returns the same part for all schemas with the same text.
func (p *prover) once(n *schema.Node) part {
	key := n.String()
	if q, ok := p.exact[key]; ok {
		return q
	}
	q := part{n, plainDocument}
	p.exact[key] = q
	return q
}

// thresholds returns the numbers in keywords about the types t, such as minimum, if b
// has branches. Between two of these numbers, the same branches accept all values.
func (p *prover) thresholds(b part, t typeSet) []*big.Rat {
	var out []*big.Rat
	choice := false
	for _, q := range spread(b) {
		if q.refOnly() {
			continue
		}
		for _, m := range q.node.Members {
			switch {
			case m.Name == "anyOf", m.Name == "oneOf", m.Name == "not", m.Name == "if":
				choice = true
			case applies(m.Name)&t != 0 && m.Name != "multipleOf" && m.Value.Kind == schema.Number:
				if r := rational(m.Value); r != nil && exact(r) {
					out = append(out, r)
				}
			}
		}
	}
	if !choice || len(out) > maxThresholds {
		return nil
	}
	return out
}

// exact reports whether a number can be written with a few digits.
func exact(r *big.Rat) bool {
	_, ok := r.FloatPrec()
	return ok && len(number(r).Text) <= 40
}

// number returns a number node. It is exact if the function exact returns true.
func number(r *big.Rat) *schema.Node {
	digits, _ := r.FloatPrec()
	return schema.NewNumber(r.FloatString(digits))
}

// maxSpread is the greatest number of schemas that a proof examines for one place.
const maxSpread = 300

// spread returns all schemas that apply to the same place as p: p itself, and the
// schemas to which it refers or which it combines, forbids, or applies under a
// condition.
func spread(parts ...part) []part {
	var out []part
	seen := map[*schema.Node]bool{}
	var visit func(q part)
	visit = func(q part) {
		if q.node == nil || q.node.Kind != schema.Object || seen[q.node] || len(out) >= maxSpread {
			return
		}
		seen[q.node] = true
		out = append(out, q)
		if t, ok := q.target(); ok {
			visit(t)
		}
		if q.refOnly() {
			return
		}
		for _, m := range q.node.Members {
			switch m.Name {
			case "allOf", "anyOf", "oneOf":
				for _, e := range q.list(m.Name) {
					visit(e)
				}
			case "not", "if", "then", "else":
				visit(q.sub(m.Value))
			case "dependentSchemas", "dependencies":
				for _, e := range m.Value.Members {
					visit(q.sub(e.Value))
				}
			}
		}
	}
	for _, q := range parts {
		visit(q)
	}
	return out
}
