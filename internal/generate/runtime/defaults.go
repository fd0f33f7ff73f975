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
	w.quiet = 1
	v = w.complete([]*node{d.root}, v, nil)
	if w.steps < 0 {
		return nil, d.whole(reasonDecode, "the arguments cannot be completed in reasonable time")
	}
	return must(encode(v)), nil
}

// complete returns a value that matches schemas, completed. It finds the schemas that apply
// before it changes anything, because a default may change which of them do.
func (w *walk) complete(schemas []*node, v any, p *place) any {
	all := w.applying(nil, schemas, v, p)
	below := func(part func(n *node) *node, v any, p *place) any {
		var parts []*node
		for _, n := range all {
			parts = append(parts, part(n))
		}
		return w.complete(parts, v, p)
	}
	switch v := v.(type) {
	case json.Number:
		if slices.ContainsFunc(all, func(n *node) bool { return slices.Contains(n.Type, "integer") }) && strings.ContainsAny(v.String(), ".eE") {
			if r := parseNumber(v); r != nil && r.IsInt() {
				return json.Number(r.Num().String())
			}
		}
	case []any:
		for i, e := range v {
			v[i] = below(func(n *node) *node { return n.item(i) }, e, p.element(i))
		}
	case map[string]any:
		for _, n := range all {
			for name, sub := range n.Properties {
				if e, given := v[name]; sub.Default != nil && (!given || e == nil && w.lenient && !w.takesNull(sub)) {
					v[name], _ = decode(sub.Default) // it was JSON before
				}
			}
		}
		for name, e := range v {
			v[name] = below(func(n *node) *node { return n.member(name) }, e, p.member(name))
		}
	}
	return v
}

// applying appends to out the schemas that apply to v: those in list, those to which they
// refer, and of alternatives the first that matches, because two may have defaults that
// exclude each other.
func (w *walk) applying(out, list []*node, v any, p *place) []*node {
	for _, n := range list {
		if w.steps--; n == nil || w.steps < 0 {
			continue
		}
		out = w.applying(append(out, n), append([]*node{n.ref}, n.AllOf...), v, p)
		for _, forms := range [][]*node{n.AnyOf, n.OneOf} {
			if i := slices.IndexFunc(forms, func(form *node) bool { return w.valid(form, v, p) }); i >= 0 {
				out = w.applying(out, forms[i:i+1], v, p)
			}
		}
	}
	return out
}
