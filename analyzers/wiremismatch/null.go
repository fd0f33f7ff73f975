package wiremismatch

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

// nullOutput reports properties that are null, or may be, in a result that a handler
// returns, although the output schema does not allow null.
func (c *checker) nullOutput(t *schemafacts.Tool) {
	out := t.Output()
	if out == nil || out.Kind != schema.Object || !t.Traced {
		return
	}
	h := c.code.Handling(t)
	if h == nil {
		return
	}
	for _, n := range h.Nulls {
		at, _ := n.At()
		if n.Maybe && slices.ContainsFunc(h.Nulls, func(o handling.Null) bool {
			pos, _ := o.At()
			return !o.Maybe && pos == at && slices.Equal(o.Path, n.Path)
		}) {
			continue // it is null in another result of the same place
		}
		prop := out
		for _, name := range n.Path {
			if list := prop.Get("properties"); list != nil && list.Kind == schema.Object {
				prop = list.Get(name)
			} else {
				prop = nil
			}
		}
		if prop == nil || prop.Kind != schema.Object || len(accepts(prop)) == 0 || walk.AcceptsNull(prop) {
			continue
		}
		c.nullProperty(t, n, prop)
	}
}

// nullProperty reports a property that is null, or may be, although its schema does not
// allow null.
func (c *checker) nullProperty(t *schemafacts.Tool, n handling.Null, prop *schema.Node) {
	pos, field := n.At()
	if !pos.IsValid() {
		pos = c.Place(t) // of a handler in another package
	}
	is, why := "is", "is not set"
	if n.Maybe {
		is, why = "may be", "may stay nil"
	}
	d := report.About(t.Name, pos, "output-null",
		"output property %q %s null because field %s %s, but the schema promises %s", strings.Join(n.Path, "."), is, n.Field, why, article(accepts(prop)))
	if field != nil && c.Own(field.Pos()) {
		d.Related = []analysis.RelatedInformation{{Pos: field.Pos(), Message: "declared here"}}
	}
	c.ReportShared(d)
}
