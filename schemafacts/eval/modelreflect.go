package eval

import (
	"go/constant"
	"go/types"
	"maps"
	"reflect"
	"strconv"
	"strings"
)

// Code that derives schemas by reflection is run like any other: a reflect.Type
// is a type, and its methods answer from go/types.

// reflectModels are the functions of reflect and what such code uses.
func reflectModels() map[string]Intrinsic {
	out := map[string]Intrinsic{
		"(reflect.Type).Kind":              typeKind,
		"(reflect.Type).Elem":              typeMethod(typeElem),
		"(reflect.Type).Key":               typeMethod(typeMapKey),
		"(reflect.Type).Name":              typeMethod(typeName),
		"(reflect.Type).String":            typeMethod(typeString),
		"(reflect.Type).PkgPath":           typeMethod(typePkgPath),
		"(reflect.Type).NumField":          typeMethod(typeNumField),
		"(reflect.Type).Field":             typeMethod(typeField),
		"(reflect.Type).Len":               typeMethod(typeLen),
		"(reflect.Type).NumIn":             funcMethod(funcNumIn),
		"(reflect.Type).NumOut":            funcMethod(funcNumOut),
		"(reflect.Type).In":                funcMethod(funcIn),
		"(reflect.Type).Out":               funcMethod(funcOut),
		"(reflect.Type).IsVariadic":        funcMethod(funcIsVariadic),
		"(reflect.Type).Implements":        typeMethod(typeImplements),
		"reflect.TypeOf":                   modelReflectTypeOf,
		"reflect.TypeFor":                  modelReflectTypeFor,
		"(reflect.StructTag).Get":          tagGet,
		"(reflect.StructTag).Lookup":       tagGet,
		"(reflect.StructField).IsExported": fieldIsExported,
		"(error).Error":                    modelErrorText,
		"errors.Is":                        modelErrorsIs,
		"strings.SplitSeq":                 modelSplitSeq,
		"strings.CutPrefix":                modelCutAffix,
		"strings.CutSuffix":                modelCutAffix,
	}
	maps.Copy(out, reflectValueModels())
	maps.Copy(out, seqModels())
	return out
}

func typeMethod(f func(c *Call, t types.Type) Value) Intrinsic {
	return func(c *Call) Value {
		tv, ok := c.Recv.(*TypeVal)
		if !ok || isTypeParam(tv.T) {
			return notKnown(c)
		}
		if v := f(c, types.Unalias(tv.T)); v != nil {
			return v
		}
		return notKnown(c)
	}
}

// typeKind is t.Kind(), which does not depend on what the type of a function
// is called.
func typeKind(c *Call) Value {
	if _, ok := signatureOf(c.Recv); ok {
		return &Const{makeInt(int64(reflect.Func)), c.Result, c.Pos}
	}
	return typeMethod(kindConst)(c)
}

func kindConst(c *Call, t types.Type) Value {
	k := kindOf(t)
	if k == reflect.Invalid {
		return nil
	}
	return &Const{makeInt(int64(k)), c.Result, c.Pos}
}

func kindOf(t types.Type) reflect.Kind {
	switch u := under(t).(type) {
	case *types.Basic:
		if k, ok := basicKinds[u.Kind()]; ok {
			return k
		}
	case *types.Pointer:
		return reflect.Pointer
	case *types.Slice:
		return reflect.Slice
	case *types.Array:
		return reflect.Array
	case *types.Map:
		return reflect.Map
	case *types.Struct:
		return reflect.Struct
	case *types.Interface:
		return reflect.Interface
	case *types.Signature:
		return reflect.Func
	case *types.Chan:
		return reflect.Chan
	}
	return reflect.Invalid
}

