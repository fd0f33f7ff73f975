//go:build schema04

package main

import (
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/wire"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/paging"
)

func init() { servers = append(servers, wire.Entry{Name: "paging", Register: paging.Register}) }
