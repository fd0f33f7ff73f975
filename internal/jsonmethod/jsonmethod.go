// Package jsonmethod finds the methods by which a type decides its own JSON.
//
// encoding/json calls MarshalJSON, MarshalText, UnmarshalJSON and UnmarshalText.
// Since Go 1.27 it is built on encoding/json/v2 and also calls MarshalJSONTo,
// UnmarshalJSONFrom and AppendText, each before its older counterpart. The first
// two take types of encoding/json/jsontext, which exist only where encoding/json
// is built on v2, so their signatures decide whether they are called. AppendText
// has the same signature in every version: a type that has it is written by it or
// not, depending on the toolchain.
package jsonmethod

import (
	"go/types"
)

// Kind is the kind of text that a method reads or writes.
type Kind int

const (
	None Kind = iota // the type's kind decides
	Text             // a JSON string
	JSON             // any JSON
)

// Method is a method that determines the JSON of a type. The zero value means that
// the type has no such method.
type Method struct {
	Kind Kind
	Name string
	Func *types.Func // nil for None
	// Runs reports whether Func alone decides in every version of Go. If it is
	// false, another method is called in some version, or Func needs an encoder.
	Runs bool
}

// Writes returns the method with which encoding/json encodes a value of type t: a
// method of t or, if the value is addressable, of *t.
func Writes(t types.Type, addressable bool) Method {
	find := func(name string) *types.Func { return lookup(t, addressable, name) }
	if fn := find("MarshalJSONTo"); fn != nil {
		return Method{JSON, "MarshalJSONTo", fn, false}
	}
	if fn := find("MarshalJSON"); fn != nil {
		return Method{JSON, "MarshalJSON", fn, true}
	}
	appends := find("AppendText")
	if fn := find("MarshalText"); fn != nil {
		return Method{Text, "MarshalText", fn, appends == nil}
	}
	if appends != nil {
		return Method{JSON, "AppendText", appends, false} // before Go 1.27 the kind decides
	}
	return Method{}
}

// Reads returns the method with which encoding/json decodes a value of type t: a
// method of *t, or of t if t is a pointer or an interface.
func Reads(t types.Type) Method {
	for _, m := range []Method{
		{JSON, "UnmarshalJSONFrom", nil, false},
		{JSON, "UnmarshalJSON", nil, true},
		{Text, "UnmarshalText", nil, true},
	} {
		if m.Func = lookup(t, true, m.Name); m.Func != nil {
			return m
		}
	}
	return Method{}
}

// KeyWrites reports whether a method of t encodes map keys of type t. encoding/json
// does not call it for string keys.
func KeyWrites(t types.Type) bool {
	return lookup(t, false, "MarshalText") != nil || lookup(t, false, "AppendText") != nil
}

// KeyReads reports whether a method of t or *t decodes map keys of type t.
func KeyReads(t types.Type) bool { return lookup(t, true, "UnmarshalText") != nil }

// Decides reports whether a method of t or *t determines how a value of type t is
// encoded or decoded.
func Decides(t types.Type) bool {
	return Writes(t, true).Kind != None || Reads(t).Kind != None
}

// lookup returns the method of t with a name and the signature that encoding/json
// requires. If addressable is set, it also finds a method of *t.
func lookup(t types.Type, addressable bool, name string) *types.Func {
	if !declared(t, name, map[types.Type]bool{}) {
		return nil
	}
	fn := inSet(t, name)
	if fn == nil && addressable && !types.IsInterface(t) {
		fn = inSet(types.NewPointer(t), name)
	}
	if fn == nil || !signatures[name].matches(fn.Signature()) {
		return nil
	}
	return fn
}

// declared reports whether t or a type that it embeds declares a method with a name. Most
// types have none, and the method set of a long chain of embedded types is expensive.
func declared(t types.Type, name string, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if seen[t] {
		return false
	}
	seen[t] = true
	if n, ok := t.(*types.Named); ok {
		for i := range n.NumMethods() {
			if n.Method(i).Name() == name {
				return true
			}
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return declared(u.Elem(), name, seen)
	case *types.Struct:
		for i := range u.NumFields() {
			if f := u.Field(i); f.Embedded() && declared(f.Type(), name, seen) {
				return true
			}
		}
	case *types.Interface:
		return true
	}
	return false
}

func inSet(t types.Type, name string) *types.Func {
	sel := types.NewMethodSet(t).Lookup(nil, name)
	if sel == nil {
		return nil
	}
	fn, _ := sel.Obj().(*types.Func)
	return fn
}

// shape is the signature of a method, as the type names of its parameter and of the
// result before the error. A name is "" if the method has no parameter or no such
// result.
type shape struct{ param, result string }

const jsontext = "*encoding/json/jsontext."

var signatures = map[string]shape{
	"MarshalJSON":       {"", "[]byte"},
	"MarshalText":       {"", "[]byte"},
	"MarshalJSONTo":     {jsontext + "Encoder", ""},
	"AppendText":        {"[]byte", "[]byte"},
	"UnmarshalJSON":     {"[]byte", ""},
	"UnmarshalText":     {"[]byte", ""},
	"UnmarshalJSONFrom": {jsontext + "Decoder", ""},
}

func (s shape) matches(sig *types.Signature) bool {
	params, results := sig.Params(), sig.Results()
	last := results.Len() - 1
	if sig.Variadic() || sig.TypeParams().Len() > 0 || last < 0 || !types.Identical(results.At(last).Type(), errorType) {
		return false
	}
	return has(params, params.Len(), s.param) && has(results, last, s.result)
}

// has reports whether the first n types of a tuple match the name in a shape: one
// type, or none for "".
func has(list *types.Tuple, n int, name string) bool {
	if name == "" || n != 1 {
		return name == "" && n == 0
	}
	t := list.At(0).Type()
	if name == "[]byte" {
		return types.Identical(t, bytesType)
	}
	return types.TypeString(types.Unalias(t), nil) == name
}

var (
	errorType = types.Universe.Lookup("error").Type()
	bytesType = types.NewSlice(types.Typ[types.Byte])
)

// Plain returns the JSON type of values of t without regard to methods, or "" if the kind
// of t does not determine it, as for json.Number and bytes.
func Plain(t types.Type) string {
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Basic:
		switch {
		case types.TypeString(t, nil) == "encoding/json.Number":
		case u.Info()&types.IsString != 0:
			return "string"
		case u.Info()&types.IsBoolean != 0:
			return "boolean"
		case u.Info()&types.IsNumeric != 0:
			return "number"
		}
	case *types.Slice:
		if b, ok := u.Elem().Underlying().(*types.Basic); !ok || b.Kind() != types.Byte {
			return "array"
		}
	case *types.Array:
		return "array"
	case *types.Map, *types.Struct:
		return "object"
	}
	return ""
}
