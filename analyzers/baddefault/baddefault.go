package baddefault

import (
	_ "embed"
	"fmt"
	"go/token"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/blame"
	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

//go:embed doc.go
var doc string

// Analyzer is the check.
var Analyzer = report.Analyzer(doc, "baddefault", report.Documents(func(r *report.Reporter) {
	c := &checker{r}
	for _, t := range c.Tools {
		t = t.Written()
		c.schema(t, "input", t.Input())
		c.schema(t, "output", t.Output())
		blame.Report(r, t, "baddefault") // defaults that are left out of the schema
	}
}))

type checker struct{ *report.Reporter }

func (c *checker) schema(t *schemafacts.Tool, side string, root *schema.Node) {
	refused := map[string]schemafacts.Problem{}
	for _, p := range t.Errors {
		if at, ok := blame.Default(p); ok {
			refused[at] = p
		}
	}
	refuser := compat.NewRefuser(root)
	walk.Schemas(root, func(p walk.Place) bool {
		def := p.Node.Get("default")
		if def == nil {
			return true
		}
		pointer := "/" + side + "Schema" + p.Pointer + "/default"
		subject := "default of " + walk.Words(side, p.Path, "the "+side)
		problem, told := refused[pointer]
		unknown := len(def.Holes()) > 0
		switch {
		case unknown && told:
			c.report(t, "syntax", pointer, def.Pos, subject+" is not serializable: "+reason(def))
		case !told && side == "input" && p.Required && p.Node.Certain("default"):
			if unknown { // its position is where the value comes from
				pointer, def = strings.TrimSuffix(pointer, "/default"), p.Node
			}
			c.report(t, "required", pointer, def.Pos, subject+" is never applied, because the property is required")
		}
		if unknown {
			return true
		}
		if r := refuser.Refuse(p.Node, def); r != nil {
			c.report(t, categoryOf(r), pointer, def.Pos, fmt.Sprintf("%s %s", subject, r))
		} else if told {
			c.report(t, "schema", pointer, def.Pos, subject+" is rejected: "+problem.Msg)
		}
		return true
	})
}

func reason(def *schema.Node) string { return def.Holes()[0].Reason }

func (c *checker) report(t *schemafacts.Tool, category, pointer string, cause token.Pos, text string) {
	d := report.About(t.Name, c.PlaceIn(t, pointer), category, "tool %q: %s", t.Name, text)
	d.Cause = cause
	if cause.IsValid() && !c.Own(cause) {
		d.Declared = []token.Pos{cause}
	}
	c.Report(d)
}

// categoryOf returns the category of a default that a schema rejects.
func categoryOf(r *compat.Refusal) string {
	switch r.Keyword {
	case "type", "enum", "pattern":
		return r.Keyword
	case "const":
		return "enum"
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems":
		return "bounds"
	}
	return "schema"
}
