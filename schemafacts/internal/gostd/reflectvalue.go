package gostd

import (
	"go/constant"
	"go/token"
	"go/types"
	"reflect"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// A reflect.Value is a struct whose field ptr holds the value, so that code that
// receives it can reach everything that the value reaches. The field flag is true if
// the reflect.Value is the target of the pointer in ptr.
const (
	valueField = "ptr"
	elemField  = "flag"
)

// reflectValueModels returns the models of functions and methods of reflect.Value. A
// method that is not followed may change anything that is reachable from the value.
func reflectValueModels() map[string]eval.Intrinsic {
	out := map[string]eval.Intrinsic{}
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
	out["reflect.MakeFunc"] = modelMakeFunc
	out["reflect.Indirect"] = modelReflectUnseen
	out["(reflect.Value).Type"] = heldTypeOf
	out["(reflect.Value).Kind"] = valueKind
	out["(reflect.Value).NumField"] = valueNumField
	out["(reflect.Value).Elem"] = valueElem
	out["(reflect.Value).IsValid"] = valueIsValid
	out["(reflect.Value).IsNil"] = valueIsNil
	out["(reflect.Value).Interface"] = valueInterface
	return out
}

// modelReflectUnseen models a function of package reflect that may change its
// arguments.
func modelReflectUnseen(c *eval.Call) value.Value {
	c.Escape()
	if s, ok := c.Recv.(*value.Struct); ok {
		c.M.MayCall([]value.Value{s.Field(valueField)}, value.NewUnknown("called by "+ir.ShortKey(c.Key), c.Pos, nil))
	}
	return value.Unknowns("result of "+ir.ShortKey(c.Key)+", which is not followed", c.Pos, c.Result)
}

// valueOf returns the reflect.Value of v, or of the target of the pointer v if elem is
// set.
func valueOf(c *eval.Call, v value.Value, elem bool) value.Value {
	s := value.NewStruct(c.Result, c.Pos)
	if v == nil || s == nil || !s.SetField(valueField, v) || elem && !s.SetField(elemField, value.NewBool(true, c.Pos)) {
		c.Escape()
		return value.Unknowns("a reflect.Value of a type that is not loaded", c.Pos, c.Result)
	}
	return s
}

func modelValueOf(c *eval.Call) value.Value { return valueOf(c, c.Arg(0), false) }

// modelMakeFunc models MakeFunc. The result is an unknown function of a known type.
func modelMakeFunc(c *eval.Call) value.Value {
	c.Escape()
	sig, ok := signatureOf(c.Arg(0))
	if !ok {
		return value.Unknowns("a reflect.Value of a type that is not loaded", c.Pos, c.Result)
	}
	return valueOf(c, &value.Unknown{Reason: "a function created by reflection", Pos: c.Pos, T: sig}, false)
}

// modelReflectNew models reflect.New and reflect.Zero.
func modelReflectNew(c *eval.Call) value.Value {
	tv, ok := c.Arg(0).(*value.TypeVal)
	if !ok || ir.IsTypeParam(tv.T) {
		return notKnown(c)
	}
	v := value.Zero(tv.T, c.Pos)
	if c.Key == "reflect.New" {
		v = &value.Ptr{T: types.NewPointer(tv.T), C: value.NewCell(v), Pos: c.Pos}
	}
	return valueOf(c, v, false)
}

// content returns the value in a reflect.Value, or nil if it is unknown. elem reports
// whether the reflect.Value is the target of the pointer held.
func content(v value.Value) (held value.Value, elem bool) {
	s, ok := v.(*value.Struct)
	if !ok || s.Unseen() != nil {
		return nil, false
	}
	elem, _ = value.BoolOf(s.Field(elemField))
	if _, known := s.Field(elemField).(*value.Const); !known {
		return nil, false
	}
	return s.Field(valueField), elem
}

// heldType returns the reflect.Type of the value in a reflect.Value, or nil if it is
// unknown.
func heldType(c *eval.Call, v value.Value) value.Value {
	held, elem := content(v)
	if held == nil {
		return nil
	}
	t := reflectType(c, held)
	if !elem {
		return t
	}
	tv, ok := t.(*value.TypeVal)
	if !ok {
		return nil
	}
	if p, ok := ir.Under(tv.T).(*types.Pointer); ok {
		return &value.TypeVal{T: p.Elem(), Pos: c.Pos}
	}
	return nil
}

func heldTypeOf(c *eval.Call) value.Value {
	if t := heldType(c, c.Recv); t != nil {
		return t
	}
	return notKnown(c)
}

func valueKind(c *eval.Call) value.Value {
	held, elem := content(c.Recv)
	if held != nil && !elem && isNilInterface(held) {
		return &value.Const{V: constant.MakeInt64(int64(reflect.Invalid)), T: c.Result, Pos: c.Pos}
	}
	return typeKind(withReceiver(c, heldType(c, c.Recv)))
}

// withReceiver returns the call with another receiver.
func withReceiver(c *eval.Call, recv value.Value) *eval.Call {
	d := *c
	d.Recv = recv
	return &d
}

func valueNumField(c *eval.Call) value.Value {
	return typeMethod(typeNumField)(withReceiver(c, heldType(c, c.Recv)))
}

// isNilInterface reports whether v is a nil without a type, whose reflect.Value is the
// zero Value.
func isNilInterface(v value.Value) bool {
	n, ok := v.(*value.Nil)
	if !ok {
		return false
	}
	b, basic := n.T.(*types.Basic)
	return n.T == nil || ir.IsInterface(n.T) || basic && (b.Kind() == types.UntypedNil || b.Kind() == types.UnsafePointer)
}

func valueIsValid(c *eval.Call) value.Value {
	held, elem := content(c.Recv)
	if u, ok := held.(*value.Unknown); held == nil || elem || ok && (u.T == nil || ir.IsInterface(u.T) || len(u.Alts) > 0) {
		return notKnown(c)
	}
	return value.NewBool(!isNilInterface(held), c.Pos)
}

func valueIsNil(c *eval.Call) value.Value {
	held, elem := content(c.Recv)
	if held == nil || elem {
		return notKnown(c)
	}
	switch v := held.(type) {
	case *value.Nil:
		if isNilInterface(v) {
			return notKnown(c)
		}
	case *value.Ptr, *value.Map, *value.Slice, *value.Closure, *value.Extern, *value.Unknown:
	default:
		return notKnown(c)
	}
	return c.M.Equal(token.EQL, held, &value.Nil{Pos: c.Pos}, c.Pos)
}

// valueElem models v.Elem() of a pointer. The result for a nil pointer is the zero
// Value.
func valueElem(c *eval.Call) value.Value {
	held, elem := content(c.Recv)
	if _, ok := held.(*value.Ptr); !ok || elem {
		return modelReflectUnseen(c)
	}
	return valueOf(c, held, true)
}

func valueInterface(c *eval.Call) value.Value {
	held, elem := content(c.Recv)
	if held == nil || !elem {
		if held == nil {
			return modelReflectUnseen(c)
		}
		return value.Clone(held)
	}
	if p, ok := held.(*value.Ptr); ok {
		return value.Clone(p.C.Get())
	}
	return modelReflectUnseen(c)
}
