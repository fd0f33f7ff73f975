package tools

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// prepare validates the arguments of a call, adds the defaults of missing members,
// and returns the result. It adds the defaults in a branch of anyOf only if the
// branch matches. It writes integers without a fraction, because 5.0 is an integer in
// JSON Schema but not for encoding/json.
func (d *document) prepare(raw json.RawMessage) (json.RawMessage, []Problem) {
	if text := bytes.TrimSpace(raw); len(text) == 0 || string(text) == "null" {
		raw = json.RawMessage("{}")
	}
	v, err := decode(raw)
	if err != nil {
		return nil, d.whole(reasonDecode, "the arguments are not valid JSON: "+err.Error())
	}
	if _, ok := v.(map[string]any); !ok {
		return nil, d.whole(reasonNotAnObject, "the arguments are "+describe(v)+"; they must be an object")
	}
	if problems := d.validate(v, len(raw), "argument "); len(problems) > 0 {
		return nil, problems
	}
	w := newWalk(d, len(raw))
	w.quiet = 1
	w.complete(d.root, v, nil, func(any) {})
	for i := 0; i < len(w.edits); i++ { // not before: an edit may change which forms match, and default values may have defaults
		w.edits[i]()
	}
	if w.steps < 0 {
		return nil, d.whole(reasonDecode, "the arguments cannot be completed in reasonable time")
	}
	out, err := encode(v)
	if err != nil {
		return nil, d.whole(reasonDecode, "the arguments cannot be written: "+err.Error())
	}
	return out, nil
}

// complete collects the edits that complete a value which matches n. It calls
// set to replace the value.
func (w *walk) complete(n *node, v any, p *place, set func(any)) {
	if w.steps--; n == nil || w.steps < 0 {
		return
	}
	switch v := v.(type) {
	case json.Number:
		if text := v.String(); slices.Contains(n.Type, "integer") && strings.ContainsAny(text, ".eE") {
			if r := parseNumber(v); r != nil {
				w.edits = append(w.edits, func() { set(json.Number(r.Num().String())) })
			}
		}
	case []any:
		for i, e := range v {
			w.complete(n.item(i), e, p.element(i), func(x any) { v[i] = x })
		}
	case map[string]any:
		w.completeObject(n, v, p)
	}
	w.complete(n.ref, v, p, set)
	for _, sub := range n.AllOf {
		w.complete(sub, v, p, set)
	}
	for _, forms := range [][]*node{n.AnyOf, n.OneOf} {
		for _, form := range forms {
			if w.valid(form, v, p) {
				w.complete(form, v, p, set) // the first that matches: two may have defaults that exclude each other
				break
			}
		}
	}
}

func (w *walk) completeObject(n *node, v map[string]any, p *place) {
	for name, e := range sortedAll(v) {
		w.complete(n.member(name), e, p.member(name), func(x any) { v[name] = x })
	}
	for name, sub := range sortedAll(n.Properties) {
		text := sub.byDefault()
		if _, given := v[name]; given || text == nil {
			continue
		}
		w.edits = append(w.edits, func() {
			if _, given := v[name]; !given {
				v[name], _ = decode(text) // it was JSON before
				w.complete(sub, v[name], p.member(name), func(x any) { v[name] = x })
			}
		})
	}
}

// byDefault returns the default of a property: its own default, or the default of the
// definition to which it refers.
func (n *node) byDefault() json.RawMessage {
	for ; n != nil; n = n.ref {
		if n.Default != nil {
			return n.Default
		}
	}
	return nil
}

// withoutNull returns the JSON of a struct without the members that are null because a
// slice, map or pointer is nil, if their schema doesn't allow null. Required lists and objects
// become empty.
func (d *document) withoutNull(raw json.RawMessage) (json.RawMessage, error) {
	v, err := decode(raw)
	w := newWalk(d, len(raw))
	w.quiet = 1
	w.dropNull(d.root, v)
	if err != nil {
		return nil, err
	}
	return encode(v)
}

func (w *walk) dropNull(n *node, v any) {
	if w.steps--; n == nil || w.steps < 0 {
		return
	}
	w.dropNull(n.ref, v)
	for _, form := range n.AnyOf {
		w.dropNull(form, v)
	}
	switch v := v.(type) {
	case []any:
		for i, e := range v {
			w.dropNull(n.item(i), e)
		}
	case map[string]any:
		for name, e := range v {
			sub := n.member(name)
			switch w.dropNull(sub, e); {
			case e != nil || sub == nil || w.silently(sub, nil, nil):
			case !slices.Contains(n.Required, name):
				delete(v, name)
			default:
				v[name] = sub.empty()
			}
		}
	}
}

// empty returns an empty list or object if n describes one, else nil.
func (n *node) empty() any {
	switch {
	case n == nil:
		return nil
	case slices.Contains(n.Type, "array"):
		return []any{}
	case slices.Contains(n.Type, "object"):
		return map[string]any{}
	}
	return n.ref.empty()
}

// property returns the schema of a property.
func (d *document) property(name string) json.RawMessage {
	for n := d.root; n != nil; n = n.ref {
		if sub := n.Properties[name]; sub != nil {
			return d.schema(sub)
		}
	}
	return d.root.raw
}
