//go:build since41 && !since46

package main

import (
	cases "github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/faults"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/before46"
)

func init() {
	programs = append(programs,
		registered("before46", before46.Register),
		registered("changed", before46.RegisterChanged),
		registered("walked", before46.RegisterWalked))
	faults = append(faults, []fault{
		{"fault_recursive", cases.Recursive},
		{"fault_func", cases.Func},
		{"fault_any", cases.Any},
		{"fault_unnamed", cases.Unnamed},
		{"fault_output_any", cases.OutputAny},
	}...)
}
