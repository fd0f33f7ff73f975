//go:build since41

package main

import (
	cases "github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/faults"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/items"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/reflected"
)

func init() {
	programs = append(programs,
		registered("items", items.Register),
		registered("reflected", reflected.Register))
	faults = append(faults, []fault{
		{"fault_raw_option", cases.RawOption},
		{"fault_both_outputs", cases.BothOutputs},
	}...)
}
