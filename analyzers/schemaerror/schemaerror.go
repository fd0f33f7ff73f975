package schemaerror

import (
	"cmp"
	_ "embed"

	"github.com/schemavet/schemavet/analyzers/internal/blame"
	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
)

//go:embed doc.go
var doc string

// Analyzer is the check.
var Analyzer = handling.Check(doc, "schemaerror", report.Documents(run))

func run(r *report.Reporter) {
	for _, t := range r.Tools {
		for _, p := range t.Errors {
			if _, ok := blame.Default(p); ok || p.Check != "" {
				continue
			}
			category, text := "registration", "registration panics: "+p.Msg
			switch p.Kind {
			case schemafacts.ListFails:
				category, text = "list", p.String()
			case schemafacts.ConstructorFails:
				text = "its constructor fails: " + p.Msg
			}
			reportProblem(r, t, p, category, text)
		}
		disordered(r, t)
		lost(r, t)
		invalid(r, t, "input", t.Input())
		invalid(r, t, "output", t.Output())
		networkRefs(r, t, "input", t.Input())
		networkRefs(r, t, "output", t.Output())
		icons(r, t)
		headers(r, t)
		document(r, t, "input", t.Input())
		document(r, t, "output", t.Output())
		explicit(r, t, "input", t.Input())
		explicit(r, t, "output", t.Output())
		for _, p := range blame.Source(t, "schemaerror") {
			reportProblem(r, t, p, p.Rule, blame.Text(p))
		}
	}
	if !r.Elsewhere() {
		contradictedTags(r)
		listOrder(r)
	}
	for _, i := range r.Facts.Idle {
		r.Tell("", i.Pos, "bad-directive", "%s", i.Msg)
	}
}

func reportProblem(r *report.Reporter, t *schemafacts.Tool, p schemafacts.Problem, category, text string) {
	at := p.Pos
	for way := blame.FieldPath(t, p); !r.Own(at) && len(way) > 0; way = way[:len(way)-1] {
		at = way[len(way)-1].Pos()
	}
	if !r.Own(at) {
		at = r.PlaceIn(t, cmp.Or(p.Path, p.Hole))
	}
	d := report.About(t.Name, at, category, "tool %q: %s", t.Name, text)
	d.Cause = p.Pos
	r.Report(d)
}
