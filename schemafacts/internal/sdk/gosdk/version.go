package gosdk

import (
	"fmt"
	"go/types"

	"github.com/schemavet/schemavet/internal/whose"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/version"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
)

// release is a minor version of the SDK, because tools are the same in all its patch
// versions. The zero release is earlier than v0.1.
type release struct{ major, minor int }

func (v release) atLeast(major, minor int) bool {
	return v.major > major || v.major == major && v.minor >= minor
}

func parse(s string) (v release, ok bool) {
	if !whose.IsVersion(s) {
		return v, false
	}
	n, _ := fmt.Sscanf(s, "v%d.%d", &v.major, &v.minor)
	return v, n == 2
}

// detect finds the version of the SDK with which the package is built. It is in the
// path of the SDK's files. Without it, it is the version that the driver reports, if the
// API does not contradict it, or else the oldest version with that API.
func detect(h *sdk.Host) release {
	pkg := h.Types.Package(mcpPath)
	if v, ok := parse(version.OfFile(h.File(pkg), modulePath)); ok {
		return v
	}
	v, ok := parse(h.Version(mcpPath))
	low, high := bracket(pkg)
	if ok && (pkg == nil || v.atLeast(low.major, low.minor) && !v.atLeast(high.major, high.minor)) {
		return v
	}
	return low
}

// symbols are declarations that a version of the SDK added to its API, newest first.
var symbols = []struct {
	since    release
	typ, sub string // a type and its field or method, or an object
}{
	{release{1, 8}, "SupportedProtocolVersions", ""},
	{release{1, 7}, "CallToolResult", "InputRequests"},
	{release{1, 6}, "CodeHeaderMismatch", ""},
	{release{1, 4}, "ClientCapabilities", "AddExtension"},
	{release{1, 3}, "SchemaCache", ""},
	{release{1, 2}, "Tool", "Icons"},
	{release{1, 1}, "ServerOptions", "Logger"},
}

// bracket returns the oldest version that has the API of pkg, and the oldest version
// whose API has more.
func bracket(pkg *types.Package) (low, high release) {
	high = release{1 << 20, 0}
	if pkg == nil || pkg.Scope().Lookup("Tool") == nil { // too little is visible
		return symbols[0].since, high
	}
	for _, s := range symbols {
		if lookup(pkg, s.typ, s.sub) != nil {
			return s.since, high
		}
		high = s.since
	}
	if f := lookup(pkg, "Tool", "InputSchema"); f == nil || types.IsInterface(f.Type()) {
		return release{1, 0}, high
	}
	return release{}, release{1, 0} // the schema was a pointer
}

// lookup returns an object of a package or, if sub is not empty, a field or method of a
// type, or nil.
func lookup(pkg *types.Package, name, sub string) types.Object {
	obj := pkg.Scope().Lookup(name)
	if obj == nil || sub == "" {
		return obj
	}
	found, _, _ := types.LookupFieldOrMethod(obj.Type(), true, pkg, sub)
	return found
}
