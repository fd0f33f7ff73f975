//go:build go1.27

package main

import (
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/wire"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/go127"
)

func init() { servers = append(servers, wire.Entry{Name: "go127", Register: go127.Register}) }
