//go:build sdk17

package main

import (
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/wire"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/outputs17"
)

func init() { servers = append(servers, wire.Entry{Name: "outputs17", Register: outputs17.Register}) }
