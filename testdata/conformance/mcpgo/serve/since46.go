//go:build since46

package main

import (
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/since46"
)

func init() {
	programs = append(programs,
		registered("since46", since46.Register))
}
