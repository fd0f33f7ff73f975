package contextleak

import (
	_ "embed"
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/leak"
	"github.com/schemavet/schemavet/analyzers/internal/says"
	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

//go:embed doc.go
var doc string

// Analyzer is the check with default settings.
var Analyzer = New(config.ContextLeak{})

// New returns the check.
func New(s config.ContextLeak) *analysis.Analyzer {
	rules := leak.Rules(s.Types)
	return report.Analyzer(doc, "contextleak", report.Source(func(r *report.Reporter) {
		c := &checker{r, rules}
		for _, t := range c.Tools {
			t = t.Written()
			c.schema(t, "input", t.Input())
			c.schema(t, "output", t.Output())
			if s.Names {
				c.names(t)
			}
		}
	}))
}

type checker struct {
	*report.Reporter
	rules leak.Rules
}

// schema checks every part of a schema that is derived from a Go type.
func (c *checker) schema(t *schemafacts.Tool, side string, root *schema.Node) {
	if root == nil {
		return
	}
	if root.Kind == schema.Unresolved {
		c.refused(t, side, root)
		return
	}
	promoted := map[*schema.Node]map[string]bool{} // properties that come from an embedded live object
	walk.Schemas(root, func(p walk.Place) bool {
		if promoted[p.Parent][p.Name] {
			return false
		}
		typ := p.Node.Type
		if typ == nil {
			return true
		}
		pointer := "/" + side + "Schema" + p.Pointer
		if kind := c.rules.Kind(typ); kind != "" {
			c.report(t, kind, c.PlaceIn(t, pointer), p.Node.Pos,
				fmt.Sprintf("%s is %s", walk.Words(side, p.Path, side), says.Article(c.TypeString(typ))))
			return false
		}
		for _, e := range c.embedded(typ) {
			hide(promoted, p.Node, e.field)
			c.report(t, e.kind, c.Place(t, append([]token.Pos{e.field.Pos()}, c.PlaceIn(t, pointer))...), e.field.Pos(),
				fmt.Sprintf("%s embeds %s", walk.Words(side, p.Path, side), c.TypeString(e.field.Type())))
		}
		return true
	})
}

// refused reports a type without a schema that the SDK rejects when the tool is
// registered, if a live object in it is the reason.
func (c *checker) refused(t *schemafacts.Tool, side string, hole *schema.Node) {
	if hole.Type == nil {
		return
	}
	for _, f := range c.rules.Find(hole.Type) {
		path, places := "", []token.Pos(nil)
		for _, v := range f.Path {
			if !v.Embedded() {
				path = strings.TrimPrefix(path+"."+v.Name(), ".")
			}
			places = append([]token.Pos{v.Pos()}, places...)
		}
		what := "input field"
		if side == "output" {
			what = "output field"
		}
		cause, text := hole.Pos, side
		if len(places) > 0 {
			cause, text = places[0], fmt.Sprintf("%s %q", what, path)
		}
		verb := "is a"
		if n := len(f.Path); n > 0 && f.Path[n-1].Embedded() {
			verb, text = "embeds", side
		}
		c.report(t, f.Kind, c.Place(t, places...), cause, fmt.Sprintf("%s %s %s", text, verb, c.TypeString(f.Type)))
	}
}

func (c *checker) report(t *schemafacts.Tool, kind string, at, cause token.Pos, text string) {
	d := report.About(t.Name, at, kind, "%s", text)
	d.Cause = cause
	c.ReportShared(d)
}

type embedded struct {
	field *types.Var
	kind  string
}

// embedded returns the live objects that a struct embeds, directly or through other
// embedded structs. The schema shows only their fields.
func (c *checker) embedded(t types.Type) []embedded {
	var out []embedded
	open := map[types.Type]bool{}
	var visit func(t types.Type)
	visit = func(t types.Type) {
		if open[t] {
			return
		}
		open[t] = true
		for _, f := range jsonfields.Declared(leak.Deref(t)) {
			if !f.Var.Embedded() || f.Tagged {
				continue
			}
			if kind := c.rules.Kind(f.Var.Type()); kind == "" {
				visit(f.Var.Type())
			} else if kind != leak.State { // none of its fields gets anywhere
				out = append(out, embedded{f.Var, kind})
			}
		}
	}
	visit(t)
	return out
}

// hide records the properties of n that come from an embedded field.
func hide(promoted map[*schema.Node]map[string]bool, n *schema.Node, v *types.Var) {
	if promoted[n] == nil {
		promoted[n] = map[string]bool{}
	}
	promoted[n][v.Name()] = true // in case a library makes a property of it
	for _, f := range jsonfields.Declared(leak.Deref(v.Type())) {
		promoted[n][f.Name] = true
	}
}
