// Package blame says which check reports something that an SDK refuses, so
// that one mistake is one finding.
package blame

import (
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/leak"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Default returns the JSON pointer of the default that is to blame for a
// problem of a tool.
func Default(t *schema.Tool, p schema.Problem) (pointer string, ok bool) {
	if strings.HasSuffix(p.Path, "/default") {
		return p.Path, true
	}
	// A value that cannot be printed is a hole.
	for _, h := range t.Doc.Holes() {
		at := h.Path
		for at != "" && !strings.HasSuffix(at, "/default") {
			at = at[:strings.LastIndexByte(at, '/')] // a part of a default
		}
		if at != "" && strings.HasSuffix(p.Msg, h.Reason) && (h.Pos == p.Pos || !h.Pos.IsValid()) {
			return at, true
		}
	}
	return "", false
}

// Leak reports whether a problem is that of a type with live objects in it.
func Leak(t *schema.Tool, p schema.Problem) bool {
	n := t.Doc.Lookup(p.Path)
	return n != nil && n.Kind == schema.Unresolved && n.Type != nil && len(leak.Rules{}.Find(n.Type)) > 0
}
