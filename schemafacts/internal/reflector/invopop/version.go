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
	// The fork that cloudwego/eino has made of 0.13; see [EinoPath].
	Eino1_0_2
	Eino1_0_3
	V0_14_0
)

var versions = [...]string{V0_12_0: "v0.12.0", V0_13_0: "v0.13.0", Eino1_0_2: "eino-v1.0.2", Eino1_0_3: "eino-v1.0.3", V0_14_0: "v0.14.0"}

// releases are the versions of the library itself, and their names.
var (
	releases     = [...]Version{V0_12_0, V0_13_0, V0_14_0}
	releaseNames = []string{V0_12_0.String(), V0_13_0.String(), V0_14_0.String()}
)

// String returns the version as a go.mod file writes it, if one can.
func (v Version) String() string { return versions[v] }

// Path returns the import path of the library in this version.
func (v Version) Path() string {
	if v.eino() {
		return EinoPath
	}
	return Path
}

// eino reports whether the version is one of the fork.
func (v Version) eino() bool { return v == Eino1_0_2 || v == Eino1_0_3 }

// ParseVersion returns the newest known version that is not later than s. It
// knows nothing before v0.12.0.
func ParseVersion(s string) (Version, bool) {
	i, ok := version.Newest(s, releaseNames)
	return releases[i], ok
}

// DetectVersion finds out which version a package was compiled against. pkg is
// the library as it was imported, file the name of the file that an imported
// object's position gives (its path often holds the version), required the
// version that go.mod asks for; file and required may be empty.
//
// The file decides, because it is what the compiler read. Without it the
// library's declarations bracket the version, and what go.mod requires counts
// only within the bracket: a replace directive may give another one.
func DetectVersion(pkg *types.Package, file, required string) (Version, bool) {
	if v := version.OfFile(file, Path); v != "" {
		return ParseVersion(v)
	}
	low, high, seen := bracket(pkg)
	want, known := ParseVersion(required)
	return version.Within(want, known, low, high, seen)
}

// DetectEino is [DetectVersion] for the fork. It knows nothing before v1.0.2.
// Those who do not import it themselves may see no more of it than its Schema.
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

// bracket tells from the library's declarations which versions it can be.
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
