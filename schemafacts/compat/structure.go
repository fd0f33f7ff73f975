package compat

import (
	"fmt"
	"maps"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

func sortedKeys[V any](ms ...map[string]V) []string {
	all := map[string]bool{}
	for _, m := range ms {
		for k := range m {
			all[k] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// member is one property on both sides.
type member struct {
	name     string
	old, new conj
}

func (p *pair) members() {
	if p.o.accepts&p.n.accepts&tObject == 0 {
		return
	}
	o, n := p.d.strict.members(p.o.f, p.o.conj), p.d.strict.members(p.n.f, p.n.conj)
	oldNames, newNames := p.o.home.declares(), p.n.home.declares()
	var gone, added []member
	for _, name := range sortedKeys(propertyNames(p.o.f), propertyNames(p.n.f)) {
		m := member{name, o.at(name), n.at(name)}
		switch {
		case !newNames[name] && !constrains(m.new):
			gone = append(gone, m)
		case !oldNames[name] && !constrains(m.old):
			added = append(added, m)
		default:
			p.d.place(p.next(m.old, m.new, join(p.path, name), step{kind: memberStep, name: name}))
		}
	}
	if !p.equal {
		gone, added = p.renamed(gone, added)
		for _, m := range gone {
			p.removed(m)
		}
		for _, m := range added {
			p.added(o, m)
		}
		p.required(oldNames, newNames, n)
	}
	p.rest(o, n)
}

func propertyNames(f *facts) map[string]bool {
	names := map[string]bool{}
	for _, n := range f.nodes {
		if !n.refOnly() {
			for _, m := range memberList(n.node.Get("properties")) {
				names[m.Name] = true
			}
		}
	}
	return names
}

// constrains reports whether undeclared members have a schema other than true and
// false.
func constrains(c conj) bool {
	return slices.ContainsFunc(c.parts, func(q part) bool { return q.node.Kind == schema.Object })
}

func first(c conj) *schema.Node {
	if len(c.parts) == 0 {
		return nil
	}
	return c.parts[0].node
}

func (p *pair) child(name string) spot {
	s := p.spot
	s.path = join(p.path, name)
	return s
}

func (p *pair) removed(m member) {
	c := change{rule: "property-removed", name: m.name, effect: Narrows, old: first(m.old), gone: true,
		message: fmt.Sprintf("%s was removed", p.d.subject(p.child(m.name)))}
	p.emitGone(m.name, c)
}

// emitGone reports a property that results no longer have, if they always had it.
func (p *pair) emitGone(name string, c change) {
	s := p.child(name)
	if p.d.dir == Output {
		c.effect = Widens
		if p.o.f.required[name] {
			c.strict, s.proved = true, false
		}
	}
	p.d.emit(s, c)
}

func (p *pair) added(o *members, m member) {
	s := p.child(m.name)
	c := change{rule: "property-added-optional", name: m.name, effect: None, new: first(m.new),
		message: fmt.Sprintf("optional %s was added", p.d.subject(s))}
	if p.n.f.required[m.name] {
		c.rule, c.effect = "property-added-required", Narrows
		c.message = fmt.Sprintf("required %s was added", p.d.subject(s))
		if p.d.perhaps[p.n.requirement(m.name)] {
			c.values = []*schema.Node{p.n.requirement(m.name)}
		}
	}
	if p.d.dir == Output {
		c.effect = Narrows
		c.strict = !o.closed
		if o.closed {
			c.effect = Widens
		}
	}
	p.d.emit(s, c)
}

func (p *pair) required(oldNames, newNames map[string]bool, now *members) {
	o, n := p.o.f.required, p.n.f.required
	for _, name := range sortedKeys(o, n) {
		s := p.child(name)
		switch {
		case o[name] && n[name]:
		case n[name] && (oldNames[name] || !propertyNames(p.n.f)[name]):
			p.d.emit(s, change{rule: "required-added", name: name, effect: Narrows, new: p.n.requirement(name), at: first(now.at(name)),
				message: p.d.subject(s) + " became required"})
		case o[name] && (newNames[name] || !propertyNames(p.o.f)[name]):
			p.d.emit(s, change{rule: "required-removed", name: name, effect: Widens, old: p.o.requirement(name), at: first(now.at(name)),
				message: p.d.subject(s) + " is no longer required"})
		}
	}
}

// requirement returns the element of required that is name.
func (s side) requirement(name string) *schema.Node {
	for _, n := range s.f.nodes {
		for _, e := range elems(n.node.Get("required")) {
			if e.StringValue() == name {
				return e
			}
		}
	}
	return nil
}

func elems(n *schema.Node) []*schema.Node {
	if n == nil {
		return nil
	}
	return n.Elems
}

// rest compares the schemas of undeclared members.
func (p *pair) rest(o, n *members) {
	old, new := p.o.get("additionalProperties"), p.n.get("additionalProperties")
	oldClosed, newClosed := o.closed, n.closed
	oldMap, newMap := !oldClosed && constrains(o.rest), !newClosed && constrains(n.rest)
	if oldMap && newMap {
		p.d.place(p.next(o.rest, n.rest, join(p.path, "*"), step{kind: restStep}))
		return
	}
	c := change{old: old, new: new}
	switch {
	case p.equal || oldClosed == newClosed && oldMap == newMap:
		return
	case oldMap || newMap && !(p.d.dir == Output && oldClosed):
		c.rule, c.effect = "additional-properties-changed", Narrows
		if oldClosed || !newClosed && oldMap {
			c.effect = Widens
		}
		c.message = fmt.Sprintf("schema of undeclared properties of %s %s", p.subject(), fromTo(old, new))
	case newClosed:
		c.rule, c.effect = "additional-properties-closed", Narrows
		c.message = p.subject() + " no longer accepts undeclared properties"
		c.strict = len(p.o.home.declares()) == 0 && !p.o.home.noArguments()
	default:
		c.rule, c.effect = "additional-properties-opened", Widens
		c.message = p.subject() + " accepts undeclared properties"
	}
	p.emit(c)
}

func (p *pair) elements() {
	if p.o.accepts&p.n.accepts&tArray == 0 {
		return
	}
	n := max(p.o.f.tupleLen(), p.n.f.tupleLen())
	for i := range n {
		p.d.place(p.next(p.o.f.element(i), p.n.f.element(i), fmt.Sprintf("%s[%d]", p.path, i), step{kind: elementStep, index: i}))
	}
	old, new := p.o.f.element(n), p.n.f.element(n)
	c := change{rule: "items-changed", effect: Narrows, old: first(old), new: first(new)}
	switch {
	case len(old.parts) == 0 && len(new.parts) == 0:
		return
	case len(old.parts) > 0 && len(new.parts) > 0:
		p.d.place(p.next(old, new, p.path+"[]", step{kind: elementStep, index: n}))
		return
	case len(old.parts) == 0:
		c.message = fmt.Sprintf("schema of the elements of %s %s", p.subject(), fromTo(nil, c.new))
	default:
		c.effect = Widens
		c.message = fmt.Sprintf("schema of the elements of %s %s", p.subject(), fromTo(c.old, nil))
	}
	if !p.equal && !first(old).IsTrue() && !first(new).IsTrue() {
		p.emit(c)
	}
}

// unions compares the anyOf and oneOf keywords of both sides.
func (p *pair) unions() {
	o, n := p.o.f.unions, p.n.f.unions
	if len(o) == len(n) {
		for i := range o {
			p.union(o[i], n[i])
		}
		return
	}
	if p.equal {
		return
	}
	c := change{rule: "union-changed", effect: p.d.effect(p.spot)}
	if len(o) > 0 {
		c.old = o[0].node
	}
	if len(n) > 0 {
		c.new = n[0].node
	}
	switch {
	case len(o) == 0:
		c.message = fmt.Sprintf("%s became a choice of %d forms", p.subject(), len(n[0].branches))
	case len(n) == 0:
		c.message = fmt.Sprintf("%s is no longer a choice of %d forms", p.subject(), len(o[0].branches))
	default:
		c.message = fmt.Sprintf("the alternatives (anyOf or oneOf) of %s changed", p.subject())
	}
	p.emit(c)
}

// effect returns the effect that can be proved for the place as a whole.
func (d *differ) effect(s spot) Effect {
	fwd, back := d.strict.subAll(s.old, s.new), d.strict.subAll(s.new, s.old)
	switch {
	case fwd && back:
		return None
	case fwd:
		return Widens
	case back:
		return Narrows
	}
	return Unknown
}

func (p *pair) union(o, n union) {
	pairs, gone, added := p.matchBranches(o.branches, n.branches)
	for _, m := range pairs {
		old := conj{parts: []part{o.branches[m[0]]}, home: p.o.home}
		new := conj{parts: []part{n.branches[m[1]]}, home: p.n.home}
		p.d.place(p.next(old, new, fmt.Sprintf("%s|%d", p.path, m[1]+1), step{}))
	}
	if p.equal {
		return
	}
	if o.exclusive != n.exclusive && p.d.effect(p.spot) != None {
		message := "forms of " + p.subject() + " may overlap now"
		if n.exclusive {
			message = "forms of " + p.subject() + " exclude each other now"
		}
		p.emit(change{rule: "union-changed", effect: p.d.effect(p.spot), old: o.node, new: n.node, message: message})
	}
	for _, i := range gone {
		p.emit(change{rule: "union-branch-removed", effect: p.branchEffect(o, n, Narrows), old: o.branches[i].node, gone: true,
			message: fmt.Sprintf("form %d of %s %s", i+1, p.subject(), fromTo(o.branches[i].node, nil))})
	}
	for _, i := range added {
		p.emit(change{rule: "union-branch-added", effect: p.branchEffect(o, n, Widens), new: n.branches[i].node,
			message: fmt.Sprintf("form %d of %s %s", i+1, p.subject(), fromTo(nil, n.branches[i].node))})
	}
}

// branchEffect returns the effect of an added or removed branch. In a oneOf, it may be
// the opposite.
func (p *pair) branchEffect(o, n union, plain Effect) Effect {
	if !o.exclusive && !n.exclusive {
		return plain
	}
	return p.d.effect(p.spot)
}

// matchBranches pairs the branches of two unions, in this order: equal ones, pairs in
// which one contains the other, and branches of the same types.
func (p *pair) matchBranches(o, n []part) (pairs [][2]int, gone, added []int) {
	for i := range o {
		gone = append(gone, i)
	}
	for i := range n {
		added = append(added, i)
	}
	types := func(q part) typeSet { return p.d.strict.gather(newConj(false, q)).types }
	for _, like := range []func(a, b part) bool{
		p.d.same.same,
		func(a, b part) bool { return types(a) == types(b) },
	} {
		gone = slices.DeleteFunc(gone, func(i int) bool {
			j := slices.IndexFunc(added, func(j int) bool { return like(o[i], n[j]) })
			if j < 0 {
				return false
			}
			pairs = append(pairs, [2]int{i, added[j]})
			added = slices.Delete(added, j, j+1)
			return true
		})
	}
	return pairs, gone, added
}
