// Package blame says which check reports something that an SDK refuses, so
// that one mistake is one finding.
package blame

import (
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/leak"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Default returns the JSON pointer of the default that is to blame for a
// problem of a tool.
func Default(t *schemafacts.Tool, p schemafacts.Problem) (pointer string, ok bool) {
	if strings.HasSuffix(p.Path, "/default") {
		return p.Path, true
	}
	// A value that cannot be printed is a hole, in a default or part of one.
	if p.Kind != schemafacts.ListFails {
		return "", false
	}
	for at := p.Hole; at != ""; at = at[:strings.LastIndexByte(at, '/')] {
		if strings.HasSuffix(at, "/default") {
			return at, true
		}
	}
	return "", false
}

// Way returns the struct fields that lead from the type which an SDK refuses to
// the one to blame, outermost first: nil if the problem is another one.
func Way(t *schemafacts.Tool, p schemafacts.Problem) []*types.Var {
	n := t.Doc.Lookup(p.Path)
	if n == nil || n.Kind != schema.Unresolved || n.Type == nil {
		return nil
	}
	return leak.Way(n.Type, p.Pos)
}
