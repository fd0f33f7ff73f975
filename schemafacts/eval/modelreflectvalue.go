package eval

import (
	"go/token"
	"go/types"
	"reflect"
)

// A reflect.Value is a struct here whose field ptr holds the value, so that
// whoever gets it can reach what the value reaches. A second field tells that
// the value is what the pointer in ptr points at.
const (
	valueField = "ptr"
	elemField  = "flag"
)

// reflectValueModels are the functions and methods around reflect.Value. Those
// that are not followed may change what the value reaches.
func reflectValueModels() map[string]Intrinsic {
	out := map[string]Intrinsic{}
	t := reflect.TypeFor[reflect.Value]()
	for i := range t.NumMethod() {
		out["(reflect.Value)."+t.Method(i).Name] = modelReflectUnseen
	}
	for _, name := range []string{"Copy", "Append", "AppendSlice", "Swapper"} {
		out["reflect."+name] = modelReflectUnseen
	}
	for _, name := range []string{"Bool", "Int", "Uint", "Float", "Complex", "String", "Len", "Cap", "IsZero", "NumMethod",
		"CanAddr", "CanSet", "CanInterface", "CanInt", "CanUint", "CanFloat", "CanComplex", "CanConvert", "Comparable", "Equal"} {
		out["(reflect.Value)."+name] = notKnown
	}
	out["reflect.ValueOf"] = modelValueOf
	out["reflect.New"] = modelReflectNew
	out["reflect.Zero"] = modelReflectNew
	out["reflect.Indirect"] = modelIndirect
	out["(reflect.Value).Type"] = heldTypeOf
	out["(reflect.Value).Kind"] = valueKind
	out["(reflect.Value).NumField"] = valueNumField
	out["(reflect.Value).Elem"] = valueElem
	out["(reflect.Value).IsValid"] = valueIsValid
	out["(reflect.Value).IsNil"] = valueIsNil
	out["(reflect.Value).Interface"] = valueInterface
	return out
}

// Escape says that the call does something that is not followed: whatever its
// receiver and arguments, or the given values, reach may be changed, now or
// through the result.
func (c *Call) Escape(vals ...Value) {
	if len(vals) == 0 {
		vals = c.Args
		if c.Recv != nil {
			vals = append([]Value{c.Recv}, vals...)
		}
	}
	c.M.escape(vals, shortKey(c.Key), c.Pos)
}

// CallFunc calls a function value. It reports false if the function's program
// is not known, or panics.
func (c *Call) CallFunc(fv Value, args ...Value) (Value, bool) {
	fn, ok := fv.(*Closure)
	if !ok || fn.Fn.Body == nil || c.M.depth > maxDepth/2 {
		return nil, false
	}
	v := c.M.CallValue(fn, args, c.Pos)
	if c.M.panicking {
		c.M.panicking = false
		return nil, false
	}
	return v, true
}

// modelReflectUnseen is a function that may change what it is given.
func modelReflectUnseen(c *Call) Value {
	c.Escape()
	if s, ok := c.Recv.(*Struct); ok {
		c.M.mayCall([]Value{s.Field(valueField)}, unknown("called by "+shortKey(c.Key), c.Pos, nil))
	}
	return spreadUnknown("result of "+shortKey(c.Key)+", which is not followed", c.Pos, c.Result)
}

// valueOf returns the reflect.Value of v, or of what v points at.
func (c *Call) valueOf(v Value, elem bool) Value {
	s := NewStruct(c.Result, c.Pos)
	if v == nil || s == nil || !s.SetField(valueField, v) || elem && !s.SetField(elemField, NewBool(true, c.Pos)) {
		c.Escape()
		return spreadUnknown("a reflect.Value whose type is not visible", c.Pos, c.Result)
	}
	return s
}

func modelValueOf(c *Call) Value { return c.valueOf(c.Arg(0), false) }

// modelReflectNew is New and Zero.
func modelReflectNew(c *Call) Value {
	tv, ok := c.Arg(0).(*TypeVal)
	if !ok || isTypeParam(tv.T) {
		return notKnown(c)
	}
	v := zero(tv.T, c.Pos)
	if c.Key == "reflect.New" {
		v = &Ptr{T: types.NewPointer(tv.T), C: NewCell(v), Pos: c.Pos}
	}
	return c.valueOf(v, false)
}

