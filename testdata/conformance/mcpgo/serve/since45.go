//go:build since45

package main

import (
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/since45"
)

func init() {
	programs = append(programs,
		registered("since45", since45.Register))
}
