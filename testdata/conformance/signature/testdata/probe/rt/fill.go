package rt

import (
	"encoding"
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"net"
	"net/netip"
	"reflect"
	"strings"
	"time"
	"unsafe"
)

// filler makes results. What it makes is bare (zero values), full (nothing is
// nil or empty) or anything.
type filler struct {
	rng        *rand.Rand
	bare, full bool
	sparse     int  // how many of a hundred are nil
	left       *int // how many more things may be made
}

// deepest is how deep a result may be.
const deepest = 14

func newFiller(rng *rand.Rand, round int) filler {
	left := 300
	return filler{rng: rng, bare: round == 0, full: round%4 == 1, sparse: pick(rng, 10, 35, 60, 85), left: &left}
}

// Fill makes one value of each result.
func Fill(f *Function, rng *rand.Rand, round int) []any {
	var out []any
	for _, r := range f.Results {
		v := reflect.New(r.typ()).Elem()
		fl := newFiller(rng, round)
		fl.fill(v, deepest)
		if len(f.Results) == 1 && isObject(r.typ()) {
			fl.notNil(v)
		}
		out = append(out, v.Interface())
	}
	return out
}

func (f filler) chance(percent int) bool { return f.rng.IntN(100) < percent }

// absent decides whether something is nil.
func (f filler) absent(depth int) bool {
	*f.left--
	return depth <= 0 || f.bare || *f.left < 0 || !f.full && f.chance(f.sparse)
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
		v.SetUint(pick(f.rng, 0, 1, 7, 1<<bits-1, f.rng.Uint64()>>(64-bits)))
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
	if f.absent(depth) && (f.bare || f.chance(50)) {
		return
	}
	n := f.size(depth)
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := range n {
		f.fill(v.Index(i), depth-1)
	}
}

// size is the length of a list or map.
func (f filler) size(depth int) int {
	switch {
	case depth <= 0 || *f.left < 0:
		return 0
	case f.full:
		return 1 + f.rng.IntN(2)
	case f.chance(f.sparse):
		return 0
	}
	return f.rng.IntN(3)
}

func (f filler) makeMap(v reflect.Value, depth int) {
	if f.absent(depth) && (f.bare || f.chance(50)) {
		return
	}
	t := v.Type()
	v.Set(reflect.MakeMap(t))
	n := f.size(depth)
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

// structure fills exported fields, whatever their tags ask for, and embedded structs, exported or not. What
// is embedded and writes the struct is not nil.
func (f filler) structure(v reflect.Value, depth int) {
	t := v.Type()
	own := reflect.PointerTo(t).Implements(writerType) || reflect.PointerTo(t).Implements(textWriterType) ||
		reflect.PointerTo(t).Implements(zeroType)
	for i := range v.NumField() {
		sf := t.Field(i)
		field := v.Field(i)
		switch _, opts, _ := strings.Cut(sf.Tag.Get("json"), ","); {
		case sf.Anonymous && !sf.IsExported():
			field = reflect.NewAt(sf.Type, unsafe.Pointer(field.UnsafeAddr())).Elem()
			f.fill(field, depth-1)
		case !sf.IsExported(), !(own && sf.Anonymous) && leavesZeroOut(sf.Type, opts) && (f.bare || f.chance(20)):
		default:
			f.fill(field, depth-1)
		}
		if own && sf.Anonymous && field.Kind() == reflect.Pointer && field.IsNil() && field.CanSet() {
			field.Set(reflect.New(sf.Type.Elem()))
			f.fill(field.Elem(), 1)
		}
	}
}

// leavesZeroOut reports whether a field may stay what it is. A struct may have
// IsZero from an embedded pointer, which must not be nil then.
func leavesZeroOut(t reflect.Type, opts string) bool {
	switch t.Kind() {
	case reflect.Struct:
		return strings.Contains(opts, "omitzero") && !reflect.PointerTo(t).Implements(zeroType)
	case reflect.Array:
		return strings.Contains(opts, "omitzero")
	}
	return strings.Contains(opts, "omit")
}

var (
	writerType     = reflect.TypeFor[json.Marshaler]()
	textWriterType = reflect.TypeFor[encoding.TextMarshaler]()
	zeroType       = reflect.TypeFor[interface{ IsZero() bool }]()
)
