package compat

import (
	"cmp"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// lift builds complete values around values of a place, until the other side rejects
// one.
func (x *searcher) lift(s spot, at []*schema.Node) *schema.Node {
	for s.up != nil && len(at) > 0 {
		var above []*schema.Node
		for _, v := range at {
			above = append(above, x.embed(s, v)...)
		}
		slices.SortStableFunc(above, func(a, b *schema.Node) int { return cmp.Compare(weight(a.String()), weight(b.String())) })
		at, s = above[:min(len(above), beam)], *s.up
	}
	from, to := x.sides(x.root)
	for _, v := range at {
		if x.w.accepts(v, from) && x.w.rejects(v, to) {
			return v
		}
	}
	return nil
}

// embed returns values of the place above s that contain part at s.
func (x *searcher) embed(s spot, part *schema.Node) []*schema.Node {
	from, _ := x.sides(*s.up)
	var out []*schema.Node
	f := x.w.p.gather(from)
	names := []string{s.step.name}
	switch s.step.kind {
	case sameValue:
		out = append(out, part)
	case elementStep:
		if v := x.w.array(max(s.step.index+1, countOf(f.items.low)), func(i int) []*schema.Node { return x.w.pool(f.element(i), nil, 0) }); v != nil {
			v.Elems[s.step.index] = part
			out = append(out, v)
		}
	case restStep:
		names = undeclaredNames(spread(from.parts...))
		fallthrough
	default:
		for _, name := range names {
			if !x.w.p.members(f, from).absent(name) {
				out = append(out, set(x.base(from), name, part))
			}
		}
	}
	return slices.DeleteFunc(out, func(v *schema.Node) bool { return !x.w.accepts(v, from) })
}

// base returns an example object to which the finder adds a member.
func (x *searcher) base(a conj) *schema.Node {
	for _, v := range x.w.pool(a, nil, 0) {
		if v.Kind == schema.Object {
			return v
		}
	}
	return schema.NewObject() // the added member may make it complete
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
