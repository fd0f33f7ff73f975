package schemafacts

import (
	"github.com/schemavet/schemavet/schemafacts/dialect"
	"github.com/schemavet/schemavet/schemafacts/dialect/gosdk"
)

// Dialects are the SDKs that schemavet knows. A new one is a folder below
// dialect and a line here.
var Dialects = []dialect.Dialect{
	gosdk.Dialect{},
}
