package main

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// values makes random JSON values of what two schemas speak of.
type values struct {
	*rand.Rand
	names   []string
	scalars []any
}

func newValues(r *rand.Rand, docs ...any) *values {
	v := &values{Rand: r, names: []string{"a", "zz"}, scalars: []any{nil, true, false, "", "a", json.Number("0"), json.Number("1")}}
	for _, d := range docs {
		v.harvest(d)
	}
	slices.Sort(v.names)
	v.names = slices.Compact(v.names)
	return v
}

func (v *values) harvest(d any) {
	switch d := d.(type) {
	case map[string]any:
		for _, k := range keysOf(d) {
			if k == "properties" || k == "dependentRequired" || k == "dependentSchemas" {
				if m, ok := d[k].(map[string]any); ok {
					v.names = append(v.names, keysOf(m)...)
				}
			}
			v.harvest(d[k])
		}
	case []any:
		for _, e := range d {
			v.harvest(e)
		}
	case string:
		v.scalars = append(v.scalars, d)
		v.names = append(v.names, d)
	case json.Number:
		if f, err := d.Float64(); err == nil && f < 1e6 && f > -1e6 {
			for _, x := range []float64{f - 1, f - 0.5, f, f + 0.5, f + 1} {
				v.scalars = append(v.scalars, json.Number(strconv.FormatFloat(x, 'f', -1, 64)))
			}
			if f >= 0 && f < 40 {
				v.scalars = append(v.scalars, strings.Repeat("a", int(f)), strings.Repeat("b", int(f)+1))
			}
		}
	}
}

func keysOf(m map[string]any) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func (v *values) value(depth int) any {
	if depth == 0 || v.IntN(4) == 0 {
		return v.scalars[v.IntN(len(v.scalars))]
	}
	if v.IntN(4) == 0 {
		out := []any{}
		for range v.IntN(4) {
			out = append(out, v.value(depth-1))
		}
		return out
	}
	out := map[string]any{}
	for range v.IntN(5) {
		out[v.names[v.IntN(len(v.names))]] = v.value(depth - 1)
	}
	return out
}

// walker follows a value through a schema.
type walker struct{ root any }

func (w *walker) resolve(ref string) any {
	at := w.root
	for _, tok := range strings.Split(strings.TrimPrefix(ref, "#"), "/")[1:] {
		m, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		at = m[strings.NewReplacer("~1", "/", "~0", "~").Replace(tok)]
	}
	return at
}

// here returns the schemas that speak of the same place; direct ones are those
// that always hold.
func (w *walker) here(parts []any, direct bool) []map[string]any {
	var out []map[string]any
	var visit func(p any, depth int)
	visit = func(p any, depth int) {
		m, ok := p.(map[string]any)
		if !ok || depth > 12 || len(out) > 400 {
			return
		}
		out = append(out, m)
		if ref, ok := m["$ref"].(string); ok && strings.HasPrefix(ref, "#") {
			visit(w.resolve(ref), depth+1)
		}
		for _, k := range []string{"allOf", "anyOf", "oneOf"} {
			list, _ := m[k].([]any)
			if direct && k != "allOf" {
				continue
			}
			for _, e := range list {
				visit(e, depth+1)
			}
		}
		if direct {
			return
		}
		for _, k := range []string{"if", "then", "else"} {
			visit(m[k], depth+1)
		}
		deps, _ := m["dependentSchemas"].(map[string]any)
		for _, k := range keysOf(deps) {
			visit(deps[k], depth+1)
		}
	}
	for _, p := range parts {
		visit(p, 0)
	}
	return out
}

// loops reports whether a schema refers to itself for the same value.
func (w *walker) loops(p any, above []string) bool {
	m, ok := p.(map[string]any)
	if !ok {
		if list, isList := p.([]any); isList {
			return slices.ContainsFunc(list, func(e any) bool { return w.loops(e, above) })
		}
		return false
	}
	for _, k := range keysOf(m) {
		next := above
		switch k {
		case "allOf", "anyOf", "oneOf", "if", "then", "else", "not":
		case "dependentSchemas":
			deps, _ := m[k].(map[string]any)
			for _, name := range keysOf(deps) {
				if w.loops(deps[name], next) {
					return true
				}
			}
			continue
		case "$ref":
			ref, _ := m[k].(string)
			if slices.Contains(above, ref) || len(above) > 20 || !strings.HasPrefix(ref, "#/") {
				return true
			}
			if w.loops(w.resolve(ref), append(slices.Clip(above), ref)) {
				return true
			}
			continue
		default:
			next = nil
			if above != nil {
				continue // Another place, which the walk from the root sees too.
			}
		}
		if w.loops(m[k], next) {
			return true
		}
	}
	return false
}

// declared reports whether a value has only members that its schema declares,
// where it declares any and leaves the others open. A strict answer does not
// count that a form which may not hold gives others a schema.
func (w *walker) declared(v any, parts []any, top, strict bool) bool {
	all := w.here(parts, false)
	switch v := v.(type) {
	case map[string]any:
		names, free := map[string]bool{}, true
		for _, m := range all {
			props, _ := m["properties"].(map[string]any)
			for k := range props {
				names[k] = true
			}
			for _, k := range []string{"dependentRequired", "dependentSchemas"} {
				deps, _ := m[k].(map[string]any)
				for name, d := range deps {
					names[name] = true
					list, _ := d.([]any)
					for _, e := range list {
						names[e.(string)] = true
					}
				}
			}
			list, _ := m["required"].([]any)
			for _, e := range list {
				names[e.(string)] = true
			}
		}
		for _, m := range w.here(parts, strict) {
			if _, isMap := m["additionalProperties"].(map[string]any); isMap || m["patternProperties"] != nil {
				free = false
			}
		}
		if m, ok := first(parts).(map[string]any); top && ok && len(m) == 1 && m["type"] != nil && len(v) > 0 {
			return false // A tool without arguments.
		}
		for k, e := range v {
			if free && len(names) > 0 && !names[k] || !w.declared(e, members(all, k), false, strict) {
				return false
			}
		}
		return true
	case []any:
		for i, e := range v {
			var below []any
			for _, m := range all {
				prefix, _ := m["prefixItems"].([]any)
				if i < len(prefix) {
					below = append(below, prefix[i])
				} else if m["items"] != nil {
					below = append(below, m["items"])
				}
			}
			if !w.declared(e, below, false, strict) {
				return false
			}
		}
	}
	return true
}

func first(parts []any) any {
	if len(parts) == 0 {
		return nil
	}
	return parts[0]
}

func members(all []map[string]any, name string) []any {
	var out []any
	for _, m := range all {
		props, _ := m["properties"].(map[string]any)
		s, covered := props[name]
		if covered {
			out = append(out, s)
		}
		patterns, _ := m["patternProperties"].(map[string]any)
		for p, s := range patterns {
			if re, err := regexp.Compile(p); err == nil && re.MatchString(name) {
				out, covered = append(out, s), true
			}
		}
		if !covered {
			out = append(out, m["additionalProperties"])
		}
	}
	return out
}
