//go:build since55

package main

import (
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/since55"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/strict"
)

func init() {
	programs = append(programs,
		registered("since55", since55.Register),
		made("strict", strict.New))
}
