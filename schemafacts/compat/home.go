package compat

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// home is the context of a place: all schemas that apply to it, in any branch.
type home struct {
	parts []part
	top   bool // the place is the arguments themselves
	names map[string]bool
	forms []part // all schemas that may apply, nil if not computed
}

// declares returns the names of all members that the schemas of a place mention, in any
// branch.
func (h *home) declares() map[string]bool {
	if h.names != nil {
		return h.names
	}
	h.names = map[string]bool{}
	for _, q := range h.all() {
		for _, m := range memberList(q.node.Get("properties")) {
			h.names[m.Name] = true
		}
		for _, name := range q.node.Get("required").Strings() {
			h.names[name] = true
		}
		for _, k := range []string{"dependentSchemas", "dependencies", "dependentRequired"} {
			for _, m := range memberList(q.node.Get(k)) {
				h.names[m.Name] = true
				for _, name := range m.Value.Strings() {
					h.names[name] = true
				}
			}
		}
	}
	return h.names
}

// noArguments reports whether the place is the arguments of a tool without arguments.
// In other places, an object without properties may have any members.
func (h *home) noArguments() bool {
	return h.top && len(h.parts) == 1 && slices.Equal(assertions(h.parts[0]), []string{"type"})
}

// with adds a schema to a conjunction and to its home.
func (c conj) with(p part) conj {
	parts := append(slices.Clip(c.parts), p)
	return conj{parts: parts, home: &home{parts: parts}}
}

// below returns the schemas of a member or element of the value. of returns those that one
// schema of the value applies to it. The schemas of branches, which need not apply, are only
// in its home, because senders know the names in all branches.
func (f *facts) below(of func(part) []part) conj {
	c := newConj(false)
	for _, n := range f.nodes {
		if !n.refOnly() {
			for _, s := range of(n) {
				c = c.with(s)
			}
		}
	}
	parts := c.parts
	for _, q := range f.home.all() {
		for _, s := range of(q) {
			if !slices.Contains(parts, s) {
				parts = append(slices.Clip(parts), s)
			}
		}
	}
	c.home = &home{parts: parts}
	return c
}

// all returns every schema that may apply to the place.
func (h *home) all() []part {
	if h.forms == nil {
		h.forms = spread(h.parts...)
	}
	return h.forms
}

// maxSpread is the greatest number of schemas that a proof examines for one place.
const maxSpread = 300

// spread returns all schemas that may apply where parts do: the parts, and the schemas to
// which they refer or which they combine or apply under a condition.
func spread(parts ...part) []part {
	out := []part{}
	seen := map[*schema.Node]bool{}
	var visit func(q part)
	visit = func(q part) {
		if q.node.Kind != schema.Object || seen[q.node] || len(out) >= maxSpread {
			return
		}
		seen[q.node] = true
		if t, ok := q.target(); ok {
			visit(t)
		}
		if q.refOnly() {
			return
		}
		out = append(out, q)
		for _, m := range q.node.Members {
			switch m.Name {
			case "allOf", "anyOf", "oneOf":
				for _, e := range q.list(m.Name) {
					visit(e)
				}
			case "if", "then", "else":
				visit(q.sub(m.Value))
			case "dependentSchemas", "dependencies":
				for _, e := range m.Value.Members {
					visit(q.sub(e.Value))
				}
			}
		}
	}
	for _, q := range parts {
		visit(q)
	}
	return out
}
