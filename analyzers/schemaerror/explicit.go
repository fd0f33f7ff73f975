package schemaerror

import (
	"slices"

	"github.com/schemavet/schemavet/internal/generate"
	"github.com/schemavet/schemavet/internal/metaschema"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// explicit reports the part of a plain function's explicit schema for which schemavet
// generate refuses the function. Inferred schemas have no such part.
func explicit(r *report.Reporter, t *schemafacts.Tool, side string, root *schema.Node) {
	if t.Dialect != schemafacts.PlainFunctions || !slices.ContainsFunc(r.Facts.Plain(), func(p *schemafacts.Tool) bool { return p.DefPos == t.DefPos }) {
		return
	}
	at, path, reason := generate.Fault(root)
	if at == nil {
		return
	}
	if _, bad := metaschema.First(root); bad != nil && !root.Has("$schema") {
		return // invalid reports it
	}
	subject := "the " + side + " schema"
	if path != "" {
		subject += " at " + path
	}
	r.TellPart(t, "/"+side+"Schema"+path, at.Pos, "explicit-schema", "tool %q: %s: %s", t.Name, subject, reason)
}
