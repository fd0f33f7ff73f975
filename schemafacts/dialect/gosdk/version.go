package gosdk

import (
	"fmt"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/dialect"
)

// version is a minor version of the SDK: tools look the same in all its
// patches. The zero version is unknown.
type version struct{ major, minor int }

func (v version) atLeast(major, minor int) bool {
	return v.major > major || v.major == major && v.minor >= minor
}

func parse(s string) (v version, ok bool) {
	n, _ := fmt.Sscanf(s, "v%d.%d", &v.major, &v.minor)
	return v, n == 2
}

// detect finds the version of the SDK that the package is built with: from the
// name of its files, else from what its API offers, refined by what the
// driver says.
func detect(h *dialect.Host) version {
	pkg := h.Types.Package(mcpPath)
	if v, ok := parse(h.FileVersion(dialect.FirstObject(pkg), modulePath)); ok {
		return v
	}
	low, high := bracket(pkg)
	if v, ok := parse(h.Version(mcpPath)); ok && (pkg == nil || v.atLeast(low.major, low.minor) && !v.atLeast(high.major, high.minor)) {
		return v
	}
	return low
}

// symbols are what a version added to the API, newest first.
var symbols = []struct {
	since    version
	typ, sub string // a type and its field or method, or an object
}{
	{version{1, 8}, "SupportedProtocolVersions", ""},
	{version{1, 7}, "CallToolResult", "InputRequests"},
	{version{1, 6}, "CodeHeaderMismatch", ""},
	{version{1, 4}, "ClientCapabilities", "AddExtension"},
	{version{1, 3}, "SchemaCache", ""},
	{version{1, 2}, "Tool", "Icons"},
	{version{1, 1}, "ServerOptions", "Logger"},
}

// bracket returns the oldest version that has the API of pkg, and the oldest
// that has more.
func bracket(pkg *types.Package) (low, high version) {
	if pkg == nil {
		return version{1, 8}, version{1 << 20, 0}
	}
	high = version{1 << 20, 0}
	for _, s := range symbols {
		if has(pkg, s.typ, s.sub) {
			return s.since, high
		}
		high = s.since
	}
	tool, _ := pkg.Scope().Lookup("Tool").(*types.TypeName)
	if tool == nil {
		// Too little of the package is visible to tell.
		return version{1, 8}, version{1 << 20, 0}
	}
	if f := field(tool, "InputSchema"); f != nil && types.IsInterface(f.Type()) {
		return version{0, 8}, high
	}
	return version{0, 3}, version{0, 8}
}

func has(pkg *types.Package, name, sub string) bool {
	obj := pkg.Scope().Lookup(name)
	if obj == nil || sub == "" {
		return obj != nil
	}
	found, _, _ := types.LookupFieldOrMethod(obj.Type(), true, pkg, sub)
	return found != nil
}

func field(tn *types.TypeName, name string) *types.Var {
	found, _, _ := types.LookupFieldOrMethod(tn.Type(), true, tn.Pkg(), name)
	f, _ := found.(*types.Var)
	return f
}
