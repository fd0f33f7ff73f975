package rt

import (
	"reflect"
)

// Odd reports whether some part of the parameters cannot be decoded: the engine
// has to say so.
func (f *Function) Odd() bool {
	seen := map[reflect.Type]bool{}
	for _, p := range f.Params {
		if odd(p.typ(), seen) {
			return true
		}
	}
	return false
}

func odd(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if p := reflect.PointerTo(t); t.Kind() != reflect.Pointer && (p.Implements(jsonType) || p.Implements(textType)) {
		return panics(t)
	}
	switch t.Kind() {
	case reflect.Func, reflect.Chan, reflect.Complex128:
		return true
	case reflect.Interface:
		return t.NumMethod() > 0
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return odd(t.Elem(), seen)
	case reflect.Map:
		return odd(t.Elem(), seen)
	case reflect.Struct:
		for _, f := range fieldsOf(t) {
			if !f.throughHidden && !f.rules.flag("-") && odd(f.typ, seen) {
				return true
			}
		}
	}
	return false
}

var panicking = map[reflect.Type]bool{}

// panics reports whether the method that decodes a type is one of an embedded
// pointer: nothing allocates what it points to.
func panics(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	yes, ok := panicking[t]
	if p := reflect.PointerTo(t); !ok && (p.Implements(jsonType) || p.Implements(textType)) {
		yes = decode("x", reflect.New(t).Interface()) == errPanic
		panicking[t] = yes
	}
	return yes
}
