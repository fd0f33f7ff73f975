package schemafacts

import (
	"github.com/schemavet/schemavet/schemafacts/dialect"
	"github.com/schemavet/schemavet/schemafacts/dialect/gosdk"
	"github.com/schemavet/schemavet/schemafacts/dialect/mcpgo"
)

// Dialects are the SDKs that schemavet knows. A new one is a folder below
// dialect and a line here.
var Dialects = []dialect.Dialect{
	gosdk.Dialect{},
	mcpgo.Dialect{},
}
