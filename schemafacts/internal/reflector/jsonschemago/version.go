package jsonschemago

import (
	"go/types"
	"reflect"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/reflector/version"
)

// Path is the import path of the library's package.
const Path = Module + "/jsonschema"

// Module is the path of the Go module that this package models.
const Module = "github.com/google/jsonschema-go"

// Version is a release of the library. Later ones are greater.
type Version int

// The library was part of the official SDK before it became a separate module: SDK0_1
// and SDK0_2 are its forms in the SDK's v0.1 and v0.2.
const (
	SDK0_1 Version = iota
	SDK0_2
	V0_2_0
	V0_2_1
	V0_2_2
	V0_2_3
	V0_3_0
	V0_4_0
	V0_4_1
	V0_4_2
	V0_4_3
)

// Latest is the newest known release.
const Latest = V0_4_3

var versions = [...]string{
	SDK0_1: "sdk-v0.1", SDK0_2: "sdk-v0.2",
	V0_2_0: "v0.2.0", V0_2_1: "v0.2.1", V0_2_2: "v0.2.2", V0_2_3: "v0.2.3", V0_3_0: "v0.3.0",
	V0_4_0: "v0.4.0", V0_4_1: "v0.4.1", V0_4_2: "v0.4.2", V0_4_3: "v0.4.3",
}

// String returns the version in the form of go.mod files, or "".
func (v Version) String() string { return versions[v] }

// ParseVersion returns the newest known version that is not later than s. The oldest
// known version is v0.2.0.
func ParseVersion(s string) (Version, bool) {
	i, ok := version.Newest(s, versions[V0_2_0:])
	if !ok {
		return 0, false
	}
	return V0_2_0 + Version(i), true
}

// DetectVersion returns the version against which a package was compiled. pkg is the
// library's imported package. file is the name of the file in the position of an
// imported object; its path often contains the version. required is the version that
// go.mod requires. Each may be missing.
//
// The file decides, because the compiler read it. Without it, the library's
// declarations limit the possible versions, and required counts only within these
// limits: a replace directive may select another version.
func DetectVersion(pkg *types.Package, file, required string) (Version, bool) {
	if v := version.OfFile(file, Module); v != "" {
		return ParseVersion(v)
	}
	want, known := ParseVersion(required)
	low, high, seen := bracket(pkg)
	return version.Within(want, known, low, high, seen)
}

// bracket returns the oldest and the newest version that have the library's
// declarations.
func bracket(pkg *types.Package) (low, high Version, ok bool) {
	if pkg == nil {
		return 0, 0, false
	}
	if _, _, ok := structField(pkg, "Schema", "PropertyOrder"); ok {
		_, tag, _ := structField(pkg, "Schema", "Properties")
		if _, opts, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ","); opts == "" {
			return V0_4_1, V0_4_1, true
		}
		return V0_4_0, Latest, true
	}
	f, _, ok := structField(pkg, "ForOptions", "TypeSchemas")
	if !ok {
		return 0, 0, false
	}
	m, ok := f.Type().Underlying().(*types.Map)
	if !ok {
		return 0, 0, false
	}
	if _, named := types.Unalias(m.Key()).(*types.Named); named { // reflect.Type
		return V0_3_0, V0_3_0, true
	}
	return V0_2_0, V0_2_3, true
}

// structField returns a field of a struct type declared in pkg, and its tag.
func structField(pkg *types.Package, typ, field string) (*types.Var, string, bool) {
	obj := pkg.Scope().Lookup(typ)
	if obj == nil {
		return nil, "", false
	}
	st, ok := obj.Type().Underlying().(*types.Struct)
	if !ok {
		return nil, "", false
	}
	for i := range st.NumFields() {
		if f := st.Field(i); f.Name() == field {
			return f, st.Tag(i), true
		}
	}
	return nil, "", false
}
