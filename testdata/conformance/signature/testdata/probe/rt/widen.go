package rt

import (
	"encoding/json"
	"math/big"
	"net"
	"net/netip"
	"reflect"
	"strconv"
	"time"
)

var addrType = reflect.TypeFor[netip.Addr]()

// samples are texts that types of the standard library take. No schema says
// which ones they refuse.
var samples = map[reflect.Type]string{
	addrType:                  "127.0.0.1",
	reflect.TypeFor[net.IP](): "127.0.0.1",
	levelType:                 "INFO",
}

// widen is the one place that lets through what encoding/json refuses and no
// schema can say, or says on purpose: it replaces such parts by good ones.
//
//   - Whole numbers have one form: a schema does not know 1.0 and 1e3 from 1
//     and 1000.
//   - int, uint and uintptr have the bounds of the machine, floats those of
//     their precision, durations 292 years: the schema has none of them.
//   - Numbers in texts, of the option string and of keys, have bounds that no
//     pattern holds.
//   - Types of the standard library refuse some texts.
//   - What an embedded pointer decodes cannot be decoded: that is reported too.
//   - Types without a form in JSON and interfaces with methods are unresolved:
//     the engine reports them.
func widen(v any, t reflect.Type) any {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if panics(t) {
		return nil
	}
	switch k := t.Kind(); {
	case k == reflect.Interface && t.NumMethod() > 0, k == reflect.Func, k == reflect.Chan, k == reflect.Complex128:
		return nil
	}
	if n, ok := v.(json.Number); ok {
		return widenNumber(n, t)
	}
	if s, ok := samples[t]; ok {
		if _, ok := v.(string); ok {
			return s
		}
		return v
	}
	if p := reflect.PointerTo(t); p.Implements(jsonType) || p.Implements(textType) {
		return v
	}
	switch v := v.(type) {
	case []any:
		if t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
			out := make([]any, len(v))
			for i, e := range v {
				out[i] = widen(e, t.Elem())
			}
			return out
		}
	case map[string]any:
		switch t.Kind() {
		case reflect.Map:
			return widenMap(v, t)
		case reflect.Struct:
			return widenStruct(v, t)
		}
	}
	return v
}

// freeKey returns a small number that is no key of two maps.
func freeKey(a, b map[string]any) string {
	for i := 0; ; i++ {
		k := strconv.Itoa(i)
		_, inA := a[k]
		if _, inB := b[k]; !inA && !inB {
			return k
		}
	}
}

func widenMap(v map[string]any, t reflect.Type) any {
	out := map[string]any{}
	for k, e := range v {
		if t.Key() == addrType {
			k = netip.AddrFrom4([4]byte{127, 0, 0, byte(len(out))}).String()
		} else if isInteger(t.Key().Kind()) && !reflect.PointerTo(t.Key()).Implements(textType) {
			if n, ok := new(big.Int).SetString(k, 10); ok && k[0] != '+' && (k[0] != '-' || isSigned(t.Key().Kind())) && !fits(n, t.Key()) {
				k = freeKey(v, out)
			}
		}
		out[k] = widen(e, t.Elem())
	}
	return out
}

func widenStruct(v map[string]any, t reflect.Type) any {
	fields := map[string]*field{}
	for _, f := range fieldsOf(t) {
		fields[f.name] = f
	}
	out := map[string]any{}
	for k, e := range v {
		f := fields[k]
		switch {
		case f == nil:
		case f.quoted:
			e = widenQuoted(e, f.typ)
		default:
			e = widen(e, f.typ)
		}
		out[k] = e
	}
	return out
}

// widenQuoted widens the number in a string.
func widenQuoted(v any, t reflect.Type) any {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	s, ok := v.(string)
	switch p := reflect.PointerTo(t); {
	case samples[t] != "":
		if _, err := strconv.Unquote(s); err == nil {
			return strconv.Quote(samples[t])
		}
		return v
	case p.Implements(jsonType):
		return `"x"` // what such a type takes under the option is not known
	case p.Implements(textType):
		return v
	}
	if !ok || !isInteger(t.Kind()) {
		return v
	}
	if n, ok := new(big.Int).SetString(s, 10); ok && s[0] != '+' && (s[0] != '-' || isSigned(t.Kind())) && !fits(n, t) {
		return "0"
	}
	return v
}

func isInteger(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Uintptr }

func isSigned(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Int64 }

// fits reports whether an integer type holds a number.
func fits(n *big.Int, t reflect.Type) bool {
	if isSigned(t.Kind()) {
		return n.IsInt64() && !reflect.Zero(t).OverflowInt(n.Int64())
	}
	return n.IsUint64() && !reflect.Zero(t).OverflowUint(n.Uint64())
}

func widenNumber(n json.Number, t reflect.Type) json.Number {
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		return n
	}
	if r.IsInt() {
		n = json.Number(r.Num().String())
		switch k := t.Kind(); {
		case (k == reflect.Int || t == reflect.TypeFor[time.Duration]() || (k == reflect.Uint || k == reflect.Uintptr) && r.Sign() >= 0) && !fits(r.Num(), t):
			return "0"
		case k == reflect.Float32:
			if f, _ := r.Float64(); reflect.Zero(t).OverflowFloat(f) {
				return "0"
			}
		}
	}
	return n
}
