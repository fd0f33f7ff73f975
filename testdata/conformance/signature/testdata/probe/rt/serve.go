package rt

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
)

// What the functions of a server were called with, and what they return.
var (
	called  []any
	results []any
	round   int
)

// Next says which results the next call returns, and forgets the last one.
func Next(n int) { called, results, round = nil, nil, n }

// Called notes the arguments of a call.
func Called(name string, args ...any) {
	called = append([]any{}, args...)
	results = Fill(Lookup(name), rand.New(rand.NewPCG(uint64(round), 3)), round)
}

// Give returns a result of the function that was called last.
func Give[T any](i int) T {
	v, _ := results[i].(T) // a nil interface has no type
	return v
}

// Arrived says how the arguments of the last call differ from what they should
// be, "" if they do not. If they cannot be decoded, it says so.
func Arrived(name string, args []byte) (decodes bool, differ string) {
	tree, err := parse(args)
	if err != nil {
		return false, ""
	}
	obj, ok := tree.(map[string]any)
	if !ok {
		return false, ""
	}
	var want []any
	for _, p := range Lookup(name).Params {
		v := reflect.New(p.typ())
		arg, ok := obj[p.Name]
		if open := len(Lookup(name).Params) == 1 && p.typ().Kind() == reflect.Map && p.typ().Key().Kind() == reflect.String && p.typ().Elem() == reflect.TypeFor[any](); open {
			arg, ok = obj, true
		}
		if ok {
			if err := decode(whole(arg, p.typ()), v.Interface()); err != nil {
				return false, ""
			}
		}
		want = append(want, v.Elem().Interface())
	}
	if called == nil {
		return true, "the function was not called"
	}
	for i := range want {
		if !reflect.DeepEqual(want[i], called[i]) {
			return true, fmt.Sprintf("argument %d is %#v, want %#v", i, called[i], want[i])
		}
	}
	return true, ""
}

// whole writes numbers that are integers as such where an integer is wanted.
func whole(v any, t reflect.Type) any {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if n, ok := v.(json.Number); ok && (t == bigType || isInteger(t.Kind()) && !reflect.PointerTo(t).Implements(jsonType)) {
		if r, ok := new(big.Rat).SetString(n.String()); ok && r.IsInt() {
			return json.Number(r.Num().String())
		}
	}
	if p := reflect.PointerTo(t); p.Implements(jsonType) || p.Implements(textType) {
		return v
	}
	switch v := v.(type) {
	case []any:
		if t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
			for i := range v {
				v[i] = whole(v[i], t.Elem())
			}
		}
	case map[string]any:
		switch t.Kind() {
		case reflect.Map:
			for k := range v {
				v[k] = whole(v[k], t.Elem())
			}
		case reflect.Struct:
			for _, f := range fieldsOf(t) {
				if e, ok := v[f.name]; ok && !f.quoted {
					v[f.name] = whole(e, f.typ)
				}
			}
		}
	}
	return v
}
