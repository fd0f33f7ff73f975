package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// A run says what it did not look at, in every format: otherwise "no findings" would
// mean less than it seems to.

// printNotes prints notes as text. If many notes are about functions whose analysis
// stopped early, they share a line.
func printNotes(w io.Writer, notes []output.Note) {
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

func info(text string) output.Note { return output.Note{Text: text, Severity: finding.Info} }

// unresolvedParts counts the parts of the packages' tools that are not compared with
// snapshots, because source does not determine them. Parts that variants of a tool share
// count once.
func unresolvedParts(pkgs []packageTools) (n output.Unresolved) {
	for _, p := range pkgs {
		if p.elsewhere {
			continue
		}
		parts := map[string]map[string]bool{} // by tool
		for _, t := range p.view {
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

// unresolvedNote returns a sentence about unresolved parts, or "" if there are none.
func unresolvedNote(n output.Unresolved) string {
	if n.Parts == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s %s unresolved and not compared (schemavet list shows %s)",
		words.Count(n.Parts, "part"), words.Count(n.Tools, "tool"), words.Verb(n.Parts, "is", "are"), words.Verb(n.Parts, "it", "them"))
}

// namelessNote returns a sentence about the registrations whose tools are not checked
// because their names are known only at run time, or "" if all names are known.
func namelessNote(pkgs []packageTools) string {
	n := 0
	for _, p := range pkgs {
		if !p.elsewhere {
			n += len(p.nameless)
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("the tools of %s are not checked, because their names are known only at run time (schemavet list shows where)", words.Count(n, "registration"))
}

// noteAll returns the notes of all checks. It combines the snapshots that need
// packages which were not loaded into one note with the reason. Such a note makes the
// run fail unless the user allows it.
func (c *checkRun) noteAll(l *listed, all []report.Note) []output.Note {
	var out []output.Note
	var left []string
	for _, n := range all {
		names := c.fileNames(n.Snapshots)
		if n.Users {
			left = append(left, names...)
			continue
		}
		note := info(n.Text)
		note.Snapshots = names
		out = append(out, note)
	}
	if len(left) == 0 {
		return out
	}
	slices.Sort(left)
	note := output.Note{Snapshots: slices.Compact(left), Severity: finding.Error}
	note.Text = fmt.Sprintf("%s not compared, because the packages that complete or register their tools were not loaded",
		words.Count(len(note.Snapshots), "snapshot")+words.Verb(len(note.Snapshots), " is", " are"))
	switch {
	case !l.scope.users:
		note.Severity = finding.Info // as the user asked for
	case l.alone != errNotAsked:
		note.Text += fmt.Sprintf(": %v; fix that, or allow it with --allow-partial", l.alone)
	default:
		note.Text += "; run schemavet check ./... at the root of the module, or allow it with --allow-partial"
	}
	return append(out, note)
}

// fileNames returns file names in the form of findings.
func (c *checkRun) fileNames(files []string) []string {
	var out []string
	for _, f := range files {
		out = append(out, filepath.ToSlash(load.RelPath(c.root, f)))
	}
	return out
}
