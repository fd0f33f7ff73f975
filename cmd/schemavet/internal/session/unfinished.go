package session

import (
	"fmt"
	"io"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
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

// Unused returns the tools of all packages that are left out because no program registers them,
// one for each name and place.
func (d *Derived) Unused() (out []*schemafacts.Tool) {
	for _, p := range d.Pkgs {
		out = append(out, p.Result.Unused...)
	}
	schemafacts.SortTools(out)
	return slices.CompactFunc(out, func(a, b *schemafacts.Tool) bool { return a.Name == b.Name && a.Pos() == b.Pos() })
}

// UnfinishedNotes returns notes about the functions whose tools may be missing, and about tools
// that are left out.
func (d *Derived) UnfinishedNotes() []output.Note {
	var out []output.Note
	for _, u := range d.Unfinished() {
		p := d.Prog.Fset.PositionFor(u.Pos, false)
		note := Info(fmt.Sprintf("the analysis of %s (%s:%d) stopped early: %s; tools may be missing",
			u.Func, d.FileName(p.Filename), p.Line, u.Reason))
		note.Function = u.Func
		out = append(out, note)
	}
	var left []string
	for _, t := range d.Unused() {
		left = append(left, fmt.Sprintf("%q (%s)", t.Name, d.At(t.Pos())))
	}
	if n := len(left); n > 0 {
		out = append(out, Info(fmt.Sprintf("%s %s left out, because no program runs the code that registers %s: %s",
			words.Count(n, "tool"), words.Verb(n, "is", "are"), words.Verb(n, "it", "them"), words.Some(left))))
	}
	return out
}

// NoteUnfinished prints the notes of UnfinishedNotes.
func (d *Derived) NoteUnfinished(w io.Writer) {
	for _, n := range d.UnfinishedNotes() {
		fmt.Fprintf(w, "note: %s\n", n.Text)
	}
}
