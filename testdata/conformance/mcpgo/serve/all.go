package main

import (
	cases "github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/faults"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/basics"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/instances"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/literals"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/names"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/options"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/perhaps"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/raw"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/settools"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/tables"
)

func init() {
	programs = append(programs,
		registered("basics", basics.Register),
		registered("options", options.Register),
		registered("perhaps", perhaps.Register),
		registered("raw", raw.Register),
		registered("literals", literals.Register),
		registered("tables", tables.Register),
		registered("settools", settools.Register),
		registered("names", names.Register),
		made("instances", instances.New))
	faults = append(faults, []fault{
		{"fault_malformed", cases.Malformed},
		{"fault_empty_text", cases.EmptyText},
		{"fault_nan", cases.NotANumber},
		{"fault_infinite", cases.Infinite},
		{"fault_channel", cases.Channel},
		{"fault_function", cases.Function},
		{"fault_both_schemas", cases.BothSchemas},
		{"fault_nil_properties", cases.NilProperties},
	}...)
}
