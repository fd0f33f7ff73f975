package main

import (
	"fmt"
	"go/token"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/schemavet/schemavet/analyzers/schemadrift"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/supported"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/compat"
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
func unfinishedNotes(prog *load.Program, dir string, all []schemafacts.Unfinished) []output.Note {
	var out []output.Note
	for _, u := range all {
		p := prog.Fset.PositionFor(u.Pos, false)
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

// noneDerived returns a finding if no tool was derived, although the module should have
// some: the evaluation of a function ended early, a package imports a library that
// declares tools, or the module has settings. Without the finding, the run would look
// like a run on a module without mistakes.
func (c *checkRun) noneDerived(l *listed, found []finding.Finding) []finding.Finding {
	told := slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Rule == "tool-underived" })
	if told || c.noTools || l.alone == errBroken || len(allTools(c.pkgs)) > 0 {
		return nil
	}
	left, use, file := unfinished(c.pkgs), usesOf(c.prog), config.File(l.scope.dir)
	if c.servesNothing() {
		maps.DeleteFunc(use.libs, func(lib *supported.Library, _ bool) bool { return schemafacts.OfSDK(lib.Module) })
		left = nil
	}
	why, pos := nothingBecause(c.prog, len(allNameless(c.pkgs))), token.NoPos
	switch _, err := os.Stat(file); {
	case len(left) > 0:
		why, pos = fmt.Sprintf("the analysis of %s stopped early: %s", left[0].Func, left[0].Reason), left[0].Pos
	case len(use.libs) > 0 && use.first != nil:
		pos = use.first.Pos()
	case err != nil || !l.scope.isWhole():
		return nil
	}
	f := finding.New("schemadrift", "tool-underived", schemadrift.Analyzer.URL,
		"tools could not be derived: "+why+"; if the module has no tools, run check with --require-tools 0", finding.Error)
	f.Path, f.Level = file, compat.Breaking.String()
	if pos.IsValid() {
		at := c.prog.Fset.PositionFor(pos, false)
		f.Path, f.Line, f.Column = at.Filename, at.Line, at.Column
	}
	f.File = c.fileNames([]string{f.Path})[0]
	return []finding.Finding{f}
}
