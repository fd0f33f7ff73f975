//go:build schema043

package main

import (
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/internal/wire"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/textkeys"
)

func init() { servers = append(servers, wire.Entry{Name: "textkeys", Register: textkeys.Register}) }
