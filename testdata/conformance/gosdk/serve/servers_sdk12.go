//go:build sdk12

package main

import (
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/wire"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/icons"
)

func init() { servers = append(servers, wire.Entry{Name: "icons", Register: icons.Register}) }
