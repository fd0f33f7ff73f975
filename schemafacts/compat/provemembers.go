package compat

import (
	"maps"
	"math/big"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// members are the constraints of a conjunction on the members of an object.
type members struct {
	f        *facts
	home     *home
	names    []string // the mentioned names, sorted
	patterns []string
	// rest are the schemas of all other members.
	rest conj
	// closed reports whether there are no other members.
	closed bool
	// named reports whether closed follows only from a list of names.
	named bool
	// known reports whether senders know all names.
	known bool
	// allowed are the schemas of member names.
	allowed conj
}

// members returns the constraints of a on the members of an object. f are the facts of a.
func (p *prover) members(f *facts, a conj) *members {
	if f.object == nil || f.object.home != a.home {
		f.object = p.newMembers(f, a)
	}
	return f.object
}

func (p *prover) newMembers(f *facts, a conj) *members {
	m := &members{home: a.home, f: f, rest: newConj(false), allowed: newConj(false)}
	names := map[string]bool{}
	free := true
	for _, n := range f.nodes {
		if n.refOnly() {
			continue
		}
		for _, q := range memberList(n.node.Get("properties")) {
			names[q.Name] = true
		}
		if q := n.node.Get("propertyNames"); q != nil {
			m.allowed = m.allowed.with(n.sub(q))
		}
		understood := true
		for _, q := range memberList(n.node.Get("patternProperties")) {
			m.patterns = append(m.patterns, q.Name)
			free = false
			understood = understood && compile(q.Name) != nil
		}
		if rest := n.node.Get("additionalProperties"); rest != nil {
			free = free && rest.IsTrue()
			if understood {
				m.rest = m.rest.with(n.sub(rest))
			}
		}
	}
	if p.declaredOnly && free {
		declared := a.home.declares()
		if len(declared) > 0 || a.home.noArguments() {
			m.closed = true
			maps.Copy(names, declared)
		}
	}
	m.known = m.closed
	m.closed = m.closed || slices.ContainsFunc(m.rest.parts, func(q part) bool { return q.node.IsFalse() })
	for name := range f.required {
		names[name] = true
	}
	if len(m.allowed.parts) > 0 {
		if g := p.gather(m.allowed); g.finite {
			m.named = !m.closed
			m.closed, m.patterns = true, nil
			for _, v := range g.values {
				if m.known {
					break
				}
				names[v.StringValue()] = names[v.StringValue()] || v.Kind == schema.String
			}
		}
		maps.DeleteFunc(names, func(name string, _ bool) bool {
			return !f.required[name] && slices.ContainsFunc(m.allowed.parts, func(q part) bool { return valid(schema.NewString(name), q) == no })
		})
	}
	m.names = slices.Sorted(maps.Keys(names))
	return m
}

func memberList(n *schema.Node) []schema.Member {
	if n == nil {
		return nil
	}
	return n.Members
}

// with adds a schema to a conjunction and to its home.
func (c conj) with(p part) conj {
	parts := append(slices.Clip(c.parts), p)
	return conj{parts: parts, home: &home{parts: parts}}
}

// at returns the schemas of the member with that name. Schemas that need not apply are
// only in its home.
func (m *members) at(name string) conj {
	c := newConj(false)
	for _, n := range m.f.nodes {
		if n.refOnly() {
			continue
		}
		schemas, _ := memberSchemas(n, name)
		for _, s := range schemas {
			c = c.with(s)
		}
	}
	return m.f.home.widen(c, func(q part) []part {
		schemas, _ := memberSchemas(q, name)
		return schemas
	})
}

// matching returns the schemas of all members whose names match a pattern.
func (m *members) matching(pattern string) conj {
	c := newConj(false)
	for _, n := range m.f.nodes {
		if s := n.node.Get("patternProperties").Get(pattern); s != nil && !n.refOnly() {
			c = c.with(n.sub(s))
		}
	}
	return c
}

func (p *prover) impliesMembers(f *facts, a conj, b part, keyword string) bool {
	v := b.node.Get(keyword)
	m := p.members(f, a)
	g := &facts{}
	g.addLimit(b.node, keyword, v)
	switch keyword {
	case "required":
		return !slices.ContainsFunc(v.Elems, func(e *schema.Node) bool { return !f.required[e.StringValue()] })
	case "minProperties":
		return g.members.min != nil && (f.members.min != nil && f.members.min.Cmp(g.members.min) >= 0 ||
			big.NewRat(int64(len(f.required)), 1).Cmp(g.members.min) >= 0)
	case "maxProperties":
		return g.members.max != nil && (f.members.max != nil && f.members.max.Cmp(g.members.max) <= 0 ||
			m.closed && len(m.patterns) == 0 && big.NewRat(int64(len(m.names)), 1).Cmp(g.members.max) <= 0)
	case "properties":
		return p.impliesProperties(m, b)
	case "patternProperties":
		for _, q := range v.Members {
			if !p.impliesPattern(m, q.Name, b.sub(q.Value)) {
				return false
			}
		}
		return true
	case "additionalProperties":
		return p.tolerant && v.IsFalse() || p.impliesRest(m, b)
	case "propertyNames":
		return p.repeated(f, b, keyword) || p.impliesNames(m, b.sub(v))
	case "dependentRequired", "dependentSchemas", "dependencies":
		return p.repeated(f, b, keyword) || p.impliesDependent(m, a, b.sub(v))
	}
	return keyword != "unevaluatedProperties" && p.repeated(f, b, keyword)
}

// impliesNames reports whether all possible names of members are accepted.
func (p *prover) impliesNames(m *members, b part) bool {
	text := p.typeNode(tString)
	for _, name := range m.names {
		if valid(schema.NewString(name), b) != yes && !p.sub(newConj(false, p.constant(schema.NewString(name))), b) {
			return false
		}
	}
	for _, pattern := range m.patterns {
		n := schema.NewObject()
		n.Set("pattern", schema.NewString(pattern))
		if !p.sub(m.allowed.and(text).and(p.once(n)), b) {
			return false
		}
	}
	return m.closed || p.sub(m.allowed.and(text), b)
}

// constant returns a schema for one value.
func (p *prover) constant(v *schema.Node) part {
	n := schema.NewObject()
	n.Set("const", v)
	return p.once(n)
}

// impliesDependent reports whether the schemas that depend on the presence of members
// are satisfied.
func (p *prover) impliesDependent(m *members, a conj, b part) bool {
	for _, q := range b.node.Members {
		if m.absent(q.Name) {
			continue
		}
		want := b.sub(q.Value)
		if q.Value.Kind == schema.Array {
			n := schema.NewObject()
			n.Set("required", q.Value)
			want = p.once(n)
		}
		present := schema.NewObject()
		present.Set("required", schema.NewStrings(q.Name))
		if !p.sub(a.and(p.once(present)), want) {
			return false
		}
	}
	return true
}

func (p *prover) impliesProperties(m *members, b part) bool {
	return p.inside(func() bool {
		for _, q := range b.node.Get("properties").Members {
			if m.absent(q.Name) {
				continue
			}
			if !p.sub(m.at(q.Name), b.sub(q.Value)) {
				return false
			}
		}
		return true
	})
}

// undeclared reports whether senders do not know a member with that name.
func (m *members) undeclared(name string) bool {
	_, spoken := slices.BinarySearch(m.names, name)
	return m.known && !spoken
}

// absent reports whether a member with that name cannot exist.
func (m *members) absent(name string) bool {
	if m.f.forbidden[name] {
		return true
	}
	if _, spoken := slices.BinarySearch(m.names, name); !m.closed || spoken {
		return false
	}
	return !slices.ContainsFunc(m.patterns, func(pattern string) bool {
		return compile(pattern).match(name) != no
	})
}

func (p *prover) impliesPattern(m *members, pattern string, b part) bool {
	return p.inside(func() bool {
		if slices.Contains(m.patterns, pattern) && p.sub(m.matching(pattern), b) {
			return true
		}
		re := compile(pattern)
		for _, name := range m.names {
			if re.match(name) != no && !p.sub(m.at(name), b) {
				return false
			}
		}
		for _, other := range m.patterns {
			if !p.sub(m.matching(other), b) {
				return false
			}
		}
		return m.closed || p.sub(m.rest, b)
	})
}

func (p *prover) impliesRest(m *members, b part) bool {
	rest := b.sub(b.node.Get("additionalProperties"))
	theirs := memberList(b.node.Get("patternProperties"))
	return p.inside(func() bool {
		for _, name := range m.names {
			if b.doc.get(b.node.Get("properties"), name) != nil || slices.ContainsFunc(theirs, func(q schema.Member) bool {
				return compile(q.Name).match(name) == yes
			}) {
				continue
			}
			if !p.sub(m.at(name), rest) {
				return false
			}
		}
		for _, pattern := range m.patterns {
			if !slices.ContainsFunc(theirs, func(q schema.Member) bool { return q.Name == pattern }) && !p.sub(m.matching(pattern), rest) {
				return false
			}
		}
		return m.closed || p.sub(m.rest, rest)
	})
}

// discriminators returns, for every required member with few values, a schema for each
// of them.
func (p *prover) discriminators(f *facts, a conj) [][]part {
	var out [][]part
	m := p.members(f, a)
	for _, name := range m.names {
		if !f.required[name] {
			continue
		}
		c := m.at(name)
		if len(c.parts) == 0 {
			continue
		}
		g := p.gather(c)
		if !g.finite || !g.listed && g.types&tInteger != 0 || len(g.values) < 2 || len(g.values) > maxCases {
			continue
		}
		var cases []part
		for _, v := range g.values {
			cases = append(cases, p.caseOf(name, v))
		}
		out = append(out, cases)
	}
	return out
}

// caseOf returns a schema that requires only that a member has a value, the same schema
// for equal arguments.
func (p *prover) caseOf(name string, value *schema.Node) part {
	one, props, n := schema.NewObject(), schema.NewObject(), schema.NewObject()
	one.Set("const", value.Clone())
	props.Set(name, one)
	n.Set("properties", props)
	return p.once(n)
}
