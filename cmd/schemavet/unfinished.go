package main

import (
	"fmt"
	"io"

	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// unfinished returns the functions of all packages that were not followed to
// their end.
func unfinished(pkgs []packageTools) []schemafacts.Unfinished {
	var lists [][]schemafacts.Unfinished
	for _, p := range pkgs {
		lists = append(lists, p.result.Unfinished)
	}
	return schemafacts.UniteUnfinished(lists...)
}

// unfinishedNotes says of which functions tools may be missing.
func unfinishedNotes(prog *load.Program, dir string, all []schemafacts.Unfinished) []string {
	var out []string
	for _, u := range all {
		p := prog.Fset.Position(u.Pos)
		out = append(out, fmt.Sprintf("%s (%s:%d) was not followed to its end: %s; tools may be missing",
			u.Func, fileName(prog, dir, p.Filename), p.Line, u.Reason))
	}
	return out
}

// noteUnfinished prints these notes.
func noteUnfinished(w io.Writer, prog *load.Program, dir string, all []schemafacts.Unfinished) {
	for _, text := range unfinishedNotes(prog, dir, all) {
		fmt.Fprintf(w, "note: %s\n", text)
	}
}

// wireUnfinished is the form of list --json.
func wireUnfinished(prog *load.Program, root string, all []schemafacts.Unfinished) *schema.Node {
	out := schema.NewArray()
	for _, u := range all {
		n := pair("function", u.Func, "position", rootPlace(prog, root, u.Pos))
		n.Set("reason", schema.NewString(u.Reason))
		out.Elems = append(out.Elems, n)
	}
	return out
}
