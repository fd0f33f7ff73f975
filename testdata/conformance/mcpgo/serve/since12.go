//go:build since12

package main

import (
	cases "github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/faults"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/since12"
)

func init() {
	programs = append(programs, registered("since12", since12.Register))
	faults = append(faults, []fault{
		{"fault_header", cases.Header},
	}...)
}
