package gostd

import (
	"go/constant"
	"go/types"
	"maps"
	"reflect"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Code that derives schemas by reflection is run like any other code: a reflect.Type is
// a type of go/types, which answers its methods.

// reflectModels returns the models of package reflect, and of functions that code
// with reflection uses.
func reflectModels() map[string]eval.Intrinsic {
	out := map[string]eval.Intrinsic{
		"(reflect.Type).Kind":              typeKind,
		"(reflect.Type).Elem":              typeMethod(typeElem),
		"(reflect.Type).Key":               typeMethod(typeMapKey),
		"(reflect.Type).Name":              typeMethod(typeName),
		"(reflect.Type).String":            typeMethod(typeString),
		"(reflect.Type).PkgPath":           typeMethod(typePkgPath),
		"(reflect.Type).NumField":          typeMethod(typeNumField),
		"(reflect.Type).Field":             typeMethod(typeField),
		"(reflect.Type).Fields":            typeMethod(typeFields),
		"(reflect.Type).NumIn":             funcMethod(funcNumIn),
		"(reflect.Type).NumOut":            funcMethod(funcNumOut),
		"(reflect.Type).In":                funcMethod(funcIn),
		"(reflect.Type).Out":               funcMethod(funcOut),
		"(reflect.Type).IsVariadic":        funcMethod(funcIsVariadic),
		"reflect.TypeOf":                   modelReflectTypeOf,
		"reflect.TypeFor":                  modelReflectTypeFor,
		"(reflect.StructTag).Get":          tagGet,
		"(reflect.StructTag).Lookup":       tagGet,
		"(reflect.StructField).IsExported": fieldIsExported,
		"(error).Error":                    modelErrorText,
	}
	maps.Copy(out, reflectValueModels())
	return out
}

func typeMethod(f func(c *eval.Call, t types.Type) value.Value) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		tv, ok := c.Recv.(*value.TypeVal)
		if !ok || ir.IsTypeParam(tv.T) {
			return notKnown(c)
		}
		if v := f(c, types.Unalias(tv.T)); v != nil {
			return v
		}
		return notKnown(c)
	}
}

// typeKind models t.Kind(). For a function type, it does not matter whether the type
// has a name.
func typeKind(c *eval.Call) value.Value {
	if _, ok := signatureOf(c.Recv); ok {
		return &value.Const{V: constant.MakeInt64(int64(reflect.Func)), T: c.Result, Pos: c.Pos}
	}
	return typeMethod(kindConst)(c)
}

func kindConst(c *eval.Call, t types.Type) value.Value {
	k := kindOf(t)
	if k == reflect.Invalid {
		return nil
	}
	return &value.Const{V: constant.MakeInt64(int64(k)), T: c.Result, Pos: c.Pos}
}

