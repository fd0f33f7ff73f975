package session

import (
	"fmt"
	"io"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
)

// Unfinished returns the functions of all packages whose evaluation ended early.
func Unfinished(pkgs []PackageTools) []schemafacts.Unfinished {
	var lists [][]schemafacts.Unfinished
	for _, p := range pkgs {
		lists = append(lists, p.Result.Unfinished)
	}
	return schemafacts.UniteUnfinished(lists...)
}

// UnfinishedNotes returns notes about the functions whose tools may be missing.
func UnfinishedNotes(prog *load.Program, dir string, all []schemafacts.Unfinished) []output.Note {
	var out []output.Note
	for _, u := range all {
		p := prog.Fset.PositionFor(u.Pos, false)
		note := Info(fmt.Sprintf("the analysis of %s (%s:%d) stopped early: %s; tools may be missing",
			u.Func, FileName(prog, dir, p.Filename), p.Line, u.Reason))
		note.Function = u.Func
		out = append(out, note)
	}
	return out
}

// NoteUnfinished prints the notes of UnfinishedNotes.
func NoteUnfinished(w io.Writer, prog *load.Program, dir string, all []schemafacts.Unfinished) {
	for _, n := range UnfinishedNotes(prog, dir, all) {
		fmt.Fprintf(w, "note: %s\n", n.Text)
	}
}
