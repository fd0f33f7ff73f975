package main

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/testdata/conformance/gosdk/refused"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/adapters"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/annotations"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/branches"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/constructors"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/deep"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/defaults"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/dsl"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/globals"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/handlers"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/idioms"
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
	{"adapters", adapters.Register},
	{"annotations", annotations.Register},
	{"branches", branches.Register},
	{"constructors", constructors.Register},
	{"deep", deep.Register},
	{"defaults", defaults.Register},
	{"dsl", dsl.Register},
	{"globals", globals.Register},
	{"handlers", handlers.Register},
	{"idioms", idioms.Register},
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

// refusals are registrations that some version of the SDK refuses, by the names
// of their tools.
var refusals = []entry{
	{"refused_recursive", refused.Recursive},
	{"refused_func", refused.Func},
	{"refused_tag", refused.Tag},
	{"refused_empty_tag", refused.EmptyTag},
	{"refused_slice_input", refused.SliceInput},
	{"refused_string_input", refused.StringInput},
	{"refused_map_key", refused.MapKey},
	{"refused_nil_schema", refused.NilSchema},
	{"refused_default_type", refused.DefaultType},
	{"refused_default_enum", refused.DefaultEnum},
	{"refused_default_range", refused.DefaultRange},
	{"refused_default_json", refused.DefaultJSON},
	{"refused_pattern", refused.Pattern},
	{"refused_shared", refused.Shared},
	{"refused_types", refused.Types},
	{"refused_ref", refused.Ref},
	{"refused_output_recursive", refused.OutputRecursive},
	{"refused_time_input", refused.TimeInput},
	{"refused_named_any_input", refused.NamedAnyInput},
	{"refused_pointer_any_input", refused.PointerAnyInput},
	{"refused_twice_pointer_input", refused.TwicePointerInput},
	{"refused_raw_input", refused.RawInput},
	{"refused_context_input", refused.ContextInput},
	{"refused_int_key_input", refused.IntKeyInput},
	{"refused_slice_output", refused.SliceOutput},
	{"refused_string_output", refused.StringOutput},
	{"refused_error_output", refused.ErrorOutput},
	{"refused_func_output", refused.FuncOutput},
	{"refused_chan", refused.Chan},
	{"refused_embedded_time", refused.EmbeddedTime},
	{"refused_array_schema", refused.ArraySchema},
	{"refused_no_type", refused.NoType},
	{"refused_typed_nil", refused.TypedNil},
	{"refused_type_twice", refused.TypeTwice},
	{"refused_nan", refused.NaN},
	{"refused_chan_enum", refused.ChanEnum},
	{"refused_raw_default", refused.RawDefault},
	{"refused_extra_keyword", refused.ExtraKeyword},
	{"refused_default_nested", refused.DefaultNested},
	{"refused_draft", refused.WrongDraft},
	{"refused_output_array", refused.OutputArray},
}
