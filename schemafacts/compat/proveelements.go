package compat

import (
	"math/big"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// elementAt returns the schemas of the element at an index.
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
	return f.home.widen(c, func(q part) []part {
		switch prefix, rest := q.tuple(); {
		case i < len(prefix):
			return prefix[i : i+1]
		case rest != nil:
			return []part{q.sub(rest)}
		}
		return nil
	})
}

// prefixLen returns the number of elements with separate schemas.
func prefixLen(f *facts) int {
	n := 0
	for _, q := range f.nodes {
		prefix, _ := q.tuple()
		n = max(n, len(prefix))
	}
	return n
}

// beyond returns an index from which on all elements have the same schemas, also in
// branches that need not apply.
func beyond(f *facts) int {
	n := prefixLen(f)
	if f.home != nil {
		for _, q := range f.home.all() {
			prefix, _ := q.tuple()
			n = max(n, len(prefix))
		}
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
		return keyword != "contains" || p.repeated(f, b, "contains", "minContains", "maxContains") || p.impliesContains(f, b)
	}
	return keyword != "unevaluatedItems" && p.repeated(f, b, keyword)
}

func (p *prover) impliesItems(f *facts, b part) bool {
	prefix, rest := b.tuple()
	return p.inside(func() bool {
		n := max(len(prefix), beyond(f))
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

// bounds returns the number of elements that a contains requires. ok is false if it is
// unknown.
func (p part) bounds() (low, high int, ok bool) {
	low, high = 1, unbounded
	if w := p.node.Get("minContains"); w != nil {
		r := rational(w)
		if r == nil {
			return 0, 0, false
		}
		low = max(0, ceil(r))
	}
	if w := p.node.Get("maxContains"); w != nil {
		r := rational(w)
		if r == nil || r.Sign() < 0 {
			return 0, 0, false
		}
		high = floor(r)
	}
	return low, high, true
}

// impliesContains reports whether the number of elements that b requires is always
// correct.
func (p *prover) impliesContains(f *facts, b part) bool {
	low, high, ok := b.bounds()
	if !ok {
		return false
	}
	want := b.sub(b.node.Get("contains"))
	return p.inside(func() bool {
		return (low == 0 || p.enough(f, want, low)) && (high == unbounded || f.items.fits(high) || p.fewEnough(f, b, want, high))
	})
}

func (p *prover) enough(f *facts, want part, low int) bool {
	for _, n := range f.nodes {
		has := n.node.Get("contains")
		least, _, ok := n.bounds()
		if has != nil && ok && least >= low && p.strictly().sub(newConj(false, n.sub(has)), want) {
			return true
		}
	}
	if f.items.min == nil || ceil(f.items.min) < low || low > maxCounted {
		return false
	}
	found := 0
	for i := range min(ceil(f.items.min), maxCounted) {
		if p.sub(elementAt(f, i), want) {
			found++
		}
	}
	return found >= low
}

// maxCounted is the greatest number of elements that a proof checks one by one.
const maxCounted = 20

func (p *prover) fewEnough(f *facts, b, want part, high int) bool {
	for _, n := range f.nodes {
		has := n.node.Get("contains")
		_, most, ok := n.bounds()
		if has != nil && ok && most <= high && p.strictly().sub(newConj(false, want), n.sub(has)) {
			return true
		}
	}
	n := prefixLen(f)
	if n > maxCounted || !p.empty(elementAt(f, n).and(want), 1) {
		return false
	}
	found := 0
	for i := range n {
		if !p.empty(elementAt(f, i).and(want), 1) {
			found++
		}
	}
	return found <= high
}

// denied reports whether a schema of a forbids all values of a, or two branches that
// exclude each other always apply.
func (p *prover) denied(f *facts, a conj) bool {
	for _, u := range f.unions {
		always := 0
		for _, q := range u.branches {
			if u.exclusive && !(p.declaredOnly && declaresAny(q)) && p.strictly().sub(a, q) {
				always++
			}
		}
		if always > 1 {
			return true
		}
	}
	return slices.ContainsFunc(f.nodes, func(n part) bool {
		not := n.node.Get("not")
		return not != nil && !n.refOnly() && not.Kind == schema.Object && p.strictly().sub(a, n.sub(not))
	})
}

// declaresAny reports whether a branch declares members. Senders that send only the
// members that a branch declares do not use undeclared members that make branches
// overlap.
func declaresAny(q part) bool {
	return slices.ContainsFunc(spread(q), func(n part) bool { return n.node.Has("properties") })
}

// maxEmptyDepth is the greatest depth of nesting in which a proof searches for a
// contradiction.
const maxEmptyDepth = 4

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
	if f.types == tObject && p.noObject(f, depth) || f.types == tArray && p.noArray(f, depth) || f.types == tString && p.noText(f) {
		return true
	}
	if depth == 0 && p.denied(f, a) {
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

// noObject reports whether no object satisfies f, because a required member accepts
// no value.
func (p *prover) noObject(f *facts, depth int) bool {
	m := p.strictly().newMembers(f, newConj(false))
	for name := range f.required {
		if f.forbidden[name] || slices.ContainsFunc(m.allowed.parts, func(q part) bool { return valid(schema.NewString(name), q) == no }) {
			return true
		}
		if p.empty(m.at(name), depth+1) {
			return true
		}
	}
	return f.members.max != nil && f.members.max.Cmp(big.NewRat(int64(len(f.required)), 1)) < 0
}

// noArray reports whether no array satisfies f, because a required element accepts no
// value.
func (p *prover) noArray(f *facts, depth int) bool {
	if f.items.min == nil || f.items.min.Sign() <= 0 {
		return false
	}
	return p.empty(elementAt(f, 0), depth+1)
}
