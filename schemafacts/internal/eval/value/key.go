package value

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// KeyIn returns a string that is equal for equal keys of a map of type t, and different
// for others. It returns false if the key is unknown.
func KeyIn(t types.Type, v Value) (string, bool) {
	mt, ok := MapType(t)
	if !ok {
		return "", false
	}
	return keyOf(mt.Key(), v)
}

// keyOf returns the key of a value whose static type is t. If t is an interface, the key
// contains the dynamic type.
func keyOf(t types.Type, v Value) (string, bool) {
	if ir.IsInterface(t) && !ir.IsTypeParam(t) {
		if tv, ok := v.(*TypeVal); ok { // the only values of type reflect.Type
			k, ok := typeKey(tv.T)
			return "type " + k, ok
		}
		return dynamicKey(v)
	}
	switch v := v.(type) {
	case *Const:
		return v.V.ExactString(), true
	case *Struct:
		return keysOf(len(v.Parts), v.At, func(i int) types.Type { return v.Fields.Field(i).Type() })
	case *Array:
		elem := ir.Elem(ir.Under(v.T))
		return keysOf(len(v.Parts), v.At, func(int) types.Type { return elem })
	case *Ptr:
		return fmt.Sprintf("%p", v.C), true
	case *Nil:
		return "nil", true
	}
	return "", false
}

// dynamicKey returns the key of a value in an interface.
func dynamicKey(v Value) (string, bool) {
	t := TypeOf(v)
	switch {
	case t == nil || ir.IsTypeParam(t):
		return "", false
	case ir.IsInterface(t) || ir.IsUntypedNil(t):
		return "nil", IsNil(v)
	}
	t = types.Default(t)
	typ, ok := typeKey(t)
	k, known := keyOf(t, v)
	return typ + " " + k, ok && known
}

// typeKey returns a string that is equal for identical types and different for others. It
// returns false for a type that may have no such string: the names of types that functions
// declare are not unique, and an alias is no other type.
func typeKey(t types.Type) (string, bool) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].Name(), t.Kind() != types.Invalid
	case *types.Pointer:
		k, ok := typeKey(t.Elem())
		return "*" + k, ok
	case *types.Slice:
		k, ok := typeKey(t.Elem())
		return "[]" + k, ok
	case *types.Array:
		k, ok := typeKey(t.Elem())
		return fmt.Sprintf("[%d]%s", t.Len(), k), ok
	case *types.Chan:
		k, ok := typeKey(t.Elem())
		return fmt.Sprintf("chan %d %s", t.Dir(), k), ok
	case *types.Map:
		return typeKeys("map", t.Key(), t.Elem())
	case *types.Signature:
		in, ok1 := typeKey(t.Params())
		out, ok2 := typeKey(t.Results())
		return fmt.Sprintf("func %v %s %s", t.Variadic(), in, out), ok1 && ok2
	case *types.Tuple:
		var vars []types.Type
		for v := range t.Variables() {
			vars = append(vars, v.Type())
		}
		return typeKeys("tuple", vars...)
	case *types.Interface:
		return "any", t.Empty() && !t.IsComparable()
	case *types.Struct:
		var fields []types.Type
		name := "struct"
		for i := range t.NumFields() {
			f := t.Field(i)
			name += fmt.Sprintf(" %s %v %q", f.Id(), f.Embedded(), t.Tag(i))
			fields = append(fields, f.Type())
		}
		return typeKeys(name, fields...)
	case *types.Named:
		o := t.Obj()
		if o.Pkg() == nil {
			return o.Name(), true
		}
		declared := o.Parent() == nil || o.Parent() == o.Pkg().Scope()
		k, ok := typeKeys(o.Pkg().Path()+"."+o.Name(), slices.Collect(t.TypeArgs().Types())...)
		return k, ok && declared && !strings.Contains(o.Name(), "·")
	}
	return "", false
}

// typeKeys returns the key of a type that consists of others.
func typeKeys(name string, parts ...types.Type) (string, bool) {
	var b strings.Builder
	b.WriteString(name)
	for _, t := range parts {
		k, ok := typeKey(t)
		if !ok {
			return "", false
		}
		fmt.Fprintf(&b, "{%d %s}", len(k), k)
	}
	return b.String(), true
}

// keysOf returns the key of a value with n parts.
func keysOf(n int, part func(i int) Value, typ func(i int) types.Type) (string, bool) {
	var b strings.Builder
	for i := range n {
		k, ok := keyOf(typ(i), part(i))
		if !ok {
			return "", false
		}
		fmt.Fprintf(&b, "{%d %s}", len(k), k)
	}
	return b.String(), true
}
