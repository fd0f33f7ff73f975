package handlerargs

import (
	"fmt"
	"slices"

	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// This file finds what a handler does if a call omits an argument or passes null.

// required reports an optional argument without which the handler always fails.
func (c *checker) required(h *handler, key string) {
	i := slices.IndexFunc(h.Reads, func(r schemafacts.Read) bool { return r.Key == key && r.Demanded })
	if i < 0 {
		return
	}
	for _, t := range h.tools {
		prop := t.Input().Get("properties").Get(key)
		if prop == nil || prop.Kind != schema.Object || prop.Has("default") {
			return
		}
		if required := t.Input().Get("required"); required != nil {
			if len(required.Holes()) > 0 || slices.ContainsFunc(required.Elems, func(e *schema.Node) bool { return e.StringValue() == key }) {
				return
			}
		}
	}
	c.tell(c.readAt(h.tools[0], h.Reads[i]), "required", h.tools[0], fmt.Sprintf("tool %q: argument %q is optional in the input schema, but the handler fails without it", h.tools[0].Name, key))
}

// fallback reports an argument if the handler replaces a missing value by another
// default than the tool declares.
func (c *checker) fallback(h *handler, key string) {
	list := h.of(key)
	if slices.ContainsFunc(list, func(r schemafacts.Read) bool {
		return r.Default == "" || r.Default != list[0].Default || r.Demanded || r.Field && (r.Default == "false" || c.completes(r))
	}) {
		return
	}
	got, err := schema.Parse([]byte(list[0].Default))
	if err != nil || got.Kind != schema.Bool && (got.Text == "" || got.Text == "0") {
		return // nothing yet: a replacement may follow
	}
	where := "default in the input schema is"
	for _, t := range h.tools {
		prop := t.Input().Get("properties").Get(key)
		want := prop.Get("default")
		if want == nil && prop != nil && prop.Kind == schema.Object {
			want, where = saidDefault(prop.Get("description").StringValue()), "description names the default"
		} else if h.Checked {
			return
		}
		if want == nil || want.Kind != got.Kind || schema.Equal(want, got) {
			return
		}
		if t == h.tools[len(h.tools)-1] {
			c.tell(c.readAt(h.tools[0], list[0]), "default", h.tools[0], fmt.Sprintf("tool %q: without argument %q the handler uses %s, but the %s %s", h.tools[0].Name, key, got, where, want))
		}
	}
}

// null reports an argument that may be null according to the schema, if the handler
// fails when it is null.
func (c *checker) null(h *handler, key string) {
	i := slices.IndexFunc(h.Reads, func(r schemafacts.Read) bool { return r.Key == key && r.NotNull })
	if i < 0 {
		return
	}
	for _, t := range h.tools {
		if !takesNull(t, key) {
			return
		}
	}
	c.tell(c.readAt(h.tools[0], h.Reads[i]), "null", h.tools[0], fmt.Sprintf("tool %q: argument %q may be null in the input schema, but the handler fails then", h.tools[0].Name, key))
}

// takesNull reports whether a tool's schema names null among the types of a
// parameter.
func takesNull(t *schemafacts.Tool, key string) bool {
	prop := t.Input().Get("properties").Get(key)
	if prop == nil {
		return false
	}
	if isNull(prop) {
		return true
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if list := prop.Get(keyword); list != nil && slices.ContainsFunc(list.Elems, isNull) {
			return true
		}
	}
	return false
}

// isNull reports whether null is among the types of a schema.
func isNull(n *schema.Node) bool {
	typ := n.Get("type")
	return typ != nil && (typ.StringValue() == "null" || slices.ContainsFunc(typ.Elems, func(e *schema.Node) bool { return e.StringValue() == "null" }))
}
