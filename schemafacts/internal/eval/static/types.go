package static

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file decides whether a value of a type may be one of the known functions.

// fits reports whether a value of type t may be fn.
func fits(fn *ir.Func, t types.Type) bool {
	if t == nil {
		return true
	}
	sig, ok := ir.Under(t).(*types.Signature)
	if !ok {
		return true
	}
	params := fn.Params
	if fn.Method && sig.Params().Len() == len(params)-1 {
		if !mayHave(params[0].Type, sig.Recv()) {
			return false
		}
		params = params[1:] // a method value
	}
	if sig.Params().Len() != len(params) || sig.Results().Len() != len(fn.Results) {
		return false
	}
	for i, p := range params {
		if !mayBe(p.Type, sig.Params().At(i).Type()) {
			return false
		}
	}
	for i, r := range fn.Results {
		if !mayBe(r.Type, sig.Results().At(i).Type()) {
			return false
		}
	}
	return true
}

// mayHave reports whether the type recv, which declares a method, may implement the interface
// of, on which the method is called. Signatures in facts have no receiver, so of may be nil.
func mayHave(recv types.Type, of *types.Var) bool {
	if recv == nil || of == nil || ir.IsTypeParam(of.Type()) {
		return true
	}
	iface, ok := ir.Under(of.Type()).(*types.Interface)
	return !ok || ir.Implements(recv, iface)
}

// fitsOne reports whether a value of one of the types may be one of the functions.
func fitsOne(fns []*ir.Func, called []types.Type) bool {
	return slices.ContainsFunc(fns, func(fn *ir.Func) bool {
		return slices.ContainsFunc(called, func(t types.Type) bool { return fits(fn, t) })
	})
}

// mayBe reports whether two types, which may contain type parameters, can be identical
// for some type arguments.
func mayBe(a, b types.Type) bool {
	return a == nil || b == nil || parametric(a, 0) || parametric(b, 0) || value.SameType(a, b)
}

// parametric reports whether a type contains type parameters.
func parametric(t types.Type, depth int) bool {
	if depth > 10 {
		return true
	}
	return ir.IsTypeParam(t) || slices.ContainsFunc(ir.Parts(t), func(part types.Type) bool { return parametric(part, depth+1) })
}

// refers reports whether a copy of a value of type t shares data with the original,
// as a pointer or slice does. Functions do not count.
func refers(t types.Type, depth int) bool {
	switch u := ir.Under(t).(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if depth > 4 || refers(f.Type(), depth+1) {
				return true
			}
		}
		return false
	case *types.Array:
		return refers(u.Elem(), depth+1)
	case *types.Basic, *types.Signature:
		return false
	}
	return true
}

// RangeTypes returns the types of the variables of a range loop over a value of type t.
func RangeTypes(t types.Type) (k, v types.Type) {
	if t == nil {
		return nil, nil
	}
	switch u := ir.Under(t).(type) {
	case *types.Slice:
		return types.Typ[types.Int], u.Elem()
	case *types.Array:
		return types.Typ[types.Int], u.Elem()
	case *types.Map:
		return u.Key(), u.Elem()
	case *types.Chan:
		return u.Elem(), nil
	case *types.Pointer:
		return RangeTypes(u.Elem())
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return types.Typ[types.Int], types.Typ[types.Rune]
		}
		return t, nil
	}
	return nil, nil
}
