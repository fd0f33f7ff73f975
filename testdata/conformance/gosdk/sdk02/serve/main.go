//go:build sdk02

// Command serve runs the servers for the SDK v0.2 and what was made before v0.3.
package main

import (
	"context"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/wire"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk02/refused"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk02/servers/changes"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk02/servers/helpers"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk02/servers/inputs"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk02/servers/literals"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk02/servers/outputs"
)

var servers = []wire.Entry{
	{Name: "changes", Register: changes.Register},
	{Name: "helpers", Register: helpers.Register},
	{Name: "inputs", Register: inputs.Register},
	{Name: "literals", Register: literals.Register},
	{Name: "outputs", Register: outputs.Register},
}

var refusals = []wire.Entry{
	{Name: "refused_func", Register: refused.Func},
	{Name: "refused_map_key", Register: refused.MapKey},
	{Name: "refused_recursive", Register: refused.Recursive},
	{Name: "refused_tag", Register: refused.Tag},
	{Name: "refused_empty_tag", Register: refused.EmptyTag},
	{Name: "refused_default", Register: refused.Default},
	{Name: "refused_pattern", Register: refused.Pattern},
	{Name: "refused_raw_pattern", Register: refused.RawPattern},
	{Name: "refused_ref", Register: refused.Ref},
	{Name: "refused_shared", Register: refused.Shared},
	{Name: "refused_types", Register: refused.Types},
	{Name: "refused_output", Register: refused.Output},
	{Name: "refused_output_default", Register: refused.OutputDefault},
	{Name: "refused_chan_enum", Register: refused.ChanEnum, Crashes: true},
	{Name: "refused_nil_schema", Register: refused.NilSchema},
	{Name: "accepted_output", Register: refused.UncheckedOutput},
	{Name: "accepted_slice_input", Register: refused.SliceInput},
}

func main() { wire.Print(servers, refusals, list) }

func list(register func(*mcp.Server)) (json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	server := mcp.NewServer(&mcp.Implementation{Name: "conformance", Version: "1"}, nil)
	register(server)
	clientSide, serverSide := mcp.NewInMemoryTransports()
	var log wire.Log
	session, err := connect(ctx, server, mcp.NewLoggingTransport(serverSide, &log), clientSide)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	if _, err := session.ListTools(ctx, nil); err != nil {
		return nil, err
	}
	return log.Tools()
}

func client() *mcp.Client {
	return mcp.NewClient(&mcp.Implementation{Name: "conformance", Version: "1"}, nil)
}
