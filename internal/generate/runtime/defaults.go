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
// JSON Schema but not for encoding/json. If lenient is set, null counts as missing.
func (d *document) prepare(raw json.RawMessage, lenient bool) (json.RawMessage, []Problem) {
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
	w := newWalk(d, len(raw))
	w.noun, w.lenient = "argument ", lenient
	if problems := w.check(v); len(problems) > 0 {
		return nil, problems
	}
	w = newWalk(d, len(raw))
	w.quiet, w.lenient = 1, lenient
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
		missing := func() bool {
			e, given := v[name]
			return !given || e == nil && w.lenient && !slices.Contains(sub.kinds(), "null")
		}
		if text == nil || !missing() {
			continue
		}
		w.edits = append(w.edits, func() {
			if missing() { // still: schemas of one value may have defaults for one member
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

// property returns the schema of a property.
func (d *document) property(name string) json.RawMessage {
	for n := d.root; n != nil; n = n.ref {
		if sub := n.Properties[name]; sub != nil {
			return d.schema(sub)
		}
	}
	return d.root.raw
}
