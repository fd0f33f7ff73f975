package compat

import (
	"math/big"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// elementAt returns what holds for the element of that index.
func elementAt(f *facts, i int) conj {
	c := newConj(false)
	for _, n := range f.nodes {
		if n.refOnly() {
			continue
		}
		switch prefix, rest := n.tuple(); {
		case i < len(prefix):
			c = c.with(prefix[i])
		case rest != nil:
			c = c.with(n.sub(rest))
		}
	}
	return c
}

// prefixLen returns the number of elements that have schemas of their own.
func prefixLen(f *facts) int {
	n := 0
	for _, q := range f.nodes {
		prefix, _ := q.tuple()
		n = max(n, len(prefix))
	}
	return n
}

func (p *prover) impliesElements(f *facts, a conj, b part, keyword string) bool {
	g := &facts{}
	g.addLimit(b.node, keyword, b.node.Get(keyword))
	switch keyword {
	case "minItems":
		return g.items.min != nil && (g.items.min.Sign() <= 0 || f.items.min != nil && f.items.min.Cmp(g.items.min) >= 0)
	case "maxItems":
		return g.items.max != nil && f.items.max != nil && f.items.max.Cmp(g.items.max) <= 0
	case "uniqueItems":
		return !g.unique || f.unique || f.items.fits(1)
	case "items", "prefixItems", "additionalItems":
		return p.impliesItems(f, b)
	case "contains", "minContains", "maxContains":
		return !b.node.Has("contains") || p.repeated(f, b, "contains", "minContains", "maxContains")
	}
	return keyword != "unevaluatedItems" && p.repeated(f, b, keyword)
}

func (p *prover) impliesItems(f *facts, b part) bool {
	prefix, rest := b.tuple()
	return p.inside(func() bool {
		n := max(len(prefix), prefixLen(f))
		for i := range n {
			if f.items.fits(i) {
				return true
			}
			var want part
			switch {
			case i < len(prefix):
				want = prefix[i]
			case rest != nil:
				want = b.sub(rest)
			default:
				continue
			}
			if !p.sub(elementAt(f, i), want) {
				return false
			}
		}
		return rest == nil || f.items.fits(n) || p.sub(elementAt(f, n), b.sub(rest))
	})
}

// maxEmptyDepth is how deep one looks for a contradiction.
const maxEmptyDepth = 4

// empty reports whether a is proved to accept nothing. No policy counts here.
func (p *prover) empty(a conj, depth int) bool {
	f := p.gather(a)
	if f.types == 0 {
		return true
	}
	if p.steps++; p.steps > p.limit || depth > maxEmptyDepth {
		p.cuts++
		return false
	}
	if f.finite && len(f.values) <= 64 {
		return !slices.ContainsFunc(f.values, func(v *schema.Node) bool {
			return !slices.ContainsFunc(f.nodes, func(n part) bool { return p.valid(v, n) == no })
		})
	}
	if f.types == tObject && p.noObject(f, depth) || f.types == tArray && p.noArray(f, depth) {
		return true
	}
	if len(f.unions) == 0 {
		return false
	}
	u := f.unions[0]
	rest := a
	rest.chosen = append(slices.Clip(a.chosen), u.node)
	return !slices.ContainsFunc(u.branches, func(q part) bool { return !p.empty(rest.and(q), depth+1) })
}

// noObject reports whether a required member cannot be there.
func (p *prover) noObject(f *facts, depth int) bool {
	strict := &prover{}
	m := strict.members(f, newConj(false))
	for name := range f.required {
		if p.empty(m.at(name), depth+1) {
			return true
		}
	}
	return f.members.max != nil && f.members.max.Cmp(big.NewRat(int64(len(f.required)), 1)) < 0
}

// noArray reports whether an element that must be there cannot be.
func (p *prover) noArray(f *facts, depth int) bool {
	if f.items.min == nil || f.items.min.Sign() <= 0 {
		return false
	}
	return p.empty(elementAt(f, 0), depth+1)
}
