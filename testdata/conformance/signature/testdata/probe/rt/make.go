package rt

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
)

// maker makes calls from the types alone, most of them good ones.
type maker struct{ rng *rand.Rand }

func (m maker) chance(percent int) bool { return m.rng.IntN(100) < percent }

func pick[T any](rng *rand.Rand, list ...T) T { return list[rng.IntN(len(list))] }

// Make makes the arguments of a call.
func Make(f *Function, rng *rand.Rand) any {
	m := maker{rng}
	obj := map[string]any{}
	for _, p := range f.Params {
		if p.mayLack() && m.chance(30) {
			continue
		}
		r := parseRules(p.Rules)
		if (r.flag("nullable") || r.flag("default=null")) && m.chance(20) {
			obj[p.Name] = nil
			continue
		}
		obj[p.Name] = m.value(p.typ(), r, 4)
	}
	return obj
}

// value makes JSON for a type. It tries to keep to the rules.
func (m maker) value(t reflect.Type, r rules, depth int) any {
	var v any
	for range 60 {
		if v = m.near(m.try(t, depth), r); r.allow(v) == nil {
			break
		}
	}
	return v
}

// near replaces a number by one that a rule names, or the next one.
func (m maker) near(v any, r rules) any {
	if _, ok := v.(json.Number); !ok || len(r) == 0 || m.chance(50) {
		return v
	}
	_, arg, _ := strings.Cut(r[m.rng.IntN(len(r))], "=")
	if n, err := strconv.Atoi(arg); err == nil {
		return json.Number(strconv.Itoa(n + m.rng.IntN(3) - 1))
	}
	if _, ok := new(big.Rat).SetString(arg); ok {
		return json.Number(arg)
	}
	return v
}

func (m maker) try(t reflect.Type, depth int) any {
	const endless = -3 // the values of the type have no end
	if depth < endless {
		return nil
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if list, ok := enums[t]; ok && m.chance(90) {
		text, _ := json.Marshal(list[m.rng.IntN(len(list))])
		v, _ := parse(text)
		return v
	}
	switch {
	case t == timeType:
		return pick(m.rng, "2024-02-29T12:00:00Z", "1999-12-31T23:59:59.5+02:00")
	case t == bigType:
		return json.Number(pick(m.rng, "0", "-7", "123456789012345678901234567890"))
	case t == numberType:
		return json.Number(pick(m.rng, "0", "1.5", "-3"))
	case reflect.PointerTo(t).Implements(jsonType):
		return m.anything(2)
	case reflect.PointerTo(t).Implements(textType):
		return m.text()
	}
	switch k := t.Kind(); k {
	case reflect.Bool:
		return m.chance(50)
	case reflect.String:
		return m.text()
	case reflect.Float32, reflect.Float64:
		return json.Number(pick(m.rng, "0", "0.5", "1", "-2.25", "77", "1e6", "3.4e38"))
	case reflect.Func, reflect.Chan, reflect.Complex128:
		return m.text()
	case reflect.Interface:
		return m.anything(2)
	case reflect.Slice, reflect.Array:
		return m.list(t, depth)
	case reflect.Map:
		obj := map[string]any{}
		for range m.size(depth) {
			obj[m.key(t.Key())] = m.try(t.Elem(), depth-1)
		}
		return obj
	case reflect.Struct:
		return m.object(t, depth)
	default:
		return m.integer(t)
	}
}

func (m maker) size(depth int) int {
	if depth <= 0 {
		return 0
	}
	return m.rng.IntN(4)
}

// integer makes a number in and about the range of a type.
func (m maker) integer(t reflect.Type) json.Number {
	if m.chance(70) {
		return json.Number(strconv.Itoa(m.rng.IntN(60)))
	}
	bits := t.Bits()
	if t.Kind() >= reflect.Uint {
		return json.Number(pick(m.rng, "0", strconv.FormatUint(1<<bits-1, 10)))
	}
	return json.Number(pick(m.rng, strconv.FormatInt(-1<<(bits-1), 10), strconv.FormatInt(1<<(bits-1)-1, 10), "-1"))
}

func (m maker) text() string {
	return pick(m.rng, "", "x", "red", "blue", "deep sea", "abc", "xyz1", "größe", "12", "long enough for most")
}

func (m maker) anything(depth int) any {
	switch n := m.rng.IntN(7); {
	case n == 0:
		return nil
	case n == 1:
		return true
	case n == 2:
		return json.Number("1.5")
	case n == 3 && depth > 0:
		return []any{m.anything(depth - 1)}
	case n == 4 && depth > 0:
		return map[string]any{"k": m.anything(depth - 1)}
	}
	return m.text()
}

func (m maker) list(t reflect.Type, depth int) any {
	n := m.size(depth)
	if t.Kind() == reflect.Array {
		n = t.Len()
	} else if t.Elem().Kind() == reflect.Uint8 && m.chance(90) {
		return base64.StdEncoding.EncodeToString([]byte("some bytes")[:m.rng.IntN(10)])
	}
	list := []any{}
	for range n {
		list = append(list, m.try(t.Elem(), depth-1))
	}
	return list
}

func (m maker) key(t reflect.Type) string {
	if list, ok := enums[t]; ok && m.chance(90) {
		return fmt.Sprint(list[m.rng.IntN(len(list))])
	}
	if k := t.Kind(); k >= reflect.Int && k <= reflect.Uintptr && !reflect.PointerTo(t).Implements(textType) {
		return m.integer(t).String()
	}
	return m.text()
}

func (m maker) object(t reflect.Type, depth int) any {
	obj := map[string]any{}
	for _, f := range fieldsOf(t) {
		if f.rules.flag("-") || f.optional() && (depth <= 0 || m.chance(40)) {
			continue
		}
		if f.rules.flag("nullable") && m.chance(30) {
			obj[f.name] = nil
			continue
		}
		v := m.value(f.typ, f.rules, depth-1)
		if f.quoted && m.chance(95) {
			text, _ := json.Marshal(v)
			v = string(text)
		}
		obj[f.name] = v
	}
	return obj
}
