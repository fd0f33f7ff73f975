package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/schemavet/schemavet/analyzers/schemadrift"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/format"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// unfinished returns the functions of all packages whose evaluation ended early.
func unfinished(pkgs []packageTools) []schemafacts.Unfinished {
	var lists [][]schemafacts.Unfinished
	for _, p := range pkgs {
		lists = append(lists, p.result.Unfinished)
	}
	return schemafacts.UniteUnfinished(lists...)
}

// unfinishedNotes returns notes about the functions whose tools may be missing.
func unfinishedNotes(prog *load.Program, dir string, all []schemafacts.Unfinished) []format.Note {
	var out []format.Note
	for _, u := range all {
		p := prog.Fset.Position(u.Pos)
		note := info(fmt.Sprintf("the analysis of %s (%s:%d) stopped early: %s; tools may be missing",
			u.Func, fileName(prog, dir, p.Filename), p.Line, u.Reason))
		note.Function = u.Func
		out = append(out, note)
	}
	return out
}

// noteUnfinished prints the notes of unfinishedNotes.
func noteUnfinished(w io.Writer, prog *load.Program, dir string, all []schemafacts.Unfinished) {
	for _, n := range unfinishedNotes(prog, dir, all) {
		fmt.Fprintf(w, "note: %s\n", n.Text)
	}
}

// noneDerived returns a finding if no tool was derived and the evaluation of a
// function ended early. Without it, the run would look like a run on a module without
// tools.
func (c *checkRun) noneDerived(found []finding.Finding) []finding.Finding {
	left := unfinished(c.pkgs)
	told := slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Rule == "tool-underived" })
	if len(left) == 0 || len(allTools(c.pkgs)) > 0 || told || c.servesNothing() {
		return nil
	}
	u := left[0]
	at := c.prog.Fset.Position(u.Pos)
	text := fmt.Sprintf("no tool could be derived: the analysis of %s stopped early: %s", u.Func, u.Reason)
	return []finding.Finding{{
		Check: "schemadrift", Rule: "tool-underived", File: c.fileNames([]string{at.Filename})[0], Path: at.Filename,
		Line: at.Line, Column: at.Column, Message: text, Text: text, Level: compat.Breaking.String(), Severity: finding.Error,
		URL: schemadrift.Analyzer.URL + "#tool-underived",
	}}
}

// wireUnfinished returns the functions in the form of list --json.
func wireUnfinished(prog *load.Program, root string, all []schemafacts.Unfinished) *schema.Node {
	out := schema.NewArray()
	for _, u := range all {
		n := pair("function", u.Func, "position", rootPlace(prog, root, u.Pos))
		n.Set("reason", schema.NewString(u.Reason))
		out.Elems = append(out.Elems, n)
	}
	return out
}
