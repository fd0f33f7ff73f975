package unresolved

import (
	_ "embed"
	"strings"

	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

//go:embed doc.go
var doc string

// Analyzer is the check.
var Analyzer = report.Analyzer(doc, "unresolved", report.Source(run))

func run(r *report.Reporter) {
	for _, t := range r.Tools {
		if !t.Traced {
			r.Tell(t.Name, r.Place(t), "untraced", "tool %q cannot be followed to a registration", t.Name)
			continue
		}
		for _, h := range schema.Fold(t.Doc).Holes() {
			if refused(t, h) {
				continue
			}
			r.TellPart(t, h.Path, h.Pos, "part", "tool %q: %s %s: %s", t.Name, part(h.Path), h, h.Reason)
		}
	}
}

// refused reports whether a hole replaces a part of a tool that the SDK rejects.
func refused(t *schemafacts.Tool, h schema.Hole) bool {
	for _, p := range t.Errors {
		if p.Path == h.Path || p.Kind == schemafacts.ListFails && within(p.Hole, h.Path) {
			return true
		}
	}
	return false
}

// within reports whether a JSON pointer leads to a node or to a part of it.
func within(pointer, node string) bool {
	return pointer == node || strings.HasPrefix(pointer, node+"/")
}

// part returns the name of a part of a tool: a top-level key as it is, and any other
// part as a JSON pointer.
func part(pointer string) string {
	if key := strings.TrimPrefix(pointer, "/"); !strings.Contains(key, "/") {
		return schema.UnescapeToken(key)
	}
	return pointer
}
