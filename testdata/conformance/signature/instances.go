package main

import (
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// maker makes calls from a schema. They need not be valid: what they are is
// asked from both sides.
type maker struct {
	rng  *rand.Rand
	root *schema.Node
}

func (m maker) chance(percent int) bool { return m.rng.IntN(100) < percent }

// value makes JSON for a schema.
func (m maker) value(n *schema.Node, depth int) any {
	const endless = -3 // the values of the type have no end
	if depth < endless {
		return nil
	}
	if ref := n.Get("$ref").StringValue(); ref != "" {
		n = m.root.Lookup(strings.TrimPrefix(ref, "#"))
	}
	if n == nil || n.Kind != schema.Object {
		return m.anything(2)
	}
	for _, key := range []string{"anyOf", "oneOf", "enum"} {
		list := n.Get(key)
		if list == nil || len(list.Elems) == 0 {
			continue
		}
		e := list.Elems[m.rng.IntN(len(list.Elems))]
		if key == "enum" {
			return tree(e.JSON())
		}
		return m.value(e, depth)
	}
	if c := n.Get("const"); c != nil {
		return tree(c.JSON())
	}
	switch m.kind(n) {
	case "null":
		return nil
	case "boolean":
		return m.chance(50)
	case "integer":
		return m.number(n, true)
	case "number":
		return m.number(n, false)
	case "string":
		return m.text(n)
	case "array":
		return m.list(n, depth)
	case "object":
		return m.object(n, depth)
	}
	return m.anything(2)
}

func (m maker) kind(n *schema.Node) string {
	t := n.Get("type")
	if t != nil && t.Kind == schema.Array && len(t.Elems) > 0 {
		t = t.Elems[m.rng.IntN(len(t.Elems))]
	}
	return t.StringValue()
}

// limit is a bound of a schema.
func limit(n *schema.Node, key string) *big.Rat {
	if v := n.Get(key); v != nil && v.Kind == schema.Number {
		if r, ok := new(big.Rat).SetString(v.Text); ok {
			return r
		}
	}
	return nil
}

// number makes a number in and about the bounds.
func (m maker) number(n *schema.Node, whole bool) any {
	candidates := []*big.Rat{big.NewRat(0, 1), big.NewRat(1, 1), big.NewRat(-1, 1), big.NewRat(int64(m.rng.IntN(100)), 1)}
	steps := []*big.Rat{big.NewRat(0, 1), big.NewRat(1, 1), big.NewRat(-1, 1), big.NewRat(0, 1), big.NewRat(2, 1)}
	if !whole {
		candidates = append(candidates, big.NewRat(1, 2), big.NewRat(-9, 4))
		steps = append(steps, big.NewRat(1, 4))
	}
	for _, key := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"} {
		if r := limit(n, key); r != nil {
			for _, s := range steps {
				candidates = append(candidates, new(big.Rat).Add(r, s))
			}
		}
	}
	return literal(candidates[m.rng.IntN(len(candidates))])
}

// literal is the shortest literal of a number.
func literal(r *big.Rat) json.Number {
	if r.IsInt() {
		return json.Number(r.Num().String())
	}
	f, _ := r.Float64()
	return json.Number(strconv.FormatFloat(f, 'g', -1, 64))
}

var texts = []string{"", "x", "ab", "red", "blue", "deep sea", "xyz1", "größe", "日本語", "12", "-3", "1.5", "true", "null", "300", "007",
	"AQID", "AQ==", "AQ", "!!", "2024-02-29T12:00:00Z", "2024-02-29", "127.0.0.1", "{}", `"x"`, "0x1p4", "1.", "-Inf", "+5", "much longer than any bound allows", "99999999999999999999"}

// text makes a string that fits, if one can be found.
func (m maker) text(n *schema.Node) string {
	fits := func(s string) bool {
		length := big.NewRat(int64(utf8.RuneCountInString(s)), 1)
		if lo, hi := limit(n, "minLength"), limit(n, "maxLength"); lo != nil && length.Cmp(lo) < 0 || hi != nil && length.Cmp(hi) > 0 {
			return false
		}
		p, err := regexp.Compile(n.Get("pattern").StringValue())
		return err != nil || p.MatchString(s)
	}
	switch {
	case m.chance(15):
	case n.Get("format").StringValue() == "date-time":
		return pick(m.rng, "2024-02-29T12:00:00Z", "0001-01-01T00:00:00+01:30")
	case n.Get("contentEncoding").StringValue() == "base64":
		return pick(m.rng, "", "AQID", "AQ==")
	default:
		for range 40 {
			if s := texts[m.rng.IntN(len(texts))]; fits(s) {
				return s
			}
		}
	}
	return texts[m.rng.IntN(len(texts))]
}

func (m maker) count(n *schema.Node, lo, hi string) int {
	count := m.rng.IntN(4)
	if r := limit(n, lo); r != nil {
		v, _ := r.Float64()
		count = int(v) + m.rng.IntN(2)
	}
	if r := limit(n, hi); r != nil {
		if v, _ := r.Float64(); count > int(v) {
			count = int(v)
		}
	}
	if m.chance(10) {
		count = max(0, count+pick(m.rng, -1, 1))
	}
	return count
}

func (m maker) list(n *schema.Node, depth int) any {
	out := []any{}
	if depth <= 0 && limit(n, "minItems") == nil {
		return out
	}
	for range m.count(n, "minItems", "maxItems") {
		out = append(out, m.value(n.Get("items"), depth-1))
	}
	return out
}

