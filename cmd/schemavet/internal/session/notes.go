package session

import (
	"fmt"
	"io"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// A run says what it did not look at, in every format: otherwise "no findings" would
// mean less than it seems to.

// PrintNotes prints notes as text. If many notes are about functions whose analysis
// stopped early, they share a line.
func PrintNotes(w io.Writer, notes []output.Note) {
	var functions []string
	for _, n := range notes {
		if n.Function != "" {
			functions = append(functions, n.Function)
		}
	}
	condense := len(functions) > words.Few
	if condense {
		fmt.Fprintf(w, "schemavet: the analysis of %d functions stopped early: %s; tools may be missing (schemavet list prints the reasons)\n",
			len(functions), words.Some(functions))
	}
	for _, n := range notes {
		if n.Function == "" || !condense {
			fmt.Fprintf(w, "schemavet: %s\n", n.Text)
		}
	}
}

// Info returns a note that does not make the run fail.
func Info(text string) output.Note { return output.Note{Text: text, Severity: finding.Info} }

// UnresolvedParts counts the parts of the packages' tools that are not compared with
// snapshots, because source does not determine them. Parts that variants of a tool share
// count once.
func (d *Derived) UnresolvedParts() (n output.Unresolved) {
	for _, p := range d.Pkgs {
		if p.Elsewhere {
			continue
		}
		parts := map[string]map[string]bool{} // by tool
		for _, t := range p.View {
			for _, h := range schema.Fold(t.Doc).Holes() {
				if parts[t.Name] == nil {
					parts[t.Name] = map[string]bool{}
				}
				parts[t.Name][h.Path] = true
			}
		}
		n.Tools += len(parts)
		for _, of := range parts {
			n.Parts += len(of)
		}
	}
	return n
}

// UnresolvedNote returns a sentence about unresolved parts, or "" if all parts are known.
func UnresolvedNote(n output.Unresolved) string {
	if n.Parts == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s %s unresolved and not compared (schemavet list shows %s)",
		words.Count(n.Parts, "part"), words.Count(n.Tools, "tool"), words.Verb(n.Parts, "is", "are"), words.Verb(n.Parts, "it", "them"))
}

// NamelessNote returns a sentence about the registrations whose tools are not checked
// because their names are known only at run time, or "" if all names are known.
func (d *Derived) NamelessNote() string {
	n := 0
	for _, p := range d.Pkgs {
		if !p.Elsewhere {
			n += len(p.Nameless)
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("the tools of %s are not checked, because their names are known only at run time (schemavet list shows where)", words.Count(n, "registration"))
}