func kindOf(t types.Type) reflect.Kind {
	switch u := ir.Under(t).(type) {
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

func typeElem(c *eval.Call, t types.Type) value.Value {
	switch u := ir.Under(t).(type) {
	case *types.Pointer:
		return typeVal(c, u.Elem())
	case *types.Slice:
		return typeVal(c, u.Elem())
	case *types.Array:
		return typeVal(c, u.Elem())
	case *types.Map:
		return typeVal(c, u.Elem())
	case *types.Chan:
		return typeVal(c, u.Elem())
	}
	return nil
}

func typeMapKey(c *eval.Call, t types.Type) value.Value {
	if m, ok := ir.Under(t).(*types.Map); ok {
		return typeVal(c, m.Key())
	}
	return nil
}

func typeName(c *eval.Call, t types.Type) value.Value {
	switch t := t.(type) {
	case *types.Named:
		if t.TypeArgs() == nil {
			return value.NewString(t.Obj().Name(), c.Pos)
		}
		return nil
	case *types.Basic:
		return value.NewString(basicName(t), c.Pos)
	}
	return value.NewString("", c.Pos)
}

// basicName returns the name of a basic type at run time. The name of byte, for
// example, is uint8.
func basicName(t *types.Basic) string { return types.Typ[t.Kind()].Name() }

func typeString(c *eval.Call, t types.Type) value.Value {
	if s, ok := runtimeString(t); ok {
		return value.NewString(s, c.Pos)
	}
	return nil
}

// runtimeString returns a type as reflect prints it. It returns false for types whose
// text depends on the linker or the compiler.
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

func typePkgPath(c *eval.Call, t types.Type) value.Value {
	n, ok := t.(*types.Named)
	switch {
	case !ok || n.Obj().Pkg() == nil:
		return value.NewString("", c.Pos)
	case n.Obj().Pkg().Name() == "main":
		return value.NewString("main", c.Pos)
	}
	return value.NewString(n.Obj().Pkg().Path(), c.Pos)
}

func typeNumField(c *eval.Call, t types.Type) value.Value {
	if st, ok := ir.Under(t).(*types.Struct); ok {
		return value.NewInt(int64(st.NumFields()), c.Pos)
	}
	return nil
}

// typeField models t.Field(i), which returns a reflect.StructField.
func typeField(c *eval.Call, t types.Type) value.Value {
	st, ok := ir.Under(t).(*types.Struct)
	i, known := value.IntOf(c.Arg(0))
	if !ok || !known || i < 0 || i >= int64(st.NumFields()) {
		return nil
	}
	return structField(c, c.Result, st, int(i))
}

// typeFields models t.Fields(), an iterator over all fields.
func typeFields(c *eval.Call, t types.Type) value.Value {
	st, ok := ir.Under(t).(*types.Struct)
	seq, isNamed := types.Unalias(c.Result).(*types.Named)
	if !ok || !isNamed || seq.TypeArgs().Len() != 1 {
		return nil
	}
	elem := seq.TypeArgs().At(0)
	fields := make([]value.Value, st.NumFields())
	for i := range fields {
		if fields[i] = structField(c, elem, st, i); fields[i] == nil {
			return nil
		}
	}
	return &value.Native{Kind: value.SeqKind, Data: value.NewSlice(types.NewSlice(elem), c.Pos, fields...), T: c.Result, Pos: c.Pos}
}

// structField returns the i-th field of a struct as a reflect.StructField, the type typ.
func structField(c *eval.Call, typ types.Type, st *types.Struct, i int) value.Value {
	f := st.Field(i)
	out := value.NewStruct(typ, f.Pos())
	if out == nil {
		return nil
	}
	pkg := ""
	if !f.Exported() && f.Pkg() != nil {
		pkg = f.Pkg().Path()
	}
	out.SetField("Name", value.NewString(f.Name(), f.Pos()))
	out.SetField("PkgPath", value.NewString(pkg, f.Pos()))
	out.SetField("Type", &value.TypeVal{T: f.Type(), Pos: f.Pos()})
	out.SetField("Anonymous", value.NewBool(f.Embedded(), f.Pos()))
	out.SetField("Offset", value.NewUnknown("the address of a field in memory", f.Pos(), types.Typ[types.Uintptr]))
	out.SetField("Index", value.NewSlice(types.NewSlice(types.Typ[types.Int]), f.Pos(), value.NewInt(int64(i), f.Pos())))
	for j := range out.NumFields() {
		if fv, _ := out.FieldVar(j); fv.Name() == "Tag" {
			out.SetField("Tag", &value.Const{V: constant.MakeString(st.Tag(i)), T: fv.Type(), Pos: f.Pos()})
		}
	}
	return out
}

func tagGet(c *eval.Call) value.Value {
	tag, ok1 := value.StringOf(c.Recv)
	key, ok2 := value.StringOf(c.Arg(0))
	if !ok1 || !ok2 {
		return notKnown(c)
	}
	val, ok := reflect.StructTag(tag).Lookup(key)
	text := value.NewString(val, value.PosOf(c.Recv))
	if strings.HasSuffix(c.Key, "Lookup") {
		return value.Tuple{text, value.NewBool(ok, c.Pos)}
	}
	return text
}

func fieldIsExported(c *eval.Call) value.Value {
	if s, ok := c.Recv.(*value.Struct); ok {
		if pkg, ok := value.StringOf(s.Field("PkgPath")); ok {
			return value.NewBool(pkg == "", c.Pos)
		}
	}
	return notKnown(c)
}

func modelErrorText(c *eval.Call) value.Value {
	n, ok := c.Recv.(*value.Native)
	if !ok || n.Loose {
		return notKnown(c)
	}
	switch d := n.Data.(type) {
	case string:
		if d != "" {
			return value.NewString(d, n.Pos)
		}
	case error:
		return value.NewString(d.Error(), n.Pos)
	}
	return notKnown(c)
}
