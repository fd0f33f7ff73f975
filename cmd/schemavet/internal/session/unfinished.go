package session

import (
	"fmt"
	"io"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/schemafacts"
)

// Unfinished returns the functions of all packages whose evaluation ended early.
func (d *Derived) Unfinished() []schemafacts.Unfinished {
	var lists [][]schemafacts.Unfinished
	for _, p := range d.Pkgs {
		lists = append(lists, p.Result.Unfinished)
	}
	return schemafacts.UniteUnfinished(lists...)
}

// UnfinishedNotes returns notes about the functions whose tools may be missing.
func (d *Derived) UnfinishedNotes() []output.Note {
	var out []output.Note
	for _, u := range d.Unfinished() {
		p := d.Prog.Fset.PositionFor(u.Pos, false)
		note := Info(fmt.Sprintf("the analysis of %s (%s:%d) stopped early: %s; tools may be missing",
			u.Func, d.FileName(p.Filename), p.Line, u.Reason))
		note.Function = u.Func
		out = append(out, note)
	}
	return out
}

// NoteUnfinished prints the notes of UnfinishedNotes.
func (d *Derived) NoteUnfinished(w io.Writer) {
	for _, n := range d.UnfinishedNotes() {
		fmt.Fprintf(w, "note: %s\n", n.Text)
	}
}
