package main

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/testdata/conformance/gosdk/panics"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/annotations"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/branches"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/constructors"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/deep"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/defaults"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/dsl"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/globals"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/handlers"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/inputs"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/literals"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/methods"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/mutation"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/notes"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/outputs"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/ownmodel"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/pointers"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/registry"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/replace"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/runtime"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/spread"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/table"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/toolset"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/translate"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/wrapper"
)

// entry is a server, or a registration, by name.
type entry struct {
	name     string
	register func(*mcp.Server)
}

// servers are the servers of this module. Those that need a newer SDK are added
// by files with a build constraint.
var servers = []entry{
	{"annotations", annotations.Register},
	{"branches", branches.Register},
	{"constructors", constructors.Register},
	{"deep", deep.Register},
	{"defaults", defaults.Register},
	{"dsl", dsl.Register},
	{"globals", globals.Register},
	{"handlers", handlers.Register},
	{"inputs", inputs.Register},
	{"literals", literals.Register},
	{"methods", methods.Register},
	{"mutation", mutation.Register},
	{"notes", notes.Register},
	{"outputs", outputs.Register},
	{"ownmodel", ownmodel.Register},
	{"pointers", pointers.Register},
	{"registry", registry.Register},
	{"replace", replace.Register},
	{"runtime", runtime.Register},
	{"spread", spread.Register},
	{"table", table.Register},
	{"toolset", toolset.Register},
	{"translate", translate.Register},
	{"wrapper", wrapper.Register},
}

// panicking are registrations that the SDK refuses. Each is named as its tool.
var panicking = []entry{
	{"panic_recursive", panics.Recursive},
	{"panic_func", panics.Func},
	{"panic_tag", panics.Tag},
	{"panic_empty_tag", panics.EmptyTag},
	{"panic_slice_input", panics.SliceInput},
	{"panic_string_input", panics.StringInput},
	{"panic_map_key", panics.MapKey},
	{"panic_nil_schema", panics.NilSchema},
	{"panic_default_type", panics.DefaultType},
	{"panic_default_enum", panics.DefaultEnum},
	{"panic_default_range", panics.DefaultRange},
	{"panic_default_json", panics.DefaultJSON},
	{"panic_pattern", panics.Pattern},
	{"panic_shared", panics.Shared},
	{"panic_types", panics.Types},
	{"panic_ref", panics.Ref},
	{"panic_output_recursive", panics.OutputRecursive},
}
