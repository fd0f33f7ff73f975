package schema

import (
	"go/token"
	"slices"
)

// Partial is what is not known of an [Array] or [Object]. The Elems or Members of the
// node are certainly there.
//
// If Perhaps is empty and More is false, then only the order of the elements is unknown.
type Partial struct {
	// Reason is a clause such as "depends on a run-time condition".
	Reason string
	Pos    token.Pos
	// Perhaps are members that may be there. Elements of an array have no names.
	Perhaps []Member
	// More reports whether there may be members that are neither known nor in Perhaps.
	More bool
}

// Doubt returns n.Partial. If n is completely known so far, Doubt first sets it to a
// Partial with this reason.
func (n *Node) Doubt(reason string, pos token.Pos) *Partial {
	if n.Partial == nil {
		n.Partial = &Partial{Reason: reason, Pos: pos}
	}
	return n.Partial
}

// Add adds a member to an object. If perhaps is not "", it is the reason why the member may
// be absent.
func (n *Node) Add(m Member, perhaps string) {
	switch {
	case perhaps == "" && n.Partial == nil:
		n.Members = append(n.Members, m)
	case n.Has(m.Name):
		n.Set(m.Name, NewUnresolved("it is set twice", m.Value.Pos)) // which one counts is unknown
	case perhaps == "":
		n.Members = append(n.Members, m)
	default:
		p := n.Doubt(perhaps, m.Value.Pos)
		p.Perhaps = append(p.Perhaps, m)
	}
}

// Perhaps returns the members of n that may be there, in addition to those that
// certainly are.
func (n *Node) Perhaps() []Member {
	if n == nil || n.Partial == nil {
		return nil
	}
	return n.Partial.Perhaps
}

// Open reports whether n may have members that are not known: it is unresolved, or there
// may be more members.
func (n *Node) Open() bool {
	return n != nil && (n.Kind == Unresolved || n.Partial != nil && n.Partial.More)
}

// equal reports whether the same is unknown of two nodes.
func (p *Partial) equal(q *Partial) bool {
	if p == nil || q == nil {
		return p == q
	}
	return p.More == q.More && slices.EqualFunc(p.Perhaps, q.Perhaps, func(a, b Member) bool {
		return a.Name == b.Name && Equal(a.Value, b.Value)
	})
}

// find returns the member of an object with a name, and whether it is certainly there.
func (n *Node) find(name string) (v *Node, sure bool) {
	for i := len(n.Members) - 1; i >= 0; i-- {
		if n.Members[i].Name == name {
			return n.Members[i].Value, true
		}
	}
	for _, m := range n.Perhaps() {
		if m.Name == name {
			return m.Value, false
		}
	}
	return nil, false
}

// Certain reports whether n is an object that certainly has a member of that name.
func (n *Node) Certain(name string) bool {
	if n == nil || n.Kind != Object {
		return false
	}
	_, sure := n.find(name)
	return sure
}

// all returns the elements of an array that are or may be there.
func (n *Node) all() []*Node {
	if n.Partial == nil {
		return n.Elems
	}
	out := slices.Clip(n.Elems)
	for _, m := range n.Partial.Perhaps {
		out = append(out, m.Value)
	}
	return out
}

// Fold returns a tool object in which what is unknown has the form in which documents
// show it. No element of an array contains an unresolved part: a list that counts as a
// set is partly unknown instead, and any other list is unresolved as a whole. tool itself
// is not changed.
func Fold(tool *Node) *Node {
	if tool == nil || !tool.anyHole() || tool.Kind != Object {
		return tool
	}
	return tool.mapMembers(func(name string, v *Node) *Node {
		if name == "inputSchema" || name == "outputSchema" {
			return FoldSchema(v)
		}
		return foldData(v)
	})
}

// FoldSchema is [Fold] for a schema.
func FoldSchema(n *Node) *Node {
	if !n.anyHole() || n.Kind != Object {
		return foldData(n)
	}
	c := *n
	if p := c.Partial; p != nil {
		// A list or map of assertions means the same if it is absent or empty, so a list
		// that may be absent is a list whose elements may be absent.
		c.Partial = &Partial{Reason: p.Reason, Pos: p.Pos, More: p.More}
		c.Members = slices.Clip(c.Members)
		for _, m := range p.Perhaps {
			if MayBeEmpty(m.Name) && (m.Value.Kind == Array || m.Value.Kind == Object) {
				c.Members = append(c.Members, Member{m.Name, allPerhaps(m.Value, p)})
			} else {
				c.Partial.Perhaps = append(c.Partial.Perhaps, m)
			}
		}
		if len(c.Partial.Perhaps) == 0 && !p.More {
			c.Partial = nil
		}
	}
	return c.mapMembers(foldKeyword)
}

// MayBeEmpty reports whether the empty value of a keyword means the same as its absence.
func MayBeEmpty(keyword string) bool {
	return keyword == "required" || keyword == "allOf" || KeywordPlace(keyword) == SubMap
}

