package jsonschemago

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/reflector/version"
)

// Path is the import path of the library's package.
const Path = Module + "/jsonschema"

// Module is the path of the Go module that this package models.
const Module = "github.com/google/jsonschema-go"

// Version is a release of the library. Later ones are greater.
type Version int

const (
	V0_3_0 Version = iota
	V0_4_0
	V0_4_1
	V0_4_2
	V0_4_3
)

// Latest is the newest known release.
const Latest = V0_4_3

var versions = [...]string{"v0.3.0", "v0.4.0", "v0.4.1", "v0.4.2", "v0.4.3"}

// String returns the version in the form of go.mod files, or "".
func (v Version) String() string { return versions[v] }

// ParseVersion returns the newest known version that is not later than s. The oldest
// known version is v0.3.0: all supported releases of SDKs require it.
func ParseVersion(s string) (Version, bool) {
	i, ok := version.Newest(s, versions[:])
	if !ok {
		return 0, false
	}
	return Version(i), true
}

// DetectVersion returns the version against which a package was compiled; see
// [version.Detect].
func DetectVersion(pkg *types.Package, file, required string) (Version, bool) {
	return version.Detect(pkg, Module, file, required, ParseVersion, marks)
}

var marks = []version.Mark[Version]{
	{Type: "Schema", Field: "Properties", Has: `json:"properties"`, Low: V0_4_1, High: V0_4_1},
	{Type: "Schema", Field: "PropertyOrder", Low: V0_4_0, High: Latest},
	{Type: "ForOptions", Field: "TypeSchemas", Has: "Type]", Low: V0_3_0, High: V0_3_0},
}
