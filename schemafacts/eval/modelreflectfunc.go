package eval

import (
	"go/types"
)

// funcTypeKind is a reflect.Type of a function of which only the signature is
// known: a function value does not tell whether it was converted to a type that
// has a name and methods.
const funcTypeKind = "reflect.Type of a function"

// signatureOf returns the signature that a reflect.Type of a function has.
func signatureOf(v Value) (*types.Signature, bool) {
	switch v := v.(type) {
	case *Native:
		sig, ok := v.Data.(*types.Signature)
		return sig, ok && v.Kind == funcTypeKind
	case *TypeVal:
		sig, ok := under(v.T).(*types.Signature)
		return sig, ok && !isTypeParam(v.T)
	}
	return nil, false
}

// signature returns the signature of a function value, without the receiver
// where that is bound; nil if it is not known.
func (m *Machine) signature(v Value) *types.Signature {
	switch f := v.(type) {
	case *Closure:
		params := f.Fn.Params
		if f.Recv != nil {
			if len(params) == 0 {
				return nil
			}
			params = params[1:]
		}
		in, ok1 := m.tuple(f, params)
		out, ok2 := m.tuple(f, f.Fn.Results)
		if !ok1 || !ok2 || f.Fn.Variadic && !endsInSlice(in) {
			return nil
		}
		return types.NewSignatureType(nil, nil, nil, in, out, f.Fn.Variadic)
	case *Extern:
		if sig, ok := under(f.T).(*types.Signature); ok && sig.TypeParams() == nil {
			return sig
		}
	}
	return nil
}

// tuple returns parameters or results of f, and whether all types are visible.
func (m *Machine) tuple(f *Closure, ps []Param) (*types.Tuple, bool) {
	var vars []*types.Var
	for _, p := range ps {
		t := m.subst(p.Type, f.Fn, f.Targs)
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

// reflectType returns the reflect.Type of v, nil if it is not known.
func (c *Call) reflectType(v Value) Value {
	if sig := c.M.signature(v); sig != nil {
		if e, ok := v.(*Extern); ok && isNamed(e.T) {
			return &TypeVal{e.T, c.Pos}
		}
		return &Native{Kind: funcTypeKind, Data: sig, T: c.Result, Pos: c.Pos}
	}
	if u, ok := v.(*Unknown); ok && (u.T == nil || isInterface(u.T)) {
		return nil
	}
	t := TypeOf(v)
	if t == nil || isInterface(t) || isUntypedNil(t) {
		return nil
	}
	return &TypeVal{types.Default(t), c.Pos}
}

func isNamed(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Named)
	return ok
}

func modelReflectTypeOf(c *Call) Value {
	if t := c.reflectType(c.Arg(0)); t != nil {
		return t
	}
	return notKnown(c)
}

func modelReflectTypeFor(c *Call) Value {
	if len(c.Targs) == 1 {
		if t := c.typeVal(c.Targs[0]); t != nil {
			return t
		}
	}
	return notKnown(c)
}

func funcMethod(f func(c *Call, s *types.Signature) Value) Intrinsic {
	return func(c *Call) Value {
		if sig, ok := signatureOf(c.Recv); ok {
			if v := f(c, sig); v != nil {
				return v
			}
		}
		return notKnown(c)
	}
}

func funcNumIn(c *Call, s *types.Signature) Value {
	return NewInt(int64(s.Params().Len()), c.Pos)
}

func funcNumOut(c *Call, s *types.Signature) Value {
	return NewInt(int64(s.Results().Len()), c.Pos)
}

func funcIn(c *Call, s *types.Signature) Value { return tupleType(c, s.Params()) }

func funcOut(c *Call, s *types.Signature) Value { return tupleType(c, s.Results()) }

func funcIsVariadic(c *Call, s *types.Signature) Value { return NewBool(s.Variadic(), c.Pos) }

// tupleType is the type of the i-th variable, where i is the argument.
func tupleType(c *Call, t *types.Tuple) Value {
	i, ok := IntOf(c.Arg(0))
	if !ok || i < 0 || i >= int64(t.Len()) {
		return nil // a panic, which may be recovered from
	}
	return c.typeVal(t.At(int(i)).Type())
}

// typeVal returns a reflect.Type, nil for a type parameter: that would pass for
// another type than those that it stands for.
func (c *Call) typeVal(t types.Type) Value {
	if isTypeParam(t) {
		return nil
	}
	return &TypeVal{t, c.Pos}
}

// typeImplements is t.Implements(u).
func typeImplements(c *Call, t types.Type) Value {
	tv, ok := c.Arg(0).(*TypeVal)
	if !ok || isTypeParam(tv.T) {
		return nil
	}
	iface, ok := under(tv.T).(*types.Interface)
	if !ok || !allMethodsVisible(tv.T, 0) {
		return nil
	}
	if types.Implements(t, iface) {
		return NewBool(true, c.Pos)
	}
	if !allMethodsVisible(t, 0) {
		return nil
	}
	return NewBool(false, c.Pos)
}

// allMethodsVisible reports whether t has no other methods than those that
// go/types tells: types of other packages that were made again from a fact have
// lost some, and interfaces their names.
func allMethodsVisible(t types.Type, depth int) bool {
	if depth > 20 {
		return false
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if t.Obj().Pkg() != nil && t.Obj().Parent() == nil {
			return false
		}
		return allMethodsVisible(t.Underlying(), depth+1)
	case *types.Pointer:
		return allMethodsVisible(t.Elem(), depth+1)
	case *types.Struct:
		for f := range t.Fields() {
			if f.Embedded() && !allMethodsVisible(f.Type(), depth+1) {
				return false
			}
		}
	case *types.Interface:
		for i := range t.NumMethods() {
			if t.Method(i).Name() == "·" {
				return false
			}
		}
	case *types.TypeParam:
		return false
	}
	return true
}
