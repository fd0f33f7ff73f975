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
// lacks are removed, and those that are certain in other are certain.
func Settled(n, other *Node) *Node {
	if n == nil || other == nil || n.Kind != other.Kind {
		return n
	}
	c := *n
	c.Members = slices.Clone(n.Members)
	if p := n.Partial; p != nil {
		c.Elems = slices.Clip(n.Elems)
		c.Partial = &Partial{Reason: p.Reason, Pos: p.Pos, More: p.More}
		for _, m := range p.Perhaps {
			switch there, sure := other.member(m); {
			case there && !sure:
				c.Partial.Perhaps = append(c.Partial.Perhaps, m)
			case there && n.Kind == Object:
				c.Members = append(c.Members, m)
			case there:
				c.Elems = append(c.Elems, m.Value)
			}
		}
		if !p.More && len(c.Partial.Perhaps) == 0 {
			c.Partial = nil
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

// member reports whether an object has a member of m's name, or an array has the element
// m, and whether it is certainly there.
func (n *Node) member(m Member) (there, sure bool) {
	if n.Kind == Object {
		v, sure := n.find(m.Name)
		return v != nil, sure
	}
	is := func(e *Node) bool { return Equal(e, m.Value) }
	sure = slices.ContainsFunc(n.Elems, is)
	return sure || slices.ContainsFunc(n.all(), is), sure
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
