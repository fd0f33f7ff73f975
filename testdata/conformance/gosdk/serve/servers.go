package main

import (
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/wire"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/refused"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/adapters"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/annotations"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/branches"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/constructors"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/deep"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/defaults"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/dsl"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/globals"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/handlers"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/idioms"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/inputs"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/literals"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/methods"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/mutation"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/notes"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/outputs"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/ownmodel"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/pointers"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/registry"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/replace"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/runtime"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/spread"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/table"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/toolset"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/translate"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/wrapper"
)

// servers are the servers of this module. Those that need a newer SDK are added
// by files with a build constraint.
var servers = []wire.Entry{
	{Name: "adapters", Register: adapters.Register},
	{Name: "annotations", Register: annotations.Register},
	{Name: "branches", Register: branches.Register},
	{Name: "constructors", Register: constructors.Register},
	{Name: "deep", Register: deep.Register},
	{Name: "defaults", Register: defaults.Register},
	{Name: "dsl", Register: dsl.Register},
	{Name: "globals", Register: globals.Register},
	{Name: "handlers", Register: handlers.Register},
	{Name: "idioms", Register: idioms.Register},
	{Name: "inputs", Register: inputs.Register},
	{Name: "literals", Register: literals.Register},
	{Name: "methods", Register: methods.Register},
	{Name: "mutation", Register: mutation.Register},
	{Name: "notes", Register: notes.Register},
	{Name: "outputs", Register: outputs.Register},
	{Name: "ownmodel", Register: ownmodel.Register},
	{Name: "pointers", Register: pointers.Register},
	{Name: "registry", Register: registry.Register},
	{Name: "replace", Register: replace.Register},
	{Name: "runtime", Register: runtime.Register},
	{Name: "spread", Register: spread.Register},
	{Name: "table", Register: table.Register},
	{Name: "toolset", Register: toolset.Register},
	{Name: "translate", Register: translate.Register},
	{Name: "wrapper", Register: wrapper.Register},
}

// refusals are registrations that some version of the SDK refuses, by the names
// of their tools.
var refusals = []wire.Entry{
	{Name: "refused_recursive", Register: refused.Recursive},
	{Name: "refused_func", Register: refused.Func},
	{Name: "refused_tag", Register: refused.Tag},
	{Name: "refused_empty_tag", Register: refused.EmptyTag},
	{Name: "refused_slice_input", Register: refused.SliceInput},
	{Name: "refused_string_input", Register: refused.StringInput},
	{Name: "refused_map_key", Register: refused.MapKey},
	{Name: "refused_nil_schema", Register: refused.NilSchema},
	{Name: "refused_default_type", Register: refused.DefaultType},
	{Name: "refused_default_enum", Register: refused.DefaultEnum},
	{Name: "refused_default_range", Register: refused.DefaultRange},
	{Name: "refused_default_json", Register: refused.DefaultJSON},
	{Name: "refused_pattern", Register: refused.Pattern},
	{Name: "refused_shared", Register: refused.Shared},
	{Name: "refused_types", Register: refused.Types},
	{Name: "refused_ref", Register: refused.Ref},
	{Name: "refused_output_recursive", Register: refused.OutputRecursive},
	{Name: "refused_time_input", Register: refused.TimeInput},
	{Name: "refused_named_any_input", Register: refused.NamedAnyInput},
	{Name: "refused_pointer_any_input", Register: refused.PointerAnyInput},
	{Name: "refused_twice_pointer_input", Register: refused.TwicePointerInput},
	{Name: "refused_raw_input", Register: refused.RawInput},
	{Name: "refused_context_input", Register: refused.ContextInput},
	{Name: "refused_int_key_input", Register: refused.IntKeyInput},
	{Name: "refused_slice_output", Register: refused.SliceOutput},
	{Name: "refused_string_output", Register: refused.StringOutput},
	{Name: "refused_error_output", Register: refused.ErrorOutput},
	{Name: "refused_func_output", Register: refused.FuncOutput},
	{Name: "refused_chan", Register: refused.Chan},
	{Name: "refused_embedded_time", Register: refused.EmbeddedTime},
	{Name: "refused_array_schema", Register: refused.ArraySchema},
	{Name: "refused_no_type", Register: refused.NoType},
	{Name: "refused_typed_nil", Register: refused.TypedNil},
	{Name: "refused_type_twice", Register: refused.TypeTwice},
	{Name: "refused_nan", Register: refused.NaN},
	{Name: "refused_chan_enum", Register: refused.ChanEnum},
	{Name: "refused_raw_default", Register: refused.RawDefault},
	{Name: "refused_extra_keyword", Register: refused.ExtraKeyword},
	{Name: "refused_default_nested", Register: refused.DefaultNested},
	{Name: "refused_draft", Register: refused.WrongDraft},
	{Name: "refused_output_array", Register: refused.OutputArray},
}