func (m maker) object(n *schema.Node, depth int) any {
	obj := map[string]any{}
	required := map[string]bool{}
	if r := n.Get("required"); r != nil {
		for _, e := range r.Elems {
			required[e.Text] = true
		}
	}
	if props := n.Get("properties"); props != nil {
		for _, p := range props.Members {
			if required[p.Name] || depth > 0 && m.chance(60) {
				obj[p.Name] = m.value(p.Value, depth-1)
			}
		}
	}
	extra := n.Get("additionalProperties")
	if extra == nil || extra.IsFalse() || depth <= 0 {
		extra = n.Get("patternProperties")
		if extra == nil || len(extra.Members) == 0 || depth <= 0 {
			return obj
		}
		extra = extra.Members[0].Value
	}
	for range m.count(n, "minProperties", "maxProperties") {
		obj[m.key(n.Get("propertyNames"))] = m.value(extra, depth-1)
	}
	return obj
}

// key makes the key of a map.
func (m maker) key(n *schema.Node) string {
	if n == nil || n.Kind != schema.Object {
		return pick(m.rng, "k", "key", "1", "-2", "low", "red", "0", "7")
	}
	if s, ok := m.value(n, 0).(string); ok {
		return s
	}
	return m.text(n)
}

func (m maker) anything(depth int) any {
	switch n := m.rng.IntN(8); {
	case n == 0:
		return nil
	case n == 1:
		return true
	case n == 2:
		return json.Number(pick(m.rng, "1.5", "0", "-1", "1e30"))
	case n == 3 && depth > 0:
		return []any{m.anything(depth - 1)}
	case n == 4 && depth > 0:
		return map[string]any{"k": m.anything(depth - 1)}
	}
	return texts[m.rng.IntN(len(texts))]
}

// mutate returns a call with one change somewhere, or two.
func (m maker) mutate(v any) any {
	v = clone(v)
	var places []func(any)
	var values []any
	var walk func(v any, set func(any))
	walk = func(v any, set func(any)) {
		places, values = append(places, set), append(values, v)
		switch v := v.(type) {
		case map[string]any:
			for _, k := range sortedKeys(v) {
				walk(v[k], func(x any) { v[k] = x })
			}
		case []any:
			for i := range v {
				walk(v[i], func(x any) { v[i] = x })
			}
		}
	}
	walk(v, func(x any) { v = x })
	i := m.rng.IntN(len(places))
	if i == 0 && m.chance(80) && len(places) > 1 { // the call itself is changed seldom
		i = 1 + m.rng.IntN(len(places)-1)
	}
	places[i](m.change(values[i]))
	return v
}

// change returns something near to a value.
func (m maker) change(v any) any {
	if m.chance(25) {
		return pick[any](m.rng, nil, true, json.Number("1"), json.Number("-1"), json.Number("0.5"), json.Number("1e25"), "", "x", "5", []any{}, map[string]any{}, []any{nil}, m.anything(2))
	}
	switch v := v.(type) {
	case map[string]any:
		return m.changeObject(v)
	case []any:
		switch {
		case len(v) > 0 && m.chance(40):
			return v[:len(v)-1]
		case len(v) > 0 && m.chance(60):
			return append(v, clone(v[m.rng.IntN(len(v))]))
		}
		return append(v, m.anything(1))
	case json.Number:
		return m.changeNumber(v)
	case string:
		return pick(m.rng, v+"x", v+" ", strings.ToUpper(v), `"`+v+`"`, texts[m.rng.IntN(len(texts))], "-"+v)
	}
	return m.anything(1)
}

func (m maker) changeObject(v map[string]any) any {
	keys := sortedKeys(v)
	if len(keys) == 0 || m.chance(20) {
		v[pick(m.rng, "extra", "", "A", "a", "hidden", "y", "1", "-", "X")] = m.anything(1)
		return v
	}
	k := keys[m.rng.IntN(len(keys))]
	switch m.rng.IntN(4) {
	case 0: // another case
		other := pick(m.rng, strings.ToUpper(k), strings.ToLower(k))
		if other != k {
			v[other] = v[k]
			if m.chance(50) {
				delete(v, k)
			}
		}
	case 1:
		v[k] = nil
	default:
		delete(v, k)
	}
	return v
}

var extremes = []string{"-129", "-128", "127", "128", "255", "256", "-1", "-32769", "-32768", "32767", "32768", "65535", "65536", "-2147483649",
	"-2147483648", "2147483647", "2147483648", "4294967295", "4294967296", "-9223372036854775809", "-9223372036854775808", "9223372036854775807",
	"9223372036854775808", "18446744073709551615", "18446744073709551616", "3.4e38", "-3.4e38", "0.1", "1e20"}

func (m maker) changeNumber(v json.Number) any {
	r, ok := new(big.Rat).SetString(v.String())
	if !ok || m.chance(30) {
		return json.Number(extremes[m.rng.IntN(len(extremes))])
	}
	step := pick(m.rng, big.NewRat(1, 1), big.NewRat(-1, 1), big.NewRat(1, 2), big.NewRat(100, 1))
	return literal(new(big.Rat).Add(r, step))
}

func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = clone(e)
		}
		return out
	case []any:
		out := slices.Clone(v)
		for i := range out {
			out[i] = clone(out[i])
		}
		return out
	}
	return v
}