// allPerhaps returns n with all members or elements in Perhaps.
func allPerhaps(n *Node, why *Partial) *Node {
	c := n.Clone()
	p := c.Doubt(why.Reason, why.Pos)
	var perhaps []Member
	for _, e := range c.Elems {
		perhaps = append(perhaps, Member{Value: e})
	}
	p.Perhaps = slices.Concat(perhaps, c.Members, p.Perhaps)
	c.Elems, c.Members = nil, nil
	return c
}

func foldKeyword(name string, v *Node) *Node {
	switch KeywordPlace(name) {
	case Sub:
		if v.Kind != Array {
			return FoldSchema(v)
		}
	case SubList:
		if v.Kind == Array && v.anyHole() && name != "prefixItems" {
			return foldSet(v, name, FoldSchema)
		}
	case SubMap:
		if v.Kind == Object {
			return v.mapMembers(func(_ string, v *Node) *Node {
				if v.Kind == Array { // dependencies: a list of names
					return foldSet(v, "required", foldData)
				}
				return FoldSchema(v)
			})
		}
	}
	switch name {
	case "required", "enum", "type":
		if v.Kind == Array && v.anyHole() {
			return foldSet(v, name, foldData)
		}
	}
	return foldData(v)
}

// foldSet folds the array of a keyword whose elements have no order.
func foldSet(n *Node, keyword string, fold func(*Node) *Node) *Node {
	if !n.anyHole() {
		return n
	}
	c := *n
	c.Elems, c.Partial = nil, nil
	if p := n.Partial; p != nil {
		c.Partial = &Partial{Reason: p.Reason, Pos: p.Pos, More: p.More}
	}
	known := func(e *Node) bool {
		if e.anyHole() {
			h := e.Holes()[0]
			c.Doubt(h.Reason, h.Pos).More = true
			return false
		}
		return true
	}
	for _, e := range n.Elems {
		if e = fold(e); known(e) {
			c.Elems = append(c.Elems, e)
		}
	}
	for _, m := range n.Perhaps() {
		same := func(e *Node) bool { return keyword != "oneOf" && Equal(e, m.Value) }
		if m.Value = fold(m.Value); known(m.Value) && !slices.ContainsFunc(c.all(), same) {
			c.Partial.Perhaps = append(c.Partial.Perhaps, m)
		}
	}
	if c.Partial != nil && len(c.Partial.Perhaps) == 0 && !c.Partial.More {
		c.Partial = nil
	}
	if !MayBeEmpty(keyword) && len(c.Elems) == 0 {
		return hole(&c)
	}
	return settle(&c)
}

// foldData folds a plain value. The order of its arrays matters.
func foldData(n *Node) *Node {
	switch {
	case !n.anyHole():
		return n
	case n.Kind == Array:
		h := n.Holes()[0]
		return NewUnresolved(h.Reason, h.Pos)
	}
	return n.mapMembers(func(_ string, v *Node) *Node { return foldData(v) })
}

// Map returns n with f applied to its members and elements.
func (n *Node) Map(f func(*Node) *Node) *Node {
	c := *n
	c.Members, c.Elems = slices.Clone(n.Members), slices.Clone(n.Elems)
	for i := range c.Members {
		c.Members[i].Value = f(c.Members[i].Value)
	}
	for i := range c.Elems {
		c.Elems[i] = f(c.Elems[i])
	}
	if n.Partial != nil {
		p := *n.Partial
		p.Perhaps = slices.Clone(p.Perhaps)
		for i := range p.Perhaps {
			p.Perhaps[i].Value = f(p.Perhaps[i].Value)
		}
		c.Partial = &p
	}
	return &c
}

// mapMembers returns n with f applied to the values of its members, without those for
// which f returns nil. It keeps only the last of several members with one name.
func (n *Node) mapMembers(f func(name string, v *Node) *Node) *Node {
	c := *n
	apply := func(list []Member) []Member {
		out := make([]Member, 0, len(list))
		for _, m := range list {
			if m.Value = f(m.Name, m.Value); m.Value != nil {
				out = append(out, m)
			}
		}
		return out
	}
	c.Members = apply(lastMembers(n))
	if n.Partial != nil {
		c.Partial = nil
		perhaps := slices.DeleteFunc(apply(n.Partial.Perhaps), func(m Member) bool {
			lost := n.Kind == Object && m.Value.Kind == Unresolved // then it may be absent, too
			if lost {
				c.Members = append(c.Members, m)
			}
			return lost
		})
		if len(perhaps) > 0 || n.Partial.More {
			c.Partial = &Partial{n.Partial.Reason, n.Partial.Pos, perhaps, n.Partial.More}
		}
	}
	return settle(&c)
}

// settle returns n, or a hole if nothing is known of n.
func settle(n *Node) *Node {
	if p := n.Partial; p != nil && p.More && len(n.Elems)+len(n.Members)+len(p.Perhaps) == 0 {
		return hole(n)
	}
	return n
}

// hole returns an unresolved node with the reason of a partly unknown one.
func hole(n *Node) *Node {
	if n.Partial == nil {
		return n
	}
	h := NewUnresolved(n.Partial.Reason, n.Partial.Pos)
	h.Type, h.Reflector = n.Type, n.Reflector
	return h
}
