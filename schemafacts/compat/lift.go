package compat

import (
	"cmp"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// placed is a value and the pointer to the relevant part of it.
type placed struct {
	value   *schema.Node
	pointer string
}

// lift builds complete values around values of a place, until the other side rejects
// one.
func (x *searcher) lift(s spot, local []*schema.Node, blame func(*schema.Node) bool) *schema.Node {
	var at []placed
	for _, v := range local {
		at = append(at, placed{v, ""})
	}
	for s.up != nil && len(at) > 0 {
		var above []placed
		for _, p := range at {
			above = append(above, x.embed(s, p)...)
		}
		slices.SortStableFunc(above, func(a, b placed) int {
			return cmp.Compare(weight(a.value.String()), weight(b.value.String()))
		})
		at, s = above[:min(len(above), beam)], *s.up
	}
	from, to := x.sides(x.root)
	for _, p := range at {
		if x.w.accepts(p.value, from) && x.w.rejects(p.value, to) && x.w.sent(p.value, from) {
			return x.shrink(p, blame)
		}
	}
	return nil
}

// embed returns values of the place above s that contain p at s.
func (x *searcher) embed(s spot, p placed) []placed {
	from, _ := x.sides(*s.up)
	var out []placed
	add := func(v *schema.Node, token string) {
		if x.w.accepts(v, from) {
			out = append(out, placed{v, "/" + schema.EscapeToken(token) + p.pointer})
		}
	}
	f := x.w.p.gather(from)
	names := []string{s.step.name}
	switch s.step.kind {
	case sameValue:
		if x.w.accepts(p.value, from) {
			return []placed{p}
		}
		return nil
	case elementStep:
		if v := x.w.array(max(s.step.index+1, countOf(f.items.low)), func(i int) []*schema.Node { return x.w.pool(f.element(i), nil, 0) }); v != nil {
			v.Elems[s.step.index] = p.value
			add(v, itoa(s.step.index))
		}
		return out
	case restStep:
		names = undeclaredNames(spread(from.parts...))
	}
	for _, base := range x.bases(from) {
		for _, name := range names {
			if !x.w.p.members(f, from).absent(name) {
				add(set(base, name, p.value), name)
			}
		}
	}
	return out
}

// bases returns example objects to which the finder adds a member.
func (x *searcher) bases(a conj) []*schema.Node {
	var out []*schema.Node
	for _, v := range x.w.pool(a, nil, 0) {
		if v.Kind == schema.Object {
			out = append(out, v)
		}
	}
	if len(out) == 0 { // the added member may make it complete
		out = append(out, schema.NewObject())
	}
	return out[:min(len(out), 2*beam)]
}

// shrink removes the parts of a witness that it does not need.
func (x *searcher) shrink(p placed, blame func(*schema.Node) bool) *schema.Node {
	from, to := x.sides(x.root)
	good := func(v *schema.Node) bool {
		at := v.Lookup(p.pointer)
		return at != nil && blame(at) && x.w.accepts(v, from) && x.w.rejects(v, to)
	}
	v := p.value
	for again := true; again && x.w.steps > 0; {
		again = false
		for _, smaller := range smallerValues(v) {
			if good(smaller) {
				v, again = smaller, true
				break
			}
		}
	}
	return v
}

// canonical returns a value as compact JSON with sorted names.
func canonical(v *schema.Node) string {
	v = v.Clone()
	v.Walk(func(_ string, n *schema.Node) bool {
		n.SortMembers()
		n.EscapeHTML = false
		return true
	})
	return v.String()
}

// maxSmaller is the greatest number of smaller values that are tried for one value.
const maxSmaller = 200

// smallerValues returns copies of v without one member or element.
func smallerValues(v *schema.Node) []*schema.Node {
	var out []*schema.Node
	for i, m := range v.Members {
		if len(out) >= maxSmaller {
			break
		}
		c := &schema.Node{Kind: schema.Object, Members: slices.Delete(slices.Clone(v.Members), i, i+1)}
		out = append(out, c)
		for _, e := range smallerValues(m.Value) {
			c := &schema.Node{Kind: schema.Object, Members: slices.Clone(v.Members)}
			c.Members[i].Value = e
			out = append(out, c)
		}
	}
	for i, m := range v.Elems {
		if len(out) >= maxSmaller {
			break
		}
		out = append(out, &schema.Node{Kind: schema.Array, Elems: slices.Delete(slices.Clone(v.Elems), i, i+1)})
		for _, e := range smallerValues(m) {
			c := &schema.Node{Kind: schema.Array, Elems: slices.Clone(v.Elems)}
			c.Elems[i] = e
			out = append(out, c)
		}
	}
	return out[:min(len(out), maxSmaller)]
}
