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

// Default returns the JSON pointer of the default that causes a problem of a tool. ok
// is false if the problem has another cause.
func Default(p schemafacts.Problem) (pointer string, ok bool) {
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

// FieldPath returns the struct fields that lead from a type that an SDK rejects to the part
// that causes the rejection, outermost first. It returns nil for any other problem.
func FieldPath(t *schemafacts.Tool, p schemafacts.Problem) []*types.Var {
	n := t.Doc.Lookup(p.Path)
	if n == nil || n.Kind != schema.Unresolved || n.Type == nil {
		return nil
	}
	return leak.FieldPath(n.Type, p.Pos)
}
