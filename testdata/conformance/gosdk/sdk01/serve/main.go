//go:build sdk01

// Command serve runs the servers for the SDK up to v0.1.
package main

import (
	"context"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/wire"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/refused"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/servers/changes"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/servers/greeter"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/servers/kinds"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/servers/literals"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/servers/options"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/servers/registry"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/servers/runtime"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/servers/wrapper"
)

var servers = []wire.Entry{
	{Name: "changes", Register: changes.Register},
	{Name: "greeter", Register: greeter.Register},
	{Name: "kinds", Register: kinds.Register},
	{Name: "literals", Register: literals.Register},
	{Name: "options", Register: options.Register},
	{Name: "registry", Register: registry.Register},
	{Name: "runtime", Register: runtime.Register},
	{Name: "wrapper", Register: wrapper.Register},
}

var refusals = []wire.Entry{
	{Name: "refused_func", Register: refused.Func},
	{Name: "refused_map_key", Register: refused.MapKey},
	{Name: "refused_recursive", Register: refused.Recursive, Crashes: true},
	{Name: "refused_required", Register: refused.Required},
	{Name: "refused_property_of_map", Register: refused.PropertyOfMap},
	{Name: "refused_property_of_any", Register: refused.PropertyOfAny},
	{Name: "refused_property_of_nothing", Register: refused.PropertyOfNothing},
	{Name: "refused_nested_property", Register: refused.NestedProperty},
	{Name: "refused_nil_schema", Register: refused.NilSchema},
	{Name: "refused_no_handler", Register: refused.NoHandler},
	{Name: "refused_default", Register: refused.Default},
	{Name: "refused_pattern", Register: refused.Pattern},
	{Name: "refused_ref", Register: refused.Ref},
	{Name: "refused_shared", Register: refused.Shared},
	{Name: "refused_types", Register: refused.Types},
	{Name: "refused_chan_enum", Register: refused.ChanEnum, Crashes: true},
	{Name: "refused_raw_default", Register: refused.RawDefault, Crashes: true},
	{Name: "refused_extra_keyword", Register: refused.ExtraKeyword, Crashes: true},
	{Name: "accepted_tag", Register: refused.Tag},
	{Name: "accepted_empty_tag", Register: refused.EmptyTag},
	{Name: "accepted_slice_input", Register: refused.SliceInput},
	{Name: "accepted_default", Register: refused.UncheckedDefault},
	{Name: "accepted_pattern", Register: refused.UncheckedPattern},
	{Name: "accepted_func_output", Register: refused.FuncOutput},
	{Name: "accepted_no_schema", Register: refused.NoSchema},
}

func main() { wire.Print(servers, refusals, list) }

func list(register func(*mcp.Server)) (json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	server := mcp.NewServer("conformance", "1", nil)
	register(server)
	clientSide, serverSide := mcp.NewInMemoryTransports()
	var log wire.Log
	if _, err := server.Connect(ctx, mcp.NewLoggingTransport(serverSide, &log)); err != nil {
		return nil, err
	}
	session, err := mcp.NewClient("conformance", "1", nil).Connect(ctx, clientSide)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	if _, err := session.ListTools(ctx, nil); err != nil {
		return nil, err
	}
	return log.Tools()
}
