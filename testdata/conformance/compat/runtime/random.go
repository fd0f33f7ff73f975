package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/testdata/conformance/compat/randtool"
)

// generator makes schemas, and values that have something to do with them.
type generator struct{ randtool.Generator }

func (g generator) schema() string {
	text, more := g.Tool(), 0
	if g.IntN(3) > 0 {
		text, more = g.Document(), g.IntN(4)
	}
	var root map[string]any
	if err := json.Unmarshal([]byte(text), &root); err != nil {
		panic(err)
	}
	g.sprinkle(root, more)
	if g.IntN(2) == 0 {
		prune(root)
	}
	out, err := json.Marshal(root) // each keyword once
	if err != nil {
		panic(err)
	}
	return string(out)
}

// sprinkle adds keywords that randschema does not know.
func (g generator) sprinkle(root map[string]any, n int) {
	var objects []map[string]any
	g.schemas(root, &objects)
	for range n {
		at := objects[g.IntN(len(objects))]
		switch g.IntN(6) {
		case 0:
			at["unevaluatedProperties"] = g.IntN(2) == 0
		case 1:
			at["unevaluatedProperties"] = map[string]any{"type": "integer"}
		case 2:
			at["unevaluatedItems"] = g.IntN(2) == 0
		case 3:
			at["unevaluatedItems"] = map[string]any{"type": "string"}
		case 4:
			at["format"] = g.oneOf(slices.Sorted(maps.Keys(formats)))
		case 5:
			at["type"] = []any{"integer", "null", "object"}
		}
	}
}

// unchecked are keywords that the runtime does not check: schemavet generate refuses them. Half
// of the schemas have none, so that the runtime has something to judge.
var unchecked = []string{"patternProperties", "not", "if", "then", "else", "contains", "minContains", "maxContains", "dependentSchemas",
	"unevaluatedProperties", "unevaluatedItems"}

// prune removes the keywords that the runtime does not check.
func prune(v any) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range unchecked {
			delete(v, key)
		}
		for _, sub := range v {
			prune(sub)
		}
	case []any:
		for _, sub := range v {
			prune(sub)
		}
	}
}

// schemas collects the schemas of a document that are objects.
func (g generator) schemas(v any, out *[]map[string]any) {
	m, ok := v.(map[string]any)
	if !ok {
		return
	}
	*out = append(*out, m)
	for _, k := range slices.Sorted(maps.Keys(m)) {
		switch k {
		case "properties", "patternProperties", "$defs", "dependentSchemas":
			subs, _ := m[k].(map[string]any)
			for _, name := range slices.Sorted(maps.Keys(subs)) {
				g.schemas(subs[name], out)
			}
		case "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames":
			g.schemas(m[k], out)
		case "allOf", "anyOf", "oneOf", "prefixItems":
			list, _ := m[k].([]any)
			for _, sub := range list {
				g.schemas(sub, out)
			}
		}
	}
}

// formats are texts of each format, and some that look like it. "@a" is not
// among them: the first validator takes it for an email address. Neither are leap seconds
// and dates in small letters, which package time refuses.
var formats = map[string][]string{
	"email":     {"a@b.cc", "a.b+c@d", `"a b"@c.d`, "a@[1.2.3.4]", "a@[IPv6:::1]", "a..b@c", "a@", "a b@c", "a@-b"},
	"uri":       {"http://a.b/c?d#e", "a:b", "/a", "a", "http://::1/", "http://[::1]/", "http://a b/", ":"},
	"date-time": {"2024-02-29T23:59:59Z", "2023-02-29T00:00:00Z", "2024-01-01T00:00:00", "2024-01-01 00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:59:59+01:00", "2024-01-01T00:00:00.5-00:00"},
	"date":      {"2024-02-29", "2023-02-29", "2024-1-1", "0000-01-01"},
	"uuid":      {"00000000-0000-0000-0000-000000000000", "0000000-00000-0000-0000-000000000000", "ABCDEFab-0000-0000-0000-00000000000g"},
	"ipv4":      {"1.2.3.4", "01.2.3.4", "1.2.3", "1.2.3.256", "::1"},
	"ipv6":      {"::1", "::1%a", "1::2::3", "::ffff:1.2.3.4", "1.2.3.4"},
	"hostname":  {"a", "a.b-c", "a.", "-a", "a_b", "", ".", strings.Repeat("a", 64)},
	"duration":  {"P1Y2M3DT4H5M6S", "P3W", "PT1S", "", "P", "PT", "P1DT", "1D", "P1S"},
	"regex":     {"a+", "(", "[", `\d`, ""},
}

