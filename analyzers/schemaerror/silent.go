package schemaerror

import (
	"go/types"
	"path"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/blame"
	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/analyzers/internal/leak"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// disordered reports parts of a tool that differ from run to run.
func disordered(r *report.Reporter, t *schemafacts.Tool) {
	for _, hole := range t.Doc.Holes() {
		if hole.Reason != schemafacts.RandomOrder {
			continue
		}
		text := path.Base(hole.Path)
		if subject := blame.Subject(path.Dir(hole.Path)); subject != "" {
			text += " of " + subject
		}
		r.TellPart(t, hole.Path, hole.Pos, "unstable", "tool %q: %s is in the random order of a map", t.Name, text)
	}
}

// lost reports types for which the SDK silently omits the schema.
func lost(r *report.Reporter, t *schemafacts.Tool) {
	for _, call := range handling.Reflections(r, t) {
		part := schemafacts.Reflects(call.Func)
		text := ""
		switch part {
		case "inputSchema":
			text = lostInput(t.Input(), call.Type)
		case "outputSchema":
			text = lostOutput(t.Output(), call.Type)
		}
		if text == "" {
			continue
		}
		d := report.About(t.Name, call.Pos(), strings.TrimSuffix(part, "Schema")+"-dropped", text, t.Name, types.TypeString(call.Type, (*types.Package).Name))
		d.End = call.End()
		r.Report(d)
	}
}

// lostInput returns the message for an input schema that the SDK omits, or "" if it
// does not omit the schema.
func lostInput(n *schema.Node, typ types.Type) string {
	if n == nil || n.Kind != schema.Object || len(n.Holes()) > 0 || n.Has("$ref") || n.Get("properties") != nil && len(n.Get("properties").Members) > 0 {
		return ""
	}
	if _, ok := typ.Underlying().(*types.Struct); !ok || len(leak.AllFields(typ)) == 0 {
		return ""
	}
	return "tool %q: the SDK silently omits the input schema of %s; the tool has no parameters"
}

// lostOutput returns the message for an output schema that the SDK omits, or "" if it
// does not omit the schema.
func lostOutput(n *schema.Node, typ types.Type) string {
	if n == nil {
		return "tool %q: the SDK silently omits the output schema of %s"
	}
	switch typ.Underlying().(type) {
	case *types.Basic, *types.Slice, *types.Array:
		if n.Kind == schema.Object && len(n.Holes()) == 0 && n.Get("type").StringValue() == "object" && (n.Get("properties") == nil || len(n.Get("properties").Members) == 0) {
			return "tool %q: for %s the SDK serves the output schema of an object without properties"
		}
	}
	return ""
}
