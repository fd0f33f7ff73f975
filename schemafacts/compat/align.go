package compat

import (
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// aligner prepares two documents for a comparison. It removes from both what is unknown
// on either side, and what may be there on both. What is left is known: a member that is
// only on one side is certainly absent on the other.
//
// A member that may be there is compared as if the condition held: if the other side does
// not have it, it was added or removed. A proof about the rest holds without the members
// that may be there on both sides, and so with them, too: each of them limits both sides,
// or adds the same values to both. Properties are the exception. They are kept, because
// a schema may forbid all properties that it does not declare.
type aligner struct {
	// lost are the parts of which less is known than before, certain the members that
	// might be absent before.
	lost, certain []doubt
	// perhaps are the nodes that may be absent on the side on which they are.
	perhaps map[*schema.Node]bool
}

// doubt is a part whose certainty changed.
type doubt struct {
	path string
	what string // the text that follows the name of the part
	hole schema.Hole
}

// level is what a part of a document is.
type level uint8

const (
	toolObject level = iota
	schemaObject
	schemaMap
	otherValue
)

// below returns the level of a member.
func (l level) below(name string) level {
	switch {
	case l == toolObject && (name == "inputSchema" || name == "outputSchema"), l == schemaMap:
		return schemaObject
	case l == schemaObject && schema.KeywordPlace(name) == schema.SubMap:
		return schemaMap
	case l == schemaObject && schema.KeywordPlace(name) == schema.Sub:
		return schemaObject
	}
	return otherValue
}

// align returns what can be compared of two documents, or two nils.
func align(old, new *schema.Node, l level) (o, n *schema.Node, a *aligner) {
	a = &aligner{perhaps: map[*schema.Node]bool{}}
	if old == nil || new == nil || len(old.Holes())+len(new.Holes()) == 0 {
		return known(old), known(new), a
	}
	o, n = a.align(old, new, "", l)
	return o, n, a
}

func (a *aligner) align(old, new *schema.Node, path string, l level) (o, n *schema.Node) {
	switch {
	case new.Kind == schema.Unresolved:
		if old.Kind != schema.Unresolved {
			a.lose(path, " was known and is now unresolved", schema.Hole{Reason: new.Text, Pos: new.Pos})
		}
		return nil, nil
	case old.Kind == schema.Unresolved:
		return nil, nil
	case old.Kind != new.Kind && strings.HasSuffix(path, "/type"):
		return a.align(listOf(old), listOf(new), path, l)
	case old.Kind != new.Kind:
		return known(old), known(new)
	case old.Kind == schema.Object:
		return a.objects(old, new, path, l)
	case old.Partial != nil || new.Partial != nil:
		return a.lists(old, new, path)
	}
	return old, new
}

// listOf returns a type as a list of types.
func listOf(n *schema.Node) *schema.Node {
	if n.Kind == schema.Array {
		return n
	}
	return schema.NewArray(n).At(n.Pos)
}

func (a *aligner) lose(path, what string, h schema.Hole) {
	h.Path = path
	a.lost = append(a.lost, doubt{path, what, h})
}

// opened records that a list or object may have other members now.
func (a *aligner) opened(old, new *schema.Node, path string) {
	if new.Open() && !old.Open() {
		a.lose(path, " may have other members now", whyPartial(new))
	}
}

func whyPartial(n *schema.Node) schema.Hole {
	return schema.Hole{Reason: n.Partial.Reason, Pos: n.Partial.Pos}
}

// fate records whether a member that is or may be on both sides became more or less
// certain.
func (a *aligner) fate(path, name string, new *schema.Node, wasSure, isSure bool) {
	switch {
	case wasSure && !isSure:
		a.lose(path, ": "+name+" may be absent now", whyPartial(new))
	case !wasSure && isSure:
		a.certain = append(a.certain, doubt{path, ": " + name + " might be absent and is now always there", schema.Hole{Path: path, Pos: new.Pos}})
	}
}

// knownMember is a member of an object or an element of a list, and whether it is certain.
type knownMember struct {
	schema.Member
	sure bool
}

func membersIn(n *schema.Node) []knownMember {
	var out []knownMember
	for _, m := range n.Members {
		out = append(out, knownMember{m, true})
	}
	for _, e := range n.Elems {
		out = append(out, knownMember{schema.Member{Value: e}, true})
	}
	for _, m := range n.Perhaps() {
		out = append(out, knownMember{m, false})
	}
	return out
}

func (a *aligner) objects(old, new *schema.Node, path string, l level) (o, n *schema.Node) {
	a.opened(old, new, path)
	kept := [2]map[string]*schema.Node{{}, {}}
	was, is := membersByName(old), membersByName(new)
	for _, m := range append(membersIn(new), membersIn(old)...) {
		_, seen := kept[0][m.Name]
		if _, too := kept[1][m.Name]; seen || too {
			continue
		}
		ov, nv := a.member(was, is, old, new, m.Name, path, l)
		kept[0][m.Name], kept[1][m.Name] = ov, nv
	}
	return assemble(old, kept[0]), assemble(new, kept[1])
}

func membersByName(n *schema.Node) map[string]knownMember {
	out := map[string]knownMember{}
	for _, m := range membersIn(n) {
		out[m.Name] = m
	}
	return out
}

// member returns what can be compared of a member, nil where it is left out.
func (a *aligner) member(was, is map[string]knownMember, old, new *schema.Node, name, path string, l level) (o, n *schema.Node) {
	ov, nv := was[name], is[name]
	empty := func(like *schema.Node) knownMember {
		e := schema.Node{Kind: like.Kind, Pos: like.Pos}
		return knownMember{schema.Member{Name: name, Value: &e}, true}
	}
	// Normal form omits what means nothing.
	omits := func(v *schema.Node) bool {
		return l == toolObject && name == "annotations" || l == schemaObject && v.Partial != nil && schema.MayBeEmpty(name)
	}
	if ov.Value == nil && !old.Open() && omits(nv.Value) {
		ov = empty(nv.Value)
	}
	if nv.Value == nil && !new.Open() && omits(ov.Value) {
		nv = empty(ov.Value)
	}
	at := path + "/" + schema.EscapeToken(name)
	switch {
	case ov.Value != nil && nv.Value != nil:
		if nv.Value.Kind != schema.Unresolved && ov.Value.Kind != schema.Unresolved {
			a.fate(path, strconv.Quote(name), new, ov.sure, nv.sure)
		}
		if !ov.sure && !nv.sure && l == schemaObject && schema.Equal(ov.Value, nv.Value) && schema.KeywordPlace(name) != schema.SubMap {
			return nil, nil
		}
		return a.align(ov.Value, nv.Value, at, l.below(name))
	case nv.Value == nil:
		if new.Open() {
			if ov.sure && old.Open() {
				a.lose(path, ": "+strconv.Quote(name)+" may be absent now", whyPartial(new))
			}
			return nil, nil
		}
		return a.alone(ov), nil
	case old.Open():
		return nil, nil
	case nv.Value.Kind == schema.Unresolved:
		a.lose(at, " was absent and is now unresolved", schema.Hole{Reason: nv.Value.Text, Pos: nv.Value.Pos})
		return nil, nil
	}
	return nil, a.alone(nv)
}

// alone returns a member that only one side has.
func (a *aligner) alone(m knownMember) *schema.Node {
	n := known(m.Value)
	if n != nil && !m.sure {
		a.perhaps[n] = true
	}
	return n
}

// assemble returns an object with the given values of its members.
func assemble(n *schema.Node, kept map[string]*schema.Node) *schema.Node {
	c := *n
	c.Members, c.Partial = nil, nil
	added := map[string]bool{}
	for _, m := range membersIn(n) {
		if v := kept[m.Name]; v != nil && !added[m.Name] {
			added[m.Name] = true
			c.Members = append(c.Members, schema.Member{Name: m.Name, Value: v})
		}
	}
	for name, v := range kept { // an empty list or object that normal form omits
		if v != nil && !added[name] {
			c.Members = append(c.Members, schema.Member{Name: name, Value: v})
		}
	}
	return &c
}

// lists aligns two lists whose elements have no order.
func (a *aligner) lists(old, new *schema.Node, path string) (o, n *schema.Node) {
	a.opened(old, new, path)
	was, is := membersIn(old), membersIn(new)
	var keptOld, keptNew []*schema.Node
	gone := slices.Clone(was)
	for _, e := range is {
		i := slices.IndexFunc(gone, func(o knownMember) bool { return schema.Equal(o.Value, e.Value) })
		switch {
		case i >= 0:
			a.fate(path, shorten(e.Value), new, gone[i].sure, e.sure)
			if e.sure || gone[i].sure {
				keptOld, keptNew = append(keptOld, gone[i].Value), append(keptNew, e.Value)
			}
			gone = slices.Delete(gone, i, i+1)
		case !old.Open():
			keptNew = append(keptNew, a.alone(e))
		}
	}
	for _, e := range gone {
		switch {
		case !new.Open():
			keptOld = append(keptOld, a.alone(e))
		case e.sure && old.Open():
			a.lose(path, ": "+shorten(e.Value)+" may be absent now", whyPartial(new))
		}
	}
	keyword := path[strings.LastIndexByte(path, '/')+1:]
	if (len(keptOld) == 0 || len(keptNew) == 0) && !schema.MayBeEmpty(keyword) {
		return nil, nil
	}
	list := func(n *schema.Node, elems []*schema.Node) *schema.Node {
		c := *n
		c.Elems, c.Partial = elems, nil
		return &c
	}
	return list(old, keptOld), list(new, keptNew)
}

// known returns n without its unknown parts, and without the parts whose effect depends
// on them, so that it accepts every value that n accepts. It returns nil if n is unknown.
func known(n *schema.Node) *schema.Node {
	switch {
	case n == nil || n.Kind == schema.Unresolved:
		return nil
	case len(n.Holes()) == 0:
		return n
	case n.Kind == schema.Array:
		return nil
	}
	c := *n
	c.Members, c.Partial = nil, nil
	for _, m := range n.Members {
		unknown := func(keyword string) bool { v := n.Get(keyword); return v != nil && len(v.Holes()) > 0 }
		switch m.Name {
		case "not", "if", "then", "else", "contains", "minContains", "maxContains", "prefixItems", "items", "additionalItems", "additionalProperties":
			if slices.ContainsFunc(groupOf(m.Name), func(k string) bool {
				return unknown(k) && !(k == m.Name && (k == "items" || k == "additionalProperties"))
			}) {
				continue
			}
		case "unevaluatedProperties", "unevaluatedItems":
			continue
		}
		if v := known(m.Value); v != nil {
			c.Members = append(c.Members, schema.Member{Name: m.Name, Value: v})
		}
	}
	return &c
}