// content returns what a reflect.Value holds, and whether that is what a
// pointer points at; nil if it is not known.
func content(v Value) (held Value, elem bool) {
	s, ok := v.(*Struct)
	if !ok || s.Unseen() != nil {
		return nil, false
	}
	elem, _ = BoolOf(s.Field(elemField))
	if _, known := s.Field(elemField).(*Const); !known {
		return nil, false
	}
	return s.Field(valueField), elem
}

// heldType returns the reflect.Type of what a reflect.Value holds, nil if it is
// not known.
func (c *Call) heldType(v Value) Value {
	held, elem := content(v)
	if held == nil {
		return nil
	}
	t := c.reflectType(held)
	if !elem {
		return t
	}
	tv, ok := t.(*TypeVal)
	if !ok {
		return nil
	}
	if p, ok := under(tv.T).(*types.Pointer); ok {
		return &TypeVal{p.Elem(), c.Pos}
	}
	return nil
}

func heldTypeOf(c *Call) Value {
	if t := c.heldType(c.Recv); t != nil {
		return t
	}
	return notKnown(c)
}

func valueKind(c *Call) Value {
	held, elem := content(c.Recv)
	if held != nil && !elem && isNilInterface(held) {
		return &Const{makeInt(int64(reflect.Invalid)), c.Result, c.Pos}
	}
	return typeKind(c.on(c.heldType(c.Recv)))
}

// on returns the call with another receiver.
func (c *Call) on(recv Value) *Call {
	d := *c
	d.Recv = recv
	return &d
}

func valueNumField(c *Call) Value { return typeMethod(typeNumField)(c.on(c.heldType(c.Recv))) }

// isNilInterface reports whether v is nil and not a nil of some type: that is
// the zero reflect.Value.
func isNilInterface(v Value) bool {
	n, ok := v.(*Nil)
	if !ok {
		return false
	}
	b, basic := n.T.(*types.Basic)
	return n.T == nil || isInterface(n.T) || basic && (b.Kind() == types.UntypedNil || b.Kind() == types.UnsafePointer)
}

func valueIsValid(c *Call) Value {
	held, elem := content(c.Recv)
	if u, ok := held.(*Unknown); held == nil || elem || ok && (u.T == nil || isInterface(u.T) || len(u.Alts) > 0) {
		return notKnown(c)
	}
	return NewBool(!isNilInterface(held), c.Pos)
}

func valueIsNil(c *Call) Value {
	held, elem := content(c.Recv)
	if held == nil || elem {
		return notKnown(c)
	}
	switch v := held.(type) {
	case *Nil:
		if isNilInterface(v) {
			return notKnown(c)
		}
	case *Ptr, *Map, *Slice, *Closure, *Extern, *Unknown:
	default:
		return notKnown(c)
	}
	return c.M.equal(token.EQL, held, &Nil{Pos: c.Pos}, c.Pos)
}

// valueElem is v.Elem() of a pointer. What a nil points at is no value.
func valueElem(c *Call) Value {
	held, elem := content(c.Recv)
	if _, ok := held.(*Ptr); !ok || elem {
		return modelReflectUnseen(c)
	}
	return c.valueOf(held, true)
}

// modelIndirect is Indirect(v): v.Elem() of a pointer, and v of anything else.
func modelIndirect(c *Call) Value {
	t, ok := c.heldType(c.Arg(0)).(*TypeVal)
	if !ok {
		return modelReflectUnseen(c)
	}
	if kindOf(t.T) == reflect.Pointer {
		return valueElem(c.on(c.Arg(0)))
	}
	return c.Arg(0)
}

func valueInterface(c *Call) Value {
	held, elem := content(c.Recv)
	if held == nil || !elem {
		if held == nil {
			return modelReflectUnseen(c)
		}
		return clone(held)
	}
	if p, ok := held.(*Ptr); ok {
		return clone(p.C.v)
	}
	return modelReflectUnseen(c)
}
