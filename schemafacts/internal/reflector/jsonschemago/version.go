package jsonschemago

import (
	"go/types"
	"reflect"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/reflector/version"
)

// Path is the import path of the library's package.
const Path = Module + "/jsonschema"

// Module is the library's module.
const Module = "github.com/google/jsonschema-go"

// Version is a release of the library. Later ones are greater.
type Version int

// The library was part of the official SDK before it became a module of its own:
// SDK0_1 and SDK0_2 are what the SDK's v0.1 and v0.2 hold.
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

// Latest is the newest release that is known.
const Latest = V0_4_3

var versions = [...]string{
	SDK0_1: "sdk-v0.1", SDK0_2: "sdk-v0.2",
	V0_2_0: "v0.2.0", V0_2_1: "v0.2.1", V0_2_2: "v0.2.2", V0_2_3: "v0.2.3", V0_3_0: "v0.3.0",
	V0_4_0: "v0.4.0", V0_4_1: "v0.4.1", V0_4_2: "v0.4.2", V0_4_3: "v0.4.3",
}

// String returns the version as a go.mod file writes it, if one can.
func (v Version) String() string { return versions[v] }

// ParseVersion returns the newest known version that is not later than s. It
// knows nothing before v0.2.0.
func ParseVersion(s string) (Version, bool) {
	i, ok := version.Newest(s, versions[V0_2_0:])
	if !ok {
		return 0, false
	}
	return V0_2_0 + Version(i), true
}

// DetectVersion finds out which version a package was compiled against. pkg is
// the library's package as it was imported, file the name of the file that an
// imported object's position gives (its path often holds the version), required
// the version that go.mod asks for. Each may be missing.
//
// The file decides, because it is what the compiler read. Without it the
// library's declarations bracket the version, and what go.mod requires counts
// only within the bracket: a replace directive may have put another one there.
func DetectVersion(pkg *types.Package, file, required string) (Version, bool) {
	if v := version.OfFile(file, Module); v != "" {
		return ParseVersion(v)
	}
	want, known := ParseVersion(required)
	low, high, seen := bracket(pkg)
	return version.Within(want, known, low, high, seen)
}

// bracket tells from the library's declarations which versions it can be.
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

// structField returns a field of a struct type that pkg declares, and its tag.
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
