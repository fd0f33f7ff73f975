package gosdk

import (
	"fmt"
	"go/types"
	"time"

	"golang.org/x/mod/module"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/jsonschemago"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/version"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
)

// release is a minor version of the SDK, because tools are the same in all its patch
// versions. The zero release is earlier than v0.1.
type release struct {
	major, minor int
	// made is when an untagged version was made, zero for releases.
	made time.Time
	// options reports whether the SDK's own schema library takes options, as no
	// released version does.
	options bool
}

func (v release) atLeast(major, minor int) bool {
	return v.major > major || v.major == major && v.minor >= minor
}

func parse(s string) (v release, ok bool) {
	if !version.Valid(s) {
		return v, false
	}
	n, _ := fmt.Sscanf(s, "v%d.%d", &v.major, &v.minor)
	if module.IsPseudoVersion(s) {
		v.made, _ = module.PseudoVersionTime(s)
	}
	return v, n == 2
}

var (
	// tagged is when the SDK's own library began to read jsonschema tags; v0.2.0, made
	// a day later, reads them.
	tagged = time.Date(2025, 7, 10, 17, 51, 23, 0, time.UTC)
	// left is the date on which the schema library began to change before it moved to
	// a separate module.
	left = time.Date(2025, 7, 21, 0, 0, 0, 0, time.UTC)
)

// library returns the form of the SDK's own schema library, before v0.3. It returns
// false for untagged versions between v0.2 and v0.3, whose form is unknown.
func (v release) library() (jsonschemago.Version, bool) {
	switch {
	case v.options || !v.made.IsZero() && v.made.After(left):
		return 0, false
	case !v.made.IsZero() && !v.made.Before(tagged), v.made.IsZero() && v.atLeast(0, 2):
		return jsonschemago.SDK0_2, true
	}
	return jsonschemago.SDK0_1, true
}

// infersMaps reports whether (*Server).AddTool infers the schema of a map for a tool
// without a schema. It applies to versions before v0.3.
func (v release) infersMaps() bool {
	return v.made.IsZero() || v.made.Before(time.Date(2025, 7, 23, 20, 2, 0, 0, time.UTC))
}

// detect finds the version of the SDK with which the package is built: from the path of
// its files, or else from its API and from what the driver reports.
func detect(h *sdk.Host) release {
	pkg, own := h.Types.Package(mcpPath), h.Types.Package(ownPath)
	file := h.File(pkg)
	if file == "" {
		file = h.File(own)
	}
	v, ok := parse(version.OfFile(file, modulePath))
	if !ok {
		v = guess(h, pkg, own)
	}
	switch {
	case own != nil:
		v.options = v.options || own.Scope().Lookup("ForOptions") != nil
	case !v.made.Before(time.Date(2025, 8, 20, 23, 36, 34, 0, time.UTC)) && !v.atLeast(0, 3):
		return minor(0, 3) // made after the changes of v0.3
	}
	return v
}

// guess returns the version of the SDK if no file path shows it: the version that the
// driver reports, if the API of pkg does not contradict it, or else the oldest
// version with that API.
func guess(h *sdk.Host, pkg, own *types.Package) release {
	said := h.Version(mcpPath)
	if said == "" {
		said = h.Version(ownPath)
	}
	v, ok := parse(said)
	low, high := bracket(pkg)
	switch {
	case pkg == nil && own != nil && (!ok || v.atLeast(0, 3)):
		return release{options: true} // the API does not show which of the two libraries it is
	case ok && (pkg == nil || v.atLeast(low.major, low.minor) && !v.atLeast(high.major, high.minor)):
		return v
	}
	return low
}

// symbols are declarations that a version of the SDK added to its API, newest first.
var symbols = []struct {
	since    release
	typ, sub string // a type and its field or method, or an object
}{
	{minor(1, 8), "SupportedProtocolVersions", ""},
	{minor(1, 7), "CallToolResult", "InputRequests"},
	{minor(1, 6), "CodeHeaderMismatch", ""},
	{minor(1, 4), "ClientCapabilities", "AddExtension"},
	{minor(1, 3), "SchemaCache", ""},
	{minor(1, 2), "Tool", "Icons"},
	{minor(1, 1), "ServerOptions", "Logger"},
}

func minor(major, minor int) release { return release{major: major, minor: minor} }

// bracket returns the oldest version that has the API of pkg, and the oldest version
// whose API has more.
func bracket(pkg *types.Package) (low, high release) {
	if pkg == nil {
		return minor(1, 8), minor(1<<20, 0)
	}
	high = minor(1<<20, 0)
	for _, s := range symbols {
		if has(pkg, s.typ, s.sub) {
			return s.since, high
		}
		high = s.since
	}
	tool, _ := pkg.Scope().Lookup("Tool").(*types.TypeName)
	f := (*types.Var)(nil)
	if tool != nil {
		f = field(tool, "InputSchema")
	}
	switch {
	case tool == nil:
		// Too little of the package is visible.
		return minor(1, 8), minor(1<<20, 0)
	case f != nil && types.IsInterface(f.Type()):
		return minor(0, 8), high
	case has(pkg, "NewServerTool", ""):
		return minor(0, 0), minor(0, 2)
	case f != nil && isOwnSchema(f.Type()):
		return minor(0, 2), minor(0, 3)
	}
	return minor(0, 3), minor(0, 8)
}

// isOwnSchema reports whether t is a pointer to a schema of the SDK's own library.
func isOwnSchema(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && ir.IsNamed(p.Elem(), ownPath, "Schema")
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
