package compat

import (
	"maps"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// members are the constraints of a conjunction on the members of an object.
type members struct {
	f     *facts
	home  *home
	names []string // the mentioned names, sorted
	// rest are the schemas of all other members.
	rest conj
	// closed reports whether there are no other members.
	closed bool
	// known reports whether senders know all names.
	known bool
}

// members returns the constraints of a on the members of an object. f are the facts of a.
func (p *prover) members(f *facts, a conj) *members {
	if f.object == nil || f.object.home != a.home {
		f.object = p.newMembers(f, a)
	}
	return f.object
}

func (p *prover) newMembers(f *facts, a conj) *members {
	m := &members{home: a.home, f: f, rest: newConj(false)}
	names := maps.Clone(f.required)
	free := true
	for _, n := range f.nodes {
		if n.refOnly() {
			continue
		}
		for _, q := range memberList(n.node.Get("properties")) {
			names[q.Name] = true
		}
		rest := n.node.Get("additionalProperties")
		if len(memberList(n.node.Get("patternProperties"))) > 0 {
			free = false // and the members that do not match are unknown
		} else if rest != nil {
			free = free && rest.IsTrue()
			m.rest = m.rest.with(n.sub(rest))
		}
	}
	if p.declaredOnly && free {
		declared := a.home.declares()
		m.known = len(declared) > 0 || a.home.noArguments()
		maps.Copy(names, declared)
	}
	m.closed = m.known || slices.ContainsFunc(m.rest.parts, func(q part) bool { return q.node.IsFalse() })
	m.names = slices.Sorted(maps.Keys(names))
	return m
}

func memberList(n *schema.Node) []schema.Member {
	if n == nil {
		return nil
	}
	return n.Members
}

// at returns the schemas of the member with that name.
func (m *members) at(name string) conj {
	return m.f.below(func(q part) []part {
		schemas, _ := memberSchemas(q, name)
		return schemas
	})
}

func (p *prover) impliesMembers(f *facts, a conj, b part, keyword string) bool {
	v := b.node.Get(keyword)
	if keyword == "required" {
		return !slices.ContainsFunc(v.Elems, func(e *schema.Node) bool { return !f.required[e.StringValue()] })
	}
	m := p.members(f, a)
	return p.inside(func() bool {
		return !slices.ContainsFunc(v.Members, func(q schema.Member) bool {
			return !m.absent(q.Name) && !p.sub(m.at(q.Name), b.sub(q.Value))
		})
	})
}

// impliesRest reports whether the schema of b for undeclared members accepts all members
// that b does not declare. Those that match a pattern of b count as undeclared.
func (p *prover) impliesRest(m *members, b part) bool {
	rest := b.sub(b.node.Get("additionalProperties"))
	return p.inside(func() bool {
		for _, name := range m.names {
			if b.doc.get(b.node.Get("properties"), name) == nil && !p.sub(m.at(name), rest) {
				return false
			}
		}
		return m.closed || p.sub(m.rest, rest)
	})
}

// absent reports whether a member with that name cannot exist.
func (m *members) absent(name string) bool {
	_, mentioned := slices.BinarySearch(m.names, name)
	return m.closed && !mentioned
}
