// Package handlers finds what handles a tool.
package handlers

import (
	"go/ast"

	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
)

// Finder finds the handlers of a package's tools.
type Finder struct {
	*report.Reporter
	facts *schemafacts.Result
}

// New returns a Finder for the package that a check runs on.
func New(r *report.Reporter) *Finder {
	return &Finder{r, r.Facts}
}

// Of returns the declaration or literal that handles a tool, or nil if it is unknown:
// see [schemafacts.Result.HandlerOf].
func (c *Finder) Of(t *schemafacts.Tool) ast.Node { return c.facts.HandlerOf(t) }
