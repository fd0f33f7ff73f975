//go:build schema043

package main

import (
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/wire"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/keywords"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/textkeys"
)

func init() {
	servers = append(servers,
		wire.Entry{Name: "keywords", Register: keywords.Register},
		wire.Entry{Name: "textkeys", Register: textkeys.Register},
	)
}
