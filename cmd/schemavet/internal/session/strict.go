package session

import (
	"fmt"
	"io"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// PrintUnknown prints the parts of plain functions that are unresolved or have a type
// without a JSON form. If there are any and the setting signature.strict is set, it
// returns ErrFindings, and prints also with --quiet.
func (d *Derived) PrintUnknown(o *Options, stderr io.Writer) error {
	strict := 0
	for _, p := range d.Pkgs {
		if p.Elsewhere {
			continue
		}
		w, parts := stderr, d.unknownParts(p)
		if p.Result.PlainOptions().Strict {
			w = o.Errors
			strict += len(parts)
		}
		for _, part := range parts {
			fmt.Fprintf(w, "schemavet: %s\n", part)
		}
	}
	if strict > 0 {
		fmt.Fprintf(o.Errors, "schemavet: signature.strict is set, and plain functions have %s\n", words.Count(strict, "unknown part"))
		return ErrFindings
	}
	return nil
}

// unknownParts returns a line for each part of the package's plain functions that is
// unresolved or has a type without a JSON form.
func (d *Derived) unknownParts(p PackageTools) (lines []string) {
	for _, t := range p.View {
		if t.Dialect != schemafacts.PlainFunctions {
			continue
		}
		add := func(line string) {
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
		for _, h := range t.Doc.Holes() {
			add(fmt.Sprintf("%s: tool %q: %s %s: %s", d.At(h.Pos), t.Name, h.Path, h, h.Reason))
		}
		for _, problem := range t.Remarks {
			if problem.Rule == signature.RuleUnknownType && t.Doc.Lookup(problem.Path) != nil && !unresolvedAt(t, problem.Path) {
				add(fmt.Sprintf("%s: tool %q: %s is a string only in the schema: %s", d.At(problem.Pos), t.Name, problem.Path, problem.Msg))
			}
		}
	}
	return lines
}

// unresolvedAt reports whether a part of a tool is unresolved.
func unresolvedAt(t *schemafacts.Tool, path string) bool {
	for _, h := range t.Doc.Holes() {
		if h.Path == path {
			return true
		}
	}
	return false
}