// circular reports whether a schema refers to itself for the same value, where
// other validators do not end.
func circular(root, v any, above []string) bool {
	m, ok := v.(map[string]any)
	if !ok {
		return false
	}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		switch k {
		case "$ref":
			ref := m[k].(string)
			if slices.Contains(above, ref) {
				return true
			}
			defs, _ := root.(map[string]any)["$defs"].(map[string]any)
			if circular(root, defs[strings.TrimPrefix(ref, "#/$defs/")], append(slices.Clip(above), ref)) {
				return true
			}
		case "allOf", "anyOf", "oneOf":
			for _, sub := range m[k].([]any) {
				if circular(root, sub, above) {
					return true
				}
			}
		case "not", "if", "then", "else":
			if circular(root, m[k], above) {
				return true
			}
		case "items", "additionalProperties", "contains", "propertyNames", "unevaluatedProperties", "unevaluatedItems":
			if above == nil && circular(root, m[k], nil) {
				return true
			}
		case "prefixItems":
			for _, sub := range m[k].([]any) {
				if above == nil && circular(root, sub, nil) {
					return true
				}
			}
		case "properties", "patternProperties", "$defs", "dependentSchemas":
			for _, sub := range m[k].(map[string]any) {
				if k == "dependentSchemas" && circular(root, sub, above) || above == nil && circular(root, sub, nil) {
					return true
				}
			}
		}
	}
	return false
}

// value returns a random value, most often one that looks like the schema.
func (g generator) value(doc any, i int) []byte {
	h := &harvest{}
	h.add(doc)
	v := g.like(doc, doc, h, 4)
	if i == 3 {
		v = g.any(h, 3)
	}
	out, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return out
}

// like returns a value that follows what a schema says, with some mistakes.
func (g generator) like(root, s any, h *harvest, depth int) any {
	m, ok := s.(map[string]any)
	if !ok || depth == 0 || g.IntN(8) == 0 {
		return g.any(h, min(depth, 2))
	}
	if c, ok := m["const"]; ok && g.IntN(3) > 0 {
		return c
	}
	if g.IntN(3) > 0 {
		for _, k := range []string{"enum", "$ref", "allOf", "anyOf", "oneOf", "then"} {
			switch sub := m[k].(type) {
			case nil:
				continue
			case string:
				defs, _ := root.(map[string]any)["$defs"].(map[string]any)
				return g.like(root, defs[strings.TrimPrefix(sub, "#/$defs/")], h, depth-1)
			case []any:
				if k == "enum" {
					return sub[g.IntN(len(sub))]
				}
				return g.like(root, sub[g.IntN(len(sub))], h, depth-1)
			default:
				return g.like(root, sub, h, depth-1)
			}
		}
	}
	kind, _ := m["type"].(string)
	if list, ok := m["type"].([]any); ok {
		kind, _ = list[g.IntN(len(list))].(string)
	}
	if f, ok := m["format"].(string); ok && g.IntN(3) > 0 {
		if texts := formats[f]; texts != nil {
			return g.oneOf(texts)
		}
	}
	props, _ := m["properties"].(map[string]any)
	switch {
	case kind == "object", kind == "" && props != nil:
		out := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(props)) {
			if g.IntN(4) > 0 {
				out[name] = g.like(root, props[name], h, depth-1)
			}
		}
		if g.IntN(3) == 0 {
			out[g.oneOf(append(h.names, "a", "zz"))] = g.like(root, m["additionalProperties"], h, depth-1)
		}
		return out
	case kind == "array", kind == "" && (m["items"] != nil || m["contains"] != nil || m["prefixItems"] != nil):
		out := []any{}
		prefix, _ := m["prefixItems"].([]any)
		for i := range g.IntN(4) {
			sub := m["items"]
			if i < len(prefix) {
				sub = prefix[i]
			} else if m["contains"] != nil && g.IntN(2) == 0 {
				sub = m["contains"]
			}
			out = append(out, g.like(root, sub, h, depth-1))
		}
		return out
	}
	return g.any(h, 1)
}

func (g generator) oneOf(texts []string) string { return texts[g.IntN(len(texts))] }

func (g generator) any(h *harvest, depth int) any {
	switch n := g.IntN(12); {
	case depth > 0 && n < 2:
		out := []any{}
		for range g.IntN(4) {
			out = append(out, g.any(h, depth-1))
		}
		return out
	case depth > 0 && n < 5:
		out := map[string]any{}
		for range g.IntN(4) {
			out[g.oneOf(append(h.names, "a", "b", "ab"))] = g.any(h, depth-1)
		}
		return out
	case n < 7 && len(h.scalars) > 0:
		return h.scalars[g.IntN(len(h.scalars))]
	}
	return json.RawMessage(g.oneOf([]string{"null", "true", "false", "0", "1", "1.0", "-1", "2", "1.5", "1e2", "100", `""`, `"a"`, `"ab"`, `"b"`, `"abc"`}))
}

// harvest is what a schema speaks of.
type harvest struct {
	names   []string
	scalars []any
}

func (h *harvest) add(v any) {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if sub, ok := v[k].(map[string]any); ok && k == "properties" {
				h.names = append(h.names, slices.Sorted(maps.Keys(sub))...)
			}
			h.add(v[k])
		}
	case []any:
		for _, e := range v {
			h.add(e)
		}
	case string:
		h.scalars = append(h.scalars, v)
		h.names = append(h.names, v)
	case json.Number:
		f, err := v.Float64()
		if err != nil {
			panic(fmt.Sprint(v, err))
		}
		for _, x := range []float64{f - 1, f - 0.5, f, f + 0.5, f + 1} {
			h.scalars = append(h.scalars, json.Number(strconv.FormatFloat(x, 'f', -1, 64)))
		}
		if f >= 0 && f < 40 {
			h.scalars = append(h.scalars, strings.Repeat("é", int(f)), strings.Repeat("b", int(f)+1))
		}
	}
}
