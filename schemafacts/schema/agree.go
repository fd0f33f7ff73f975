package schema

import (
	"cmp"
	"slices"
)

// Agree reports whether two documents are equal except where one of them is unresolved,
// or lists a member that may be there.
func Agree(a, b *Node) bool {
	switch {
	case a == nil && b == nil:
		return true
	case a != nil && a.Kind == Unresolved, b != nil && b.Kind == Unresolved:
		return true
	case a == nil || b == nil:
		// Normal form omits a list or object that has no members.
		n := cmp.Or(a, b)
		return n.Partial != nil && len(n.Members)+len(n.Elems) == 0
	case a.Kind != b.Kind:
		return false
	case a.Kind == Object:
		return within(a, b) && within(b, a)
	case a.Kind == Array && a.Partial == nil && b.Partial == nil:
		return slices.EqualFunc(a.Elems, b.Elems, Agree)
	case a.Kind == Array:
		return among(a, b) && among(b, a)
	}
	return Equal(a, b)
}

// Settled returns n with the members that may be there as other has them: those that other
// lacks are removed, and the others are certain.
func Settled(n, other *Node) *Node {
	if n == nil || other == nil || n.Kind != other.Kind {
		return n
	}
	c := *n
	c.Members = slices.Clone(n.Members)
	if p := n.Partial; p != nil {
		c.Elems, c.Partial = slices.Clip(n.Elems), nil
		for _, m := range p.Perhaps {
			switch {
			case n.Kind == Object && other.Has(m.Name):
				c.Members = append(c.Members, m)
			case n.Kind == Array && slices.ContainsFunc(other.all(), func(e *Node) bool { return Equal(e, m.Value) }):
				c.Elems = append(c.Elems, m.Value)
			}
		}
		if p.More {
			c.Partial = &Partial{Reason: p.Reason, Pos: p.Pos, More: true}
		}
	}
	for i, m := range c.Members {
		o := other.Get(m.Name)
		if o == nil && MayBeEmpty(m.Name) {
			o = &Node{Kind: m.Value.Kind} // normal form omits it
		}
		c.Members[i].Value = Settled(m.Value, o)
	}
	return &c
}

// within reports whether b can have all members of the object a that are certain.
func within(a, b *Node) bool {
	for _, m := range a.Members {
		if v, _ := b.find(m.Name); !Agree(m.Value, v) && !(v == nil && b.Open()) {
			return false
		}
	}
	return true
}

// among reports whether b can have all elements of the list a that are certain.
func among(a, b *Node) bool {
	return b.Open() || !slices.ContainsFunc(a.Elems, func(e *Node) bool {
		return !slices.ContainsFunc(b.all(), func(o *Node) bool { return Agree(e, o) })
	})
}
