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
	if h.names == nil {
		h.names = map[string]bool{}
		seen := map[*schema.Node]bool{}
		for _, p := range h.parts {
			collect(p, h.names, seen)
		}
	}
	return h.names
}

// noArguments reports whether the place is the arguments of a tool without arguments.
// In other places, an object without properties may have any members.
func (h *home) noArguments() bool {
	return h.top && len(h.parts) == 1 && slices.Equal(assertions(h.parts[0]), []string{"type"})
}

func collect(p part, names map[string]bool, seen map[*schema.Node]bool) {
	if p.node.Kind != schema.Object || seen[p.node] {
		return
	}
	seen[p.node] = true
	if t, ok := p.target(); ok {
		collect(t, names, seen)
	}
	for _, m := range p.node.Members {
		switch m.Name {
		case "properties":
			for _, q := range m.Value.Members {
				names[q.Name] = true
			}
		case "required":
			for _, e := range m.Value.Elems {
				names[e.StringValue()] = true
			}
		case "allOf", "anyOf", "oneOf":
			for _, e := range p.list(m.Name) {
				collect(e, names, seen)
			}
		case "if", "then", "else":
			collect(p.sub(m.Value), names, seen)
		case "dependentSchemas", "dependencies", "dependentRequired":
			for _, q := range m.Value.Members {
				names[q.Name] = true
				for _, e := range q.Value.Elems {
					names[e.StringValue()] = true
				}
				collect(p.sub(q.Value), names, seen)
			}
		}
	}
}

// widen returns c with a home. c is the conjunction for one member or element of the
// value that h is the home of. The new home has the schemas that any branch applies to
// this member or element, because senders know the names in all branches. below returns
// the schemas that one schema of the value applies to it.
func (h *home) widen(c conj, below func(part) []part) conj {
	if h == nil {
		return c
	}
	parts := c.parts
	for _, q := range h.all() {
		if q.refOnly() {
			continue
		}
		for _, s := range below(q) {
			if !slices.Contains(parts, s) {
				parts = append(slices.Clip(parts), s)
			}
		}
	}
	if len(parts) > len(c.parts) {
		c.home = &home{parts: parts}
	}
	return c
}

// all returns every schema that may apply to the place, or nil if the conjunction is
// already complete.
func (h *home) all() []part {
	if h.forms == nil {
		h.forms = []part{}
		choice := false
		for _, q := range h.parts {
			h.forms = append(h.forms, forms(q, &choice)...)
		}
		if !choice {
			h.forms = []part{}
		}
	}
	return h.forms
}

// forms returns the schemas that may apply where p does, and sets choice if some of
// them need not apply.
func forms(p part, choice *bool) []part {
	var out []part
	seen := map[*schema.Node]bool{}
	var visit func(q part)
	visit = func(q part) {
		if q.node == nil || q.node.Kind != schema.Object || seen[q.node] || len(out) >= maxSpread {
			return
		}
		seen[q.node] = true
		out = append(out, q)
		if t, ok := q.target(); ok {
			visit(t)
		}
		for _, m := range q.node.Members {
			switch m.Name {
			case "allOf", "anyOf", "oneOf":
				*choice = *choice || m.Name != "allOf"
				for _, e := range q.list(m.Name) {
					visit(e)
				}
			case "if", "then", "else":
				*choice = true
				visit(q.sub(m.Value))
			case "dependentSchemas", "dependencies":
				*choice = true
				for _, e := range m.Value.Members {
					visit(q.sub(e.Value))
				}
			}
		}
	}
	visit(p)
	return out
}
