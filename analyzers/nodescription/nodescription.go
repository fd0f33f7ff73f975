package nodescription

import (
	_ "embed"
	"fmt"
	"go/token"
	"path"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/lintdoc"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

//go:embed doc.go
var doc string

// Analyzer is the check with default settings.
var Analyzer = New(config.NoDescription{})

// New returns the check. Patterns in s must be valid for path.Match.
func New(s config.NoDescription) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "nodescription",
		Doc:        lintdoc.Must(doc, "nodescription"),
		URL:        "https://pkg.go.dev/github.com/schemavet/schemavet/analyzers/nodescription",
		Requires:   []*analysis.Analyzer{schemafacts.Analyzer},
		ResultType: report.ResultType,
		Run: func(pass *analysis.Pass) (any, error) {
			c := &checker{Reporter: report.New(pass), settings: s, seen: map[parameter]bool{}}
			for _, t := range c.Tools {
				c.tool(t)
				if !s.ToolsOnly {
					c.parameters(t)
				}
			}
			return c.Result(), nil
		},
	}
}

type checker struct {
	*report.Reporter
	settings config.NoDescription
	// seen are the parameters that were reported. A struct that is the input of
	// several tools is reported once.
	seen map[parameter]bool
}

// parameter is a struct field, or a property of a schema that was written by
// hand, where a function can make several at one place.
type parameter struct {
	pos  token.Pos
	path string
}

// allowed reports whether the settings accept a tool or parameter as it is.
func (c *checker) allowed(name string) bool {
	for _, pattern := range c.settings.Allow {
		if ok, err := path.Match(pattern, name); ok && err == nil {
			return true
		}
	}
	return false
}

// Problems with a description.
const (
	missing = "missing"
	filler  = "filler"
)

// judge says what is wrong with a description, "" if nothing is or if it is
// not known.
func judge(description *schema.Node, name string) string {
	switch {
	case description == nil, description.Kind == schema.Null,
		description.Kind == schema.String && strings.TrimSpace(description.Text) == "":
		return missing
	case description.Kind == schema.String && isFiller(description.Text, name):
		return filler
	}
	return ""
}

func (c *checker) tool(t *schemafacts.Tool) {
	d := t.Description()
	problem := judge(d, t.Name)
	if problem == "" || c.allowed(t.Name) {
		return
	}
	if problem == missing && !t.Traced && !t.RegPos.IsValid() {
		return // whoever registers it may set one
	}
	at, text := c.Place(t), fmt.Sprintf("tool %q has no description", t.Name)
	if problem == filler {
		at, text = c.Place(t, d.Pos), fmt.Sprintf("tool %q: description %q says nothing", t.Name, d.Text)
	}
	c.Report(report.Diagnostic{
		Diagnostic: analysis.Diagnostic{Pos: at, Category: problem, Message: text},
		Tool:       t.Name,
	})
}

func (c *checker) parameters(t *schemafacts.Tool) {
	var elsewhere []walk.Place
	root := t.Input()
	walk.Schemas(root, func(p walk.Place) bool {
		if !describesData(p) {
			return false
		}
		if p.Parent == nil || p.Node.Kind == schema.Unresolved || p.Node.IsFalse() || c.allowed(t.Name+"."+p.Path) {
			return true
		}
		problem := judge(description(root, p.Node), p.Name)
		key := parameter{p.Node.Pos, p.Path}
		if p.Node.Type != nil {
			key.path = "" // a struct field is one place, however many ways lead to it
		}
		switch {
		case problem == "" || c.seen[key]:
		case !c.Own(p.Node.Pos):
			elsewhere = append(elsewhere, p)
		default:
			c.seen[key] = true
			c.parameter(t, p, problem)
		}
		return true
	})
	c.elsewhere(t, elsewhere)
}

// describesData reports whether a subschema describes a value, rather than a
// condition on one that is described elsewhere.
func describesData(p walk.Place) bool {
	switch p.Keyword {
	case "not", "if", "then", "else", "dependentSchemas", "contains", "propertyNames":
		return false
	case "anyOf", "oneOf", "allOf":
		return p.Node.Has("type")
	}
	return true
}

// description returns the description of a property, or that of the definition
// it refers to.
func description(root, n *schema.Node) *schema.Node {
	if d := n.Get("description"); d != nil {
		return d
	}
	ref := n.Get("$ref")
	if ref == nil {
		return nil
	}
	if pointer, ok := strings.CutPrefix(ref.StringValue(), "#"); ok {
		if target := root.Lookup(pointer); target != nil {
			return target.Get("description")
		}
	}
	return schema.NewUnresolved("a reference that is not followed", ref.Pos)
}

func (c *checker) parameter(t *schemafacts.Tool, p walk.Place, problem string) {
	d := report.Diagnostic{Tool: t.Name}
	d.Pos, d.Category = p.Node.Pos, problem
	d.Message = fmt.Sprintf("tool %q: input property %q has no description", t.Name, p.Path)
	if problem == filler {
		text := p.Node.Get("description")
		if text != nil && c.Own(text.Pos) {
			d.Pos = text.Pos
		}
		d.Message = fmt.Sprintf("tool %q: description of input property %q says nothing", t.Name, p.Path)
	}
	if t.DescriptionTag != "" && p.Node.Type != nil {
		d.SuggestedFixes = c.fix(t, p)
	}
	c.Report(d)
}

// elsewhere reports properties that other packages declare, at the tool and in
// one finding, since the place to change is not here.
func (c *checker) elsewhere(t *schemafacts.Tool, list []walk.Place) {
	if len(list) == 0 {
		return
	}
	first := list[0]
	d := report.Diagnostic{Tool: t.Name, Cause: first.Node.Pos}
	d.Pos, d.Category = c.PlaceIn(t, "/inputSchema"+first.Pointer), missing
	d.Message = fmt.Sprintf("tool %q: input property %q has no description", t.Name, first.Path)
	if len(list) > 1 {
		var names []string
		for _, p := range list {
			names = append(names, fmt.Sprintf("%q", p.Path))
		}
		d.Message = fmt.Sprintf("tool %q: input properties have no description: %s", t.Name, strings.Join(names, ", "))
	}
	c.Report(d)
}
