package rt

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"net"
	"net/netip"
	"reflect"
	"time"
	"unsafe"
)

// filler makes results. What it makes is bare (zero values), full (nothing is
// nil or empty) or anything.
type filler struct {
	rng        *rand.Rand
	bare, full bool
}

// Fill makes one value of each result.
func Fill(f *Function, rng *rand.Rand, round int) []any {
	var out []any
	for _, t := range f.Results {
		v := reflect.New(t).Elem()
		fl := filler{rng: rng, bare: round == 0, full: round%3 == 1}
		fl.fill(v, 4)
		out = append(out, v.Interface())
	}
	return out
}

func (f filler) chance(percent int) bool { return f.rng.IntN(100) < percent }

// absent decides whether something is nil.
func (f filler) absent(depth int) bool {
	return depth <= 0 || f.bare || !f.full && f.chance(35)
}

func (f filler) fill(v reflect.Value, depth int) {
	t := v.Type()
	if f.known(v) {
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		if !f.absent(depth) {
			v.Set(reflect.New(t.Elem()))
			f.fill(v.Elem(), depth-1)
		}
	case reflect.Interface:
		f.iface(v, depth)
	case reflect.Slice:
		f.slice(v, depth)
	case reflect.Array:
		for i := range t.Len() {
			f.fill(v.Index(i), depth-1)
		}
	case reflect.Map:
		f.makeMap(v, depth)
	case reflect.Struct:
		f.structure(v, depth)
	default:
		if !f.bare {
			f.scalar(v)
		}
	}
}

// known fills types of the standard library that are not what they seem.
func (f filler) known(v reflect.Value) bool {
	switch p := v.Addr().Interface().(type) {
	case *time.Time:
		if !f.bare {
			*p = time.Unix(f.rng.Int64N(1<<32), f.rng.Int64N(1e9)).UTC()
		}
	case *big.Int:
		if !f.bare {
			p.SetString(pick(f.rng, "0", "-7", "123456789012345678901234567890"), 10)
		}
	case *netip.Addr:
		if !f.bare {
			*p = netip.AddrFrom4([4]byte{127, 0, 0, 1})
		}
	case *net.IP:
		if !f.bare {
			*p = net.IPv4(10, 0, 0, 1)
		}
	case *json.RawMessage:
		if !f.bare {
			*p = json.RawMessage(pick(f.rng, "null", "1.5", "true", `"x"`, `[1]`, `{"k":1}`, "7"))
		}
	case *json.Number:
		if !f.bare {
			*p = json.Number(pick(f.rng, "", "0", "1.5", "-3e10"))
		}
	default:
		return false
	}
	return true
}

func (f filler) scalar(v reflect.Value) {
	switch t := v.Type(); {
	case v.Kind() == reflect.Bool:
		v.SetBool(f.chance(70))
	case v.Kind() == reflect.String:
		v.SetString(pick(f.rng, "x", "some text", "größe", "12", "<a&b>", ""))
	case v.CanInt():
		bits := t.Bits()
		v.SetInt(pick(f.rng, 0, 7, -1, -1<<(bits-1), 1<<(bits-1)-1, f.rng.Int64()>>(64-bits)))
	case v.CanUint():
		bits := t.Bits()
		v.SetUint(pick(f.rng, 0, 7, 1<<bits-1, f.rng.Uint64()>>(64-bits)))
	case v.Kind() == reflect.Float32:
		v.SetFloat(pick(f.rng, 0.5, -1, math.MaxFloat32, -math.MaxFloat32, float64(f.rng.Float32())))
	default:
		v.SetFloat(pick(f.rng, 0.5, -1, math.MaxFloat64, -math.MaxFloat64, f.rng.Float64()))
	}
}

func (f filler) iface(v reflect.Value, depth int) {
	if list, ok := sealed[v.Type()]; ok {
		if !f.absent(depth) {
			t := list[f.rng.IntN(len(list))]
			x := reflect.New(t).Elem()
			f.fill(x, depth-1)
			if t.Kind() == reflect.Pointer && x.IsNil() {
				x.Set(reflect.New(t.Elem()))
				f.fill(x.Elem(), depth-1)
			}
			v.Set(x)
		}
		return
	}
	if !f.absent(depth) && v.NumMethod() == 0 {
		v.Set(reflect.ValueOf(pick[any](f.rng, 1, 1.5, "x", true, []int{1}, map[string]any{"k": nil})))
	}
}

func (f filler) slice(v reflect.Value, depth int) {
	n := 0
	if depth > 0 && !f.bare {
		n = f.rng.IntN(4)
		if f.full {
			n = max(n, 1)
		}
	}
	if n == 0 && (f.bare || !f.full && f.chance(50)) {
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := range n {
		f.fill(v.Index(i), depth-1)
	}
}

func (f filler) makeMap(v reflect.Value, depth int) {
	if f.bare || !f.full && f.chance(30) {
		return
	}
	t := v.Type()
	v.Set(reflect.MakeMap(t))
	n := 0
	if depth > 0 {
		n = f.rng.IntN(3)
		if f.full {
			n = max(n, 1)
		}
	}
	if n > 1 && t.Key().Kind() != reflect.String && t.Key().NumMethod() > 0 {
		n = 1 // keys that are written alike would repeat
	}
	for range n {
		k, e := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		f.fill(k, 1)
		f.fill(e, depth-1)
		v.SetMapIndex(k, e)
	}
}

// field fills a field so that it keeps to the rules of its tag.
func (f filler) field(v reflect.Value, r rules, depth int) {
	if f.fill(v, depth); len(r) == 0 {
		return
	}
	if k := v.Kind(); (k == reflect.Pointer || k == reflect.Slice) && v.IsNil() {
		return
	}
	text, err := json.Marshal(maker{f.rng}.value(v.Type(), r, 3))
	if err == nil {
		err = json.Unmarshal(text, v.Addr().Interface())
	}
	if err != nil {
		panic(fmt.Sprintf("filling a field with rules %v: %v", r, err))
	}
}

// structure fills exported fields and embedded structs, exported or not.
func (f filler) structure(v reflect.Value, depth int) {
	for i := range v.NumField() {
		sf := v.Type().Field(i)
		if sf.IsExported() {
			f.field(v.Field(i), parseRules(sf.Tag.Get("jsonschema")), depth-1)
		} else if sf.Anonymous {
			hidden := reflect.NewAt(sf.Type, unsafe.Pointer(v.Field(i).UnsafeAddr())).Elem()
			f.fill(hidden, depth-1)
		}
	}
}

// Write writes results, in a box if its field has a name. What cannot be
// written begins with an exclamation mark.
func Write(results []any, box string) (written string) {
	defer func() {
		if r := recover(); r != nil {
			written = fmt.Sprintf("!panic: %v", r)
		}
	}()
	if len(results) != 1 {
		return "!results"
	}
	v := results[0]
	if box != "" {
		v = map[string]any{box: v}
	}
	text, err := json.Marshal(v)
	if err != nil {
		return "!" + err.Error()
	}
	return string(text)
}
