package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
)

// tracer prints the statements that the evaluator runs in functions whose names contain
// fn. Places are relative to dir.
type tracer struct {
	fn, dir string
	w       io.Writer
}

// in returns the tracer for a loaded program. It returns nil if t is nil.
func (t *tracer) in(prog *load.Program) *schemafacts.Tracer {
	if t == nil {
		return nil
	}
	return &schemafacts.Tracer{Func: t.fn, Print: func(s schemafacts.Statement) {
		line := fmt.Sprintf("trace: %s %s step %d", place(prog, t.dir, s.Pos), s.Func, s.Step)
		if s.Conditions > 0 {
			line += fmt.Sprintf(", %d conditions", s.Conditions)
		}
		line += ": " + s.End
		if len(s.Sets) > 0 {
			line += "; sets " + strings.Join(s.Sets, ", ")
		}
		if len(s.Exits) > 0 {
			line += "; exits: " + strings.Join(s.Exits, ", ")
		}
		fmt.Fprintln(t.w, quote.Text(line))
	}}
}
