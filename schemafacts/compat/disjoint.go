package compat

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// empty reports whether it is proved that a accepts nothing. No policy applies here.
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
	if f.types == tObject {
		m := p.strictly().newMembers(f, newConj(false))
		for name := range f.required {
			if p.empty(m.at(name), depth+1) {
				return true
			}
		}
	}
	if f.types == tArray && countOf(f.items.low) > 0 && p.empty(f.element(0), depth+1) {
		return true
	}
	if depth == 0 && slices.ContainsFunc(f.nodes, func(n part) bool {
		not := n.node.Get("not")
		return not != nil && !n.refOnly() && p.strictly().sub(a, n.sub(not))
	}) {
		return true
	}
	if len(f.unions) == 0 {
		return false
	}
	rest := a.choose(f.unions[0])
	return !slices.ContainsFunc(f.unions[0].branches, func(q part) bool { return !p.empty(rest.and(q), depth+1) })
}

// Disjoint returns a function that reports whether it is proved that a part of the schema a
// and a part of the schema b have no value in common. Nothing is proved of unresolved parts.
func Disjoint(a, b *schema.Node) func(inA, inB *schema.Node) bool {
	from, to := newDocument(a), newDocument(b)
	return func(inA, inB *schema.Node) bool {
		p := newProver(newComparer(), policy{}, minSteps)
		return len(a.Holes())+len(b.Holes()) == 0 && p.empty(newConj(false, part{inA, from}, part{inB, to}), 0)
	}
}
