package ir

import (
	"go/types"
	"iter"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
)

// This file has helper functions for types and for the keys of functions.

// PkgOf returns the import path in a key such as "path/of/pkg.Name" or
// "(*path/of/pkg.Type).Method".
func PkgOf(key string) string {
	key = strings.TrimLeft(key, "(*")
	slash := strings.LastIndexByte(key, '/')
	if i := strings.IndexByte(key[slash+1:], '.'); i >= 0 {
		return key[:slash+1+i]
	}
	return key
}

// ShortKey returns a key in the form of messages, with the package's name instead of
// its path.
func ShortKey(key string) string {
	key, _, _ = strings.Cut(key, "$")
	pkg := PkgOf(key)
	slash := strings.LastIndexByte(pkg, '/')
	return strings.Replace(key, pkg, pkg[slash+1:], 1)
}

// IsStd reports whether an import path seems to belong to the standard library. Other
// modules without a dot in the first element exist, but are rare.
func IsStd(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	switch first {
	case "archive", "bufio", "bytes", "cmp", "compress", "container", "context", "crypto", "database", "debug", "embed",
		"encoding", "errors", "expvar", "flag", "fmt", "go", "hash", "html", "image", "index", "io", "iter", "log", "maps",
		"math", "mime", "net", "os", "path", "plugin", "reflect", "regexp", "runtime", "slices", "sort", "strconv",
		"strings", "structs", "sync", "syscall", "testing", "text", "time", "unicode", "unique", "unsafe", "weak":
		return true
	}
	return false
}

// Under returns the underlying type of t. In a program that does not compile, a type
// may be nil; Under returns the invalid type for it.
func Under(t types.Type) types.Type {
	if t == nil {
		return types.Typ[types.Invalid]
	}
	return types.Unalias(t).Underlying()
}

// Elem returns the element type of an unnamed pointer, slice, array or map type, or nil
// for any other type.
func Elem(t types.Type) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return t.Elem()
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	case *types.Map:
		return t.Elem()
	}
	return nil
}

// Parts returns the types that an unnamed type mentions: its elements, its fields, or its
// parameters and results. A named type mentions its type arguments, and an interface nothing.
func Parts(t types.Type) []types.Type {
	var out []types.Type
	add := func(vars iter.Seq[*types.Var]) {
		for v := range vars {
			out = append(out, v.Type())
		}
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		out = slices.Collect(t.TypeArgs().Types())
	case *types.Map:
		out = []types.Type{t.Key(), t.Elem()}
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		out = []types.Type{t.Elem()}
	case *types.Struct:
		add(t.Fields())
	case *types.Signature:
		add(t.Params().Variables())
		add(t.Results().Variables())
	}
	return out
}

// IsInterface reports whether the underlying type of t is an interface.
func IsInterface(t types.Type) bool {
	_, ok := Under(t).(*types.Interface)
	return ok
}

// Implements reports whether values of a method's receiver type, or pointers to them,
// can implement an interface. Of the methods of a generic type it compares only the names.
func Implements(recv types.Type, iface *types.Interface) bool {
	recv = jsonfields.Pointee(recv)
	named, ok := types.Unalias(recv).(*types.Named)
	if !ok || named.TypeParams().Len() == 0 {
		return ok && types.Implements(types.NewPointer(named), iface)
	}
	for m := range iface.Methods() {
		if obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), false, m.Pkg(), m.Name()); obj == nil {
			return false
		}
	}
	return true
}

// OpaqueMethod is the only method of a decoded interface whose methods are unknown.
const OpaqueMethod = "·"

// IsUntypedNil reports whether t is the type of a plain nil.
func IsUntypedNil(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == types.UntypedNil
}

// IsString reports whether t is the type string or untyped string. A named type with
// that underlying type is not.
func IsString(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// IsByte reports whether the underlying type of t is byte.
func IsByte(t types.Type) bool {
	b, ok := Under(t).(*types.Basic)
	return ok && b.Kind() == types.Byte
}

// IsError reports whether t is the type error.
func IsError(t types.Type) bool {
	return t != nil && types.Identical(t, types.Universe.Lookup("error").Type())
}

// Key returns the key of a function: [types.Func.FullName] of its origin.
func Key(fn *types.Func) string { return fn.Origin().FullName() }

// VarKey returns the key of a package variable.
func VarKey(v *types.Var) string { return v.Pkg().Path() + "." + v.Name() }

// TypeParams returns a list of type parameters as a slice.
func TypeParams(list *types.TypeParamList) []*types.TypeParam {
	var out []*types.TypeParam
	for i := range list.Len() {
		out = append(out, list.At(i))
	}
	return out
}

// IsTypeParam reports whether t is a type parameter.
func IsTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// IsContext reports whether t is context.Context.
func IsContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Context" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context"
}

// IsBasic reports whether u is a basic type that has one of these properties.
func IsBasic(u types.Type, info types.BasicInfo) bool {
	b, ok := u.(*types.Basic)
	return ok && b.Info()&info != 0
}

// IsNamed reports whether t is the named type with this import path and name.
func IsNamed(t types.Type, path, name string) bool {
	if t == nil {
		return false
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == name && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == path
}