var basicKinds = map[types.BasicKind]reflect.Kind{
	types.Bool: reflect.Bool, types.String: reflect.String, types.Int: reflect.Int, types.Int8: reflect.Int8,
	types.Int16: reflect.Int16, types.Int32: reflect.Int32, types.Int64: reflect.Int64, types.Uint: reflect.Uint,
	types.Uint8: reflect.Uint8, types.Uint16: reflect.Uint16, types.Uint32: reflect.Uint32, types.Uint64: reflect.Uint64,
	types.Uintptr: reflect.Uintptr, types.Float32: reflect.Float32, types.Float64: reflect.Float64,
	types.Complex64: reflect.Complex64, types.Complex128: reflect.Complex128, types.UnsafePointer: reflect.UnsafePointer,
}

func typeElem(c *Call, t types.Type) Value {
	switch u := under(t).(type) {
	case *types.Pointer:
		return c.typeVal(u.Elem())
	case *types.Slice:
		return c.typeVal(u.Elem())
	case *types.Array:
		return c.typeVal(u.Elem())
	case *types.Map:
		return c.typeVal(u.Elem())
	case *types.Chan:
		return c.typeVal(u.Elem())
	}
	return nil
}

func typeMapKey(c *Call, t types.Type) Value {
	if m, ok := under(t).(*types.Map); ok {
		return c.typeVal(m.Key())
	}
	return nil
}

func typeLen(c *Call, t types.Type) Value {
	if a, ok := under(t).(*types.Array); ok {
		return NewInt(a.Len(), c.Pos)
	}
	return nil
}

func typeName(c *Call, t types.Type) Value {
	switch t := t.(type) {
	case *types.Named:
		if t.TypeArgs() == nil {
			return NewString(t.Obj().Name(), c.Pos)
		}
		return nil
	case *types.Basic:
		return NewString(basicName(t), c.Pos)
	}
	return NewString("", c.Pos)
}

// basicName is the name of a basic type at run time, where byte is uint8.
func basicName(t *types.Basic) string { return types.Typ[t.Kind()].Name() }

func typeString(c *Call, t types.Type) Value {
	if s, ok := runtimeString(t); ok {
		return NewString(s, c.Pos)
	}
	return nil
}

// runtimeString prints a type as reflect does; it reports false for those whose
// spelling is the linker's or the compiler's business.
func runtimeString(t types.Type) (string, bool) {
	wrap := func(prefix string, elem types.Type) (string, bool) {
		s, ok := runtimeString(elem)
		return prefix + s, ok
	}
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return basicName(t), t.Kind() != types.UnsafePointer
	case *types.Named:
		if t.Obj().Pkg() == nil {
			return t.Obj().Name(), true
		}
		return t.Obj().Pkg().Name() + "." + t.Obj().Name(), t.TypeArgs() == nil
	case *types.Pointer:
		return wrap("*", t.Elem())
	case *types.Slice:
		return wrap("[]", t.Elem())
	case *types.Array:
		return wrap("["+strconv.FormatInt(t.Len(), 10)+"]", t.Elem())
	case *types.Map:
		key, ok := runtimeString(t.Key())
		s, ok2 := wrap("map["+key+"]", t.Elem())
		return s, ok && ok2
	case *types.Interface:
		return "interface {}", t.Empty()
	case *types.Struct:
		return "struct {}", t.NumFields() == 0
	}
	return "", false
}

func typePkgPath(c *Call, t types.Type) Value {
	n, ok := t.(*types.Named)
	switch {
	case !ok || n.Obj().Pkg() == nil:
		return NewString("", c.Pos)
	case n.Obj().Pkg().Name() == "main":
		return NewString("main", c.Pos)
	}
	return NewString(n.Obj().Pkg().Path(), c.Pos)
}

func typeNumField(c *Call, t types.Type) Value {
	if st, ok := under(t).(*types.Struct); ok {
		return NewInt(int64(st.NumFields()), c.Pos)
	}
	return nil
}

