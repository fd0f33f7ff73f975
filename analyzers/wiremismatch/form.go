package wiremismatch

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// form is what encoding/json reads a value from, or writes it as, if that is not
// the way of the type's kind.
type form struct {
	rule  string
	kinds []string // types of JSON, nil if they are not known
}

func (f *form) has(typ string) bool {
	return slices.ContainsFunc(f.kinds, func(k string) bool { return same(k)(typ) })
}

// standard are types of which the standard library knows what they are in JSON, by
// package path and name: read and written as.
var standard = map[string][2][]string{
	"math/big.Int":         {{"number"}, {"number"}},
	"encoding/json.Number": {{"number", "string"}, {"number"}},
	"time.Time":            {{"string"}, {"string"}},
	"log/slog.Level":       {{"string"}, {"string"}},
}

// form returns the form of a type that decides it itself, nil if it does not.
func (c *checker) form(t types.Type, side string) *form {
	elem := deref(t)
	read := side == "input"
	if named, ok := elem.(*types.Named); ok && named.Obj().Pkg() != nil {
		if k, ok := standard[named.Obj().Pkg().Path()+"."+named.Obj().Name()]; ok {
			if read {
				return &form{"json-type", k[0]}
			}
			return &form{"json-type", k[1]}
		}
	}
	if read {
		if m := method(elem, true, "UnmarshalJSON"); m != nil {
			return &form{"json-type", c.reads(m)}
		}
		if method(elem, true, "UnmarshalText") != nil {
			return &form{"text-type", []string{"string"}}
		}
		return nil
	}
	// A method of the pointer is called only where there is one.
	_, pointer := types.Unalias(t).(*types.Pointer)
	if m := method(elem, pointer, "MarshalJSON"); m != nil {
		return &form{"json-type", c.writes(m)}
	}
	if method(elem, true, "MarshalJSON") != nil {
		return &form{rule: "json-type"}
	}
	if method(elem, pointer, "MarshalText") != nil {
		return &form{"text-type", []string{"string"}}
	}
	if s, ok := elem.Underlying().(*types.Slice); ok && isByte(s.Elem()) && method(elem, true, "MarshalText") == nil {
		return &form{"text-type", []string{"string"}}
	}
	return nil
}

// method returns a method of encoding/json's interfaces, nil if t has none.
func method(t types.Type, pointer bool, name string) *types.Func {
	if pointer {
		t = types.NewPointer(t)
	}
	var m *types.Func
	if sel := types.NewMethodSet(t).Lookup(nil, name); sel != nil {
		m, _ = sel.Obj().(*types.Func)
	}
	if m == nil {
		return nil
	}
	sig := m.Signature()
	if name[0] == 'U' {
		if sig.Params().Len() == 1 && isBytes(sig.Params().At(0).Type()) && sig.Results().Len() == 1 {
			return m
		}
	} else if sig.Params().Len() == 0 && sig.Results().Len() == 2 && isBytes(sig.Results().At(0).Type()) {
		return m
	}
	return nil
}

func isBytes(t types.Type) bool {
	s, ok := types.Unalias(t).(*types.Slice)
	return ok && isByte(s.Elem())
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Uint8 && method(t, true, "MarshalJSON") == nil && method(t, true, "MarshalText") == nil
}

// opaque reports whether a schema shows the inside of a type that nobody means:
// bytes, or an object of which no member is known.
func opaque(t types.Type, n *schema.Node) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return isByte(u.Elem()) && n.Get("items").Get("type").StringValue() == "integer"
	case *types.Array:
		return isByte(u.Elem()) && n.Get("items").Get("type").StringValue() == "integer"
	case *types.Struct:
		p := n.Get("properties")
		return (p == nil || p.Kind == schema.Object && len(p.Members) == 0) && n.Get("additionalProperties").IsFalse()
	}
	return false
}
