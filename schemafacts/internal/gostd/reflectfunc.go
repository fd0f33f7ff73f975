package gostd

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// funcTypeKind is the kind of a reflect.Type of a function whose signature alone is
// known. A function value does not show whether it was converted to a named type with
// methods.
const funcTypeKind = "reflect.Type of a function"

// signatureOf returns the signature in the reflect.Type of a function. It returns
// false for any other type.
func signatureOf(v value.Value) (*types.Signature, bool) {
	switch v := v.(type) {
	case *value.Native:
		sig, ok := v.Data.(*types.Signature)
		return sig, ok && v.Kind == funcTypeKind
	case *value.TypeVal:
		sig, ok := ir.Under(v.T).(*types.Signature)
		return sig, ok && !ir.IsTypeParam(v.T)
	}
	return nil, false
}

// signature returns the signature of a function value, without a bound receiver, or nil
// if it is unknown.
func signature(m *eval.Machine, v value.Value) *types.Signature {
	switch f := v.(type) {
	case *value.Closure:
		params := f.Fn.Params
		if f.Recv != nil {
			if len(params) == 0 {
				return nil
			}
			params = params[1:]
		}
		in, ok1 := tuple(m, f, params)
		out, ok2 := tuple(m, f, f.Fn.Results)
		if !ok1 || !ok2 || f.Fn.Variadic && !endsInSlice(in) {
			return nil
		}
		return types.NewSignatureType(nil, nil, nil, in, out, f.Fn.Variadic)
	case *value.Extern:
		if sig, ok := ir.Under(f.T).(*types.Signature); ok && sig.TypeParams() == nil {
			return sig
		}
	}
	return nil
}

// tuple returns parameters or results of f as a tuple. It returns false if one of
// their types is not visible.
func tuple(m *eval.Machine, f *value.Closure, ps []ir.Param) (*types.Tuple, bool) {
	var vars []*types.Var
	for _, p := range ps {
		t := m.Subst(p.Type, f.Fn, f.Targs)
		if t == nil {
			return nil, false
		}
		vars = append(vars, types.NewParam(f.Fn.Pos, nil, p.Name, t))
	}
	return types.NewTuple(vars...), true
}

func endsInSlice(t *types.Tuple) bool {
	if t.Len() == 0 {
		return false
	}
	_, ok := types.Unalias(t.At(t.Len() - 1).Type()).(*types.Slice)
	return ok
}

// reflectType returns the reflect.Type of v, or nil if it is unknown.
func reflectType(c *eval.Call, v value.Value) value.Value {
	if sig := signature(c.M, v); sig != nil {
		if e, ok := v.(*value.Extern); ok && isNamed(e.T) {
			return &value.TypeVal{T: e.T, Pos: c.Pos}
		}
		return &value.Native{Kind: funcTypeKind, Data: sig, T: c.Result, Pos: c.Pos}
	}
	if u, ok := v.(*value.Unknown); ok && (u.T == nil || ir.IsInterface(u.T)) {
		return nil
	}
	t := value.TypeOf(v)
	if t == nil || ir.IsInterface(t) || ir.IsUntypedNil(t) {
		return nil
	}
	return &value.TypeVal{T: types.Default(t), Pos: c.Pos}
}

func isNamed(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Named)
	return ok
}

func modelReflectTypeOf(c *eval.Call) value.Value {
	if t := reflectType(c, c.Arg(0)); t != nil {
		return t
	}
	if isNilInterface(c.Arg(0)) {
		return &value.Nil{T: c.Result, Pos: c.Pos}
	}
	return notKnown(c)
}

func modelReflectTypeFor(c *eval.Call) value.Value {
	if len(c.Targs) == 1 {
		if t := typeVal(c, c.Targs[0]); t != nil {
			return t
		}
	}
	return notKnown(c)
}

func funcMethod(f func(c *eval.Call, s *types.Signature) value.Value) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		if sig, ok := signatureOf(c.Recv); ok {
			if v := f(c, sig); v != nil {
				return v
			}
		}
		return notKnown(c)
	}
}

func funcNumIn(c *eval.Call, s *types.Signature) value.Value {
	return value.NewInt(int64(s.Params().Len()), c.Pos)
}

func funcNumOut(c *eval.Call, s *types.Signature) value.Value {
	return value.NewInt(int64(s.Results().Len()), c.Pos)
}

func funcIn(c *eval.Call, s *types.Signature) value.Value { return tupleType(c, s.Params()) }

func funcOut(c *eval.Call, s *types.Signature) value.Value { return tupleType(c, s.Results()) }

func funcIsVariadic(c *eval.Call, s *types.Signature) value.Value {
	return value.NewBool(s.Variadic(), c.Pos)
}

// tupleType returns the type of the i-th variable of a tuple, where i is the argument
// of the call.
func tupleType(c *eval.Call, t *types.Tuple) value.Value {
	i, ok := value.IntOf(c.Arg(0))
	if !ok || i < 0 || i >= int64(t.Len()) {
		return nil // the call panics, and the panic may be recovered
	}
	return typeVal(c, t.At(int(i)).Type())
}

// typeVal returns the reflect.Type of t. It returns nil for a type parameter, because
// that would not be equal to its type argument.
func typeVal(c *eval.Call, t types.Type) value.Value {
	if ir.IsTypeParam(t) {
		return nil
	}
	return &value.TypeVal{T: t, Pos: c.Pos}
}
