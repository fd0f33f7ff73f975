package handlerargs

import (
	"github.com/schemavet/schemavet/analyzers/internal/blame"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// typed compares the handwritten input schema of a tool with the type into which the SDK
// decodes the arguments.
func (c *checker) typed(t *schemafacts.Tool) {
	in := t.Input()
	if t.InputType != "" || in == nil || in.Kind != schema.Object || in.Type != nil || in.Reflector != "" || t.Dialect == schemafacts.PlainFunctions {
		return
	}
	args := c.code.Arguments(t)
	if args == nil {
		return
	}
	for _, p := range signature.Misfits(in, args) {
		blame.ReportOne(c.Reporter, t, schemafacts.Problem{Path: p.Path, Msg: p.Msg, Pos: p.Pos, Rule: p.Rule})
	}
}
