package tools

import (
	"bytes"
	"encoding/json"
	"slices"
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
	if w.steps < 0 {
		return nil, d.whole(reasonDecode, "the arguments cannot be completed in reasonable time")
	}
	for _, edit := range w.edits { // not before: an edit may change which forms match
		edit()
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, d.whole(reasonDecode, "the arguments cannot be written: "+err.Error())
	}
	return bytes.TrimSpace(out.Bytes()), nil
}

// complete collects the edits that complete a value which matches n. It calls
// set to replace the value.
func (w *walk) complete(n *node, v any, p *place, set func(any)) {
	if w.steps--; n == nil || w.steps < 0 {
		return
	}
	switch v := v.(type) {
	case json.Number:
		if slices.Contains(n.types, "integer") {
			if text, ok := parseNumber(v).integerText(); ok && text != v.String() {
				w.edits = append(w.edits, func() { set(json.Number(text)) })
			}
		}
	case []any:
		for i, e := range v {
			sub := n.items
			if i < len(n.prefix) {
				sub = n.prefix[i]
			}
			w.complete(sub, e, p.element(i), func(x any) { v[i] = x })
		}
	case map[string]any:
		w.completeObject(n, v, p)
	}
	w.complete(n.ref, v, p, set)
	for _, sub := range n.allOf {
		w.complete(sub, v, p, set)
	}
	for _, forms := range [][]*node{n.anyOf, n.oneOf} {
		for _, form := range forms {
			if w.valid(form, v, p, nil) {
				w.complete(form, v, p, set) // the first that matches: two may have defaults that exclude each other
				break
			}
		}
	}
	if n.test != nil {
		branch := n.other
		if w.valid(n.test, v, p, nil) {
			branch = n.then
		}
		w.complete(branch, v, p, set)
	}
}

func (w *walk) completeObject(n *node, v map[string]any, p *place) {
	for name, e := range sortedAll(v) {
		for _, sub := range n.about(name) {
			w.complete(sub, e, p.member(name), func(x any) { v[name] = x })
		}
	}
	for name, sub := range sortedAll(n.properties) {
		if _, given := v[name]; given {
			continue
		}
		if text := sub.byDefault(); text != nil {
			w.edits = append(w.edits, func() {
				if _, given := v[name]; !given {
					v[name], _ = decode(text) // it was JSON before
				}
			})
		}
	}
	for name, sub := range sortedAll(n.dependent) {
		if _, given := v[name]; given {
			w.complete(sub, v, p, func(any) {})
		}
	}
}

// byDefault returns the default of a property: its own default, or the default of the
// definition to which it refers.
func (n *node) byDefault() json.RawMessage {
	for ; n != nil; n = n.ref {
		if n.fallback != nil {
			return n.fallback
		}
	}
	return nil
}
