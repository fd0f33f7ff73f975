package invopop

import (
	"go/types"

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

// DetectVersion returns the version against which a package was compiled; see
// [version.Detect].
func DetectVersion(pkg *types.Package, file, required string) (Version, bool) {
	return version.Detect(pkg, Path, file, required, ParseVersion, []version.Mark[Version]{
		{Type: "Schema", Field: "Properties", Has: "pb33f/ordered-map", Low: V0_14_0, High: V0_14_0},
		{Type: "Reflector", Field: "LookupComment", Low: V0_13_0, High: V0_13_0},
		{Type: "Reflector", Field: "AdditionalFields", Low: V0_12_0, High: V0_12_0},
	})
}

// DetectEino is [DetectVersion] for the fork. The oldest known version is v1.0.2. A
// package that does not import the fork directly may see only its Schema type.
func DetectEino(pkg *types.Package, file, required string) (Version, bool) {
	parse := func(s string) (Version, bool) {
		i, ok := version.Newest(s, []string{"v1.0.2", "v1.0.3"})
		return Eino1_0_2 + Version(i), ok
	}
	if v := version.OfFile(file, EinoPath); v != "" {
		return parse(v)
	}
	if pkg == nil || pkg.Scope().Lookup("Reflector") != nil && !version.HasField(pkg, "Reflector", "SchemaModifier", "") {
		return 0, false
	}
	if v, ok := parse(required); ok {
		return v, true
	}
	return Eino1_0_3, required == ""
}
