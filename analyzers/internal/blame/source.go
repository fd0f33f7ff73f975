package blame

import (
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/leak"
	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Source returns the mistakes in a tool's source that belong to the given checks. It
// leaves out mistakes in a part that contextleak reports as a whole.
func Source(t *schemafacts.Tool, checks ...string) []schemafacts.Problem {
	var out []schemafacts.Problem
	for _, list := range [][]schemafacts.Problem{t.Errors, t.Remarks} {
		for _, p := range list {
			for _, check := range checks {
				if p.Check == check && !withinLeak(t, p.Path) {
					out = append(out, p)
				}
			}
		}
	}
	return out
}

// Report reports the mistakes in a tool's source that belong to a check: each at its
// own position, or at the part of the tool if that position is in another package.
func Report(r *report.Reporter, t *schemafacts.Tool, check string) {
	for _, p := range Source(t, check) {
		ReportOne(r, t, p)
	}
}

// ReportOne reports one mistake.
func ReportOne(r *report.Reporter, t *schemafacts.Tool, p schemafacts.Problem) {
	r.TellPart(t, p.Path, p.Pos, p.Rule, "tool %q: %s", t.Name, Text(p))
}

func withinLeak(t *schemafacts.Tool, pointer string) bool {
	for ; pointer != ""; pointer = pointer[:strings.LastIndexByte(pointer, '/')] {
		if n := t.Doc.Lookup(pointer); n != nil && n.Type != nil && (leak.Rules{}).Kind(n.Type) != "" {
			return true
		}
	}
	return false
}

// Text returns the text of the finding for a mistake in the source of a tool.
func Text(p schemafacts.Problem) string {
	if subject := Subject(p.Path); subject != "" && subject != "input" {
		return subject + ": " + p.Msg
	}
	return p.Msg
}

// Subject returns a phrase for the part of a tool at a JSON pointer, such as `input
// property "filter.labels[]"`. It returns "" if the pointer does not lead into a
// schema.
func Subject(pointer string) string {
	tokens := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	side, ok := strings.CutSuffix(tokens[0], "Schema")
	if !ok {
		return ""
	}
	path := ""
	for i := 1; i < len(tokens); i++ {
		next := ""
		if i+1 < len(tokens) {
			next = schema.UnescapeToken(tokens[i+1])
		}
		switch tokens[i] {
		case "properties":
			path = strings.TrimPrefix(path+"."+next, ".")
			i++
		case "$defs":
			path = next
			i++
		case "items":
			path += "[]"
		case "additionalProperties":
			path += "{}"
		case "anyOf", "allOf", "oneOf":
			i++
		}
	}
	return walk.Words(side, path, side)
}
