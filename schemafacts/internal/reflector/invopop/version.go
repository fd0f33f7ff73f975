package invopop

import (
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/reflector/version"
)

// Version is a release of the library. Later ones are greater.
type Version int

const (
	V0_12_0 Version = iota
	V0_13_0
	// The fork of 0.13 that cloudwego/eino uses; see [EinoPath].
	Eino1_0_2
	Eino1_0_3
	V0_14_0
)

var versions = [...]string{V0_12_0: "v0.12.0", V0_13_0: "v0.13.0", Eino1_0_2: "eino-v1.0.2", Eino1_0_3: "eino-v1.0.3", V0_14_0: "v0.14.0"}

// releases are the versions of the library, with their names.
var (
	releases     = [...]Version{V0_12_0, V0_13_0, V0_14_0}
	releaseNames = []string{V0_12_0.String(), V0_13_0.String(), V0_14_0.String()}
)

// String returns the version in the form of go.mod files, or "".
func (v Version) String() string { return versions[v] }

// Path returns the import path of the library in this version.
func (v Version) Path() string {
	if v.eino() {
		return EinoPath
	}
	return Path
}

// eino reports whether the version is a version of the fork.
func (v Version) eino() bool { return v == Eino1_0_2 || v == Eino1_0_3 }

// ParseVersion returns the newest known version that is not later than s. The oldest
// known version is v0.12.0.
func ParseVersion(s string) (Version, bool) {
	i, ok := version.Newest(s, releaseNames)
	return releases[i], ok
}

// DetectVersion returns the version against which a package was compiled. pkg is the
// imported library. file is the name of the file in the position of an imported object;
// its path often contains the version. required is the version that go.mod requires.
// file and required may be empty.
//
// The file decides, because the compiler read it. Without it, the library's
// declarations limit the possible versions, and required counts only within these
// limits: a replace directive may select another version.
func DetectVersion(pkg *types.Package, file, required string) (Version, bool) {
	if v := version.OfFile(file, Path); v != "" {
		return ParseVersion(v)
	}
	low, high, seen := bracket(pkg)
	want, known := ParseVersion(required)
	return version.Within(want, known, low, high, seen)
}

// DetectEino is [DetectVersion] for the fork. The oldest known version is v1.0.2. A
// package that does not import the fork directly may see only its Schema type.
func DetectEino(pkg *types.Package, file, required string) (Version, bool) {
	known := []string{"v1.0.2", "v1.0.3"}
	if v := version.OfFile(file, EinoPath); v != "" {
		i, ok := version.Newest(v, known)
		return Eino1_0_2 + Version(i), ok
	}
	if pkg == nil {
		return 0, false
	}
	if st, ok := structOf(pkg, "Reflector"); ok && field(st, "SchemaModifier") == nil {
		return 0, false
	}
	if i, ok := version.Newest(required, known); ok {
		return Eino1_0_2 + Version(i), true
	}
	return Eino1_0_3, required == ""
}

// bracket returns the oldest and the newest version that have the library's
// declarations.
func bracket(pkg *types.Package) (low, high Version, ok bool) {
	if pkg == nil {
		return 0, 0, false
	}
	reflectorType, ok1 := structOf(pkg, "Reflector")
	schemaType, ok2 := structOf(pkg, "Schema")
	if !ok1 || !ok2 {
		return 0, 0, false
	}
	props := field(schemaType, "Properties")
	switch {
	case props != nil && strings.Contains(props.Type().String(), "pb33f/ordered-map"):
		return V0_14_0, V0_14_0, true
	case field(reflectorType, "LookupComment") != nil:
		return V0_13_0, V0_13_0, true
	case field(reflectorType, "AdditionalFields") != nil:
		return V0_12_0, V0_12_0, true
	}
	return 0, 0, false
}

func structOf(pkg *types.Package, name string) (*types.Struct, bool) {
	obj := pkg.Scope().Lookup(name)
	if obj == nil {
		return nil, false
	}
	st, ok := obj.Type().Underlying().(*types.Struct)
	return st, ok
}

func field(st *types.Struct, name string) *types.Var {
	for f := range st.Fields() {
		if f.Name() == name {
			return f
		}
	}
	return nil
}
