// Package schemafacts defines the analyzer that derives the tools of a package
// and exports what other packages need to derive theirs. It reports nothing.
package schemafacts

import (
	"reflect"

	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

// Analyzer derives the tools of a package. Its result is a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "schemafacts",
	Doc:        "derive the JSON Schemas of MCP tools as facts",
	URL:        "https://pkg.go.dev/github.com/schemavet/schemavet/schemafacts",
	Run:        run,
	ResultType: reflect.TypeFor[*Result](),
}

// Result is what the analyzer knows of one package.
type Result struct {
	// Tools are the tools that belong to this package, sorted by name and
	// position. Two tools of one name are possible: constructors in exclusive
	// branches, or a mistake.
	Tools []*schema.Tool
}

func run(pass *analysis.Pass) (any, error) {
	return &Result{}, nil
}