// typeField is t.Field(i): a reflect.StructField.
func typeField(c *Call, t types.Type) Value {
	st, ok := under(t).(*types.Struct)
	i, known := IntOf(c.Arg(0))
	if !ok || !known || i < 0 || i >= int64(st.NumFields()) {
		return nil
	}
	f := st.Field(int(i))
	out := NewStruct(c.Result, f.Pos())
	if out == nil {
		return nil
	}
	pkg := ""
	if !f.Exported() && f.Pkg() != nil {
		pkg = f.Pkg().Path()
	}
	out.SetField("Name", NewString(f.Name(), f.Pos()))
	out.SetField("PkgPath", NewString(pkg, f.Pos()))
	out.SetField("Type", &TypeVal{f.Type(), f.Pos()})
	out.SetField("Anonymous", NewBool(f.Embedded(), f.Pos()))
	out.SetField("Offset", unknown("where a field lies in memory", f.Pos(), types.Typ[types.Uintptr]))
	out.SetField("Index", NewSlice(types.NewSlice(types.Typ[types.Int]), f.Pos(), NewInt(i, f.Pos())))
	for j := range out.NumFields() {
		if fv, _ := out.FieldVar(j); fv.Name() == "Tag" {
			out.SetField("Tag", &Const{constant.MakeString(st.Tag(int(i))), fv.Type(), f.Pos()})
		}
	}
	return out
}

func tagGet(c *Call) Value {
	tag, ok1 := StringOf(c.Recv)
	key, ok2 := StringOf(c.Arg(0))
	if !ok1 || !ok2 {
		return notKnown(c)
	}
	val, ok := reflect.StructTag(tag).Lookup(key)
	text := NewString(val, PosOf(c.Recv))
	if strings.HasSuffix(c.Key, "Lookup") {
		return Tuple{text, NewBool(ok, c.Pos)}
	}
	return text
}

func fieldIsExported(c *Call) Value {
	if s, ok := c.Recv.(*Struct); ok {
		if pkg, ok := StringOf(s.Field("PkgPath")); ok {
			return NewBool(pkg == "", c.Pos)
		}
	}
	return notKnown(c)
}

func modelErrorText(c *Call) Value {
	n, ok := c.Recv.(*Native)
	if !ok {
		return notKnown(c)
	}
	switch d := n.Data.(type) {
	case string:
		if d != "" {
			return NewString(d, n.Pos)
		}
	case error:
		return NewString(d.Error(), n.Pos)
	}
	return notKnown(c)
}

// modelErrorsIs knows an error that is the target itself or wraps it, and that
// one whose text does not hold the target's is another.
func modelErrorsIs(c *Call) Value {
	if isNil(c.Arg(0)) {
		return NewBool(isNil(c.Arg(1)), c.Pos)
	}
	a, ok1 := c.Arg(0).(*Native)
	b, ok2 := c.Arg(1).(*Native)
	if !ok1 || !ok2 {
		return notKnown(c)
	}
	if wraps(a, b, 0) {
		return NewBool(true, c.Pos)
	}
	at := modelErrorText(&Call{M: c.M, Recv: a, Pos: c.Pos})
	bt := modelErrorText(&Call{M: c.M, Recv: b, Pos: c.Pos})
	as, ok1 := StringOf(at)
	bs, ok2 := StringOf(bt)
	if ok1 && ok2 && !strings.Contains(as, bs) {
		return NewBool(false, c.Pos)
	}
	return notKnown(c)
}

// wraps reports whether the error a is b, or wraps it.
func wraps(a, b *Native, depth int) bool {
	if a == b {
		return true
	}
	for _, w := range a.wraps {
		if depth < 20 && wraps(w, b, depth+1) {
			return true
		}
	}
	return false
}

func modelSplitSeq(c *Call) Value {
	if s, ok := c.strings(2); ok {
		return &Native{Kind: seqKind, Data: c.stringSlice(strings.Split(s[0], s[1])), T: c.Result, Pos: c.Pos}
	}
	return notKnown(c)
}

func modelCutAffix(c *Call) Value {
	s, ok := c.strings(2)
	if !ok {
		return notKnown(c)
	}
	rest, found := strings.CutPrefix(s[0], s[1])
	if strings.HasSuffix(c.Key, "CutSuffix") {
		rest, found = strings.CutSuffix(s[0], s[1])
	}
	return Tuple{c.str(rest), NewBool(found, c.Pos)}
}
