package session

import (
	"fmt"
	"io"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/schemafacts"
)

// Tracer prints to W the statements that the evaluator runs in functions whose names
// contain Func. Places are relative to Dir.
type Tracer struct {
	Func string
	W    io.Writer
}

// in returns the tracer for a loaded program. It returns nil if t is nil.
func (t *Tracer) in(d *Derived) *schemafacts.Tracer {
	if t == nil {
		return nil
	}
	return &schemafacts.Tracer{Func: t.Func, Print: func(s schemafacts.Statement) {
		line := fmt.Sprintf("trace: %s %s step %d", d.At(s.Pos), s.Func, s.Step)
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
		fmt.Fprintln(t.W, quote.Text(line))
	}}
}
