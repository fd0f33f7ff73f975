package rt

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
)

// Write writes results as the contract has it: a struct or map, or a pointer to
// one, is the root; several results are an object of their names, or a list;
// and what is no object stands in one. What cannot be written begins with an
// exclamation mark.
func (f *Function) Write(results []any) (written string) {
	defer func() {
		if r := recover(); r != nil {
			written = fmt.Sprintf("!panic: %v", r)
		}
	}()
	var v any
	switch {
	case len(results) == 1 && isObject(f.Results[0].typ()):
		v = results[0]
	case len(results) == 1:
		v = map[string]any{"result": results[0]}
	case f.Results[0].Name != "":
		obj := map[string]any{}
		for i, r := range results {
			obj[f.Results[i].Name] = r
		}
		v = obj
	default:
		v = map[string]any{"result": results}
	}
	text, err := json.Marshal(v)
	if err != nil {
		return "!" + err.Error()
	}
	return string(text)
}

// isObject reports whether a type is a struct or map, or points to one, and is
// written as an object.
func isObject(t reflect.Type) bool {
	pointer := false
	for t.Kind() == reflect.Pointer {
		t, pointer = t.Elem(), true
	}
	if t.Kind() != reflect.Struct && t.Kind() != reflect.Map {
		return false
	}
	x := reflect.New(t)
	newFiller(rand.New(rand.NewPCG(0, 0)), 0).fill(x.Elem(), 1)
	if t.Kind() == reflect.Map {
		x.Elem().Set(reflect.MakeMap(t))
	}
	sample := x.Elem().Interface()
	if pointer {
		sample = x.Interface()
	}
	text, err := json.Marshal(sample)
	return err == nil && text[0] == '{'
}

// notNil gives a root something to be: who returns nil returns an error.
func (f filler) notNil(v reflect.Value) {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem(), 3)
		}
		v = v.Elem()
	}
	if v.Kind() == reflect.Map && v.IsNil() {
		v.Set(reflect.MakeMap(v.Type()))
	}
}
