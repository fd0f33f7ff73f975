package schemaerror

import (
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/internal/metaschema"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// invalid reports keywords with a value that JSON Schema 2020-12 does not allow. A
// schema that names another dialect is ignored.
func invalid(r *report.Reporter, t *schemafacts.Tool, side string, root *schema.Node) {
	if root == nil {
		return
	}
	if d := root.Get("$schema"); d != nil && strings.TrimSuffix(d.StringValue(), "#") != metaschema.Draft {
		return
	}
	walk.Schemas(root, func(p walk.Place) bool {
		for _, f := range metaschema.Faults(p.Node) {
			at := p.Node.Get(f.Keyword)
			place{r, t, side, p}.tell("invalid", at, f.Keyword+" of %s must be %s, not %s", f.Want, short(at))
		}
		return true
	})
}

// short returns a value as JSON, shortened if it is long.
func short(n *schema.Node) string {
	text := []rune(n.String())
	if len(text) > 40 {
		return string(text[:40]) + "..."
	}
	return string(text)
}
