package wiremismatch

import (
	_ "embed"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/blame"
	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/analyzers/internal/leak"
	"github.com/schemavet/schemavet/analyzers/internal/says"
	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

//go:embed doc.go
var doc string

// Analyzer is the check.
var Analyzer = handling.Check(doc, "wiremismatch", report.Source(run))

func run(r *report.Reporter) {
	c := &checker{Reporter: r, code: handling.Of(r), seen: map[finding]*report.Shared{}, fields: map[types.Type]*memberSet{}}
	c.lostParts()
	for _, t := range c.Tools {
		written := t.Written()
		c.schema(written, "input", written.Input())
		c.schema(written, "output", written.Output())
		c.unstructured(t)
		c.contents(t)
		c.nullOutput(t)
		c.outputRoot(t)
		blame.Report(r, t, "wiremismatch")
	}
}

// unstructured reports a tool with an output schema that never returns structured
// content.
func (c *checker) unstructured(t *schemafacts.Tool) {
	out := t.Output()
	if out == nil || out.Kind != schema.Object || !t.Traced {
		return
	}
	body := c.code.HandlerOf(t)
	if body == nil {
		return
	}
	kinds := c.code.Answers(body)
	if !slices.Contains(kinds, "text") || slices.Contains(kinds, "structured") || slices.Contains(kinds, "unknown") {
		return
	}
	c.Tell(t.Name, c.PlaceIn(t, "/outputSchema"), "output-unstructured", "tool %q has an output schema, but its handler returns text only", t.Name)
}

type checker struct {
	*report.Reporter
	code *handling.Handlers
	// seen is what was reported of a field: a struct may serve several tools.
	seen   map[finding]*report.Shared
	fields map[types.Type]*memberSet
}

type finding struct {
	rule, side, subject string
	pos                 token.Pos
}

// invopop is a library with a setting for names, which another decoder may read.
const invopop = "github.com/invopop/jsonschema"

// frameworks do not promote the fields of embedded structs in their schemas. They do not
// check the arguments, so a type may read more than its schema allows.
var frameworks = []string{"charm.land/fantasy", "trpc.group/trpc-go/trpc-agent-go"}

// reflectors are the import paths of libraries that derive schemas without regard to
// encoding/json.
var reflectors = append([]string{"github.com/google/jsonschema-go/jsonschema", invopop}, frameworks...)

// schemaPart is a part of a schema that was derived from a Go type.
type schemaPart struct {
	walk.Place
	tool *schemafacts.Tool
	side string // input or output
}

// schema compares a schema with the types from which it was derived.
func (c *checker) schema(t *schemafacts.Tool, side string, root *schema.Node) {
	walk.Schemas(root, func(p walk.Place) bool {
		n, s := p.Node, schemaPart{p, t, side}
		if n.Type != nil && (t.Dialect == schemafacts.PlainFunctions || slices.Contains(reflectors, n.Reflector)) {
			c.duration(s)
		}
		if n.Type == nil || !slices.Contains(reflectors, n.Reflector) {
			return true
		}
		if p.Parent != nil && c.option(s) || c.compareTypes(s) {
			return false
		}
		if n.Kind == schema.Object {
			c.members(s)
		}
		return true
	})
}

// compareTypes compares the JSON type in a schema with the JSON type that encoding/json
// gives the Go type. It returns true if the parts of the schema need not be compared
// any more.
func (c *checker) compareTypes(s schemaPart) bool {
	t := leak.Deref(s.Node.Type)
	if (leak.Rules{}).Kind(t) != "" {
		return true
	}
	if i, ok := t.Underlying().(*types.Interface); ok {
		if s.side == "input" && !i.Empty() && accepts(s.Node) == nil {
			c.report(s, "interface", fmt.Sprintf("encoding/json can decode only null into the interface %s", c.name(t)))
		}
		return true
	}
	f := c.form(s.Node.Type, s.side)
	checked := s.side == "input" && !slices.Contains(frameworks, s.Node.Reflector)
	if f == nil {
		if b, ok := t.Underlying().(*types.Slice); ok && checked && isByte(b.Elem()) && opaque(t, s.Node) {
			c.report(s, "json-narrower", fmt.Sprintf("the schema asks for an array of numbers, but %s also reads a string in base64", c.name(t)))
			return true
		}
		return false
	}
	want := accepts(s.Node)
	switch {
	case len(want) == 0: // any type, or unknown
	case f.kinds == nil:
		if opaque(t, s.Node) {
			c.report(s, "json-type", c.contrast(s.side, want, c.name(t), f))
		}
	case !slices.ContainsFunc(want, f.has):
		c.report(s, f.rule, c.contrast(s.side, want, c.name(t), f))
	case checked && f.rule == "json-type":
		if more := slices.DeleteFunc(slices.Clone(f.kinds), func(k string) bool { return slices.ContainsFunc(want, same(k)) }); len(more) > 0 {
			c.report(s, "json-narrower", fmt.Sprintf("the schema asks for %s, but %s also reads %s", article(want), c.name(t), article(more)))
		}
	}
	return true
}

// contrast returns a clause that contrasts the JSON type in the schema with the JSON
// type of the Go type.
func (c *checker) contrast(side string, want []string, name string, f *form) string {
	what := article(f.kinds)
	if f.kinds == nil {
		what = "something else"
	}
	if side == "output" {
		return fmt.Sprintf("the schema promises %s, but %s is written as %s", article(want), name, what)
	}
	return fmt.Sprintf("the schema asks for %s, but %s is read from %s", article(want), name, what)
}

// accepts returns the types of the values that a schema accepts, without null. It
// returns nil if they are unknown or if the schema accepts any value.
func accepts(n *schema.Node) []string {
	for _, key := range []string{"$ref", "anyOf", "oneOf", "allOf"} {
		if n.Has(key) {
			return nil
		}
	}
	return slices.DeleteFunc(walk.Types(n), func(t string) bool { return t == "null" && n.Get("type").Kind == schema.Array })
}

// same returns a function that reports whether a type of JSON Schema has a JSON kind.
// An integer is also a number.
func same(kind string) func(string) bool {
	return func(typ string) bool { return typ == kind || typ == "integer" && kind == "number" }
}

func article(kinds []string) string {
	var out []string
	for _, k := range kinds {
		out = append(out, says.Article(k))
	}
	return strings.Join(out, " or ")
}

// name returns a type as users write it. If encoding/json is implemented by
// encoding/json/v2, json.RawMessage is an alias of jsontext.Value, which users do not
// know.
func (c *checker) name(t types.Type) string {
	if named, ok := types.Unalias(t).(*types.Named); ok && named.String() == "encoding/json/jsontext.Value" {
		return "json.RawMessage"
	}
	return c.TypeString(t)
}

// report reports a finding on a part of a schema, at the field from which it was
// derived.
func (c *checker) report(s schemaPart, rule, text string) {
	pointer := "/" + s.side + "Schema" + s.Pointer
	key := finding{rule, s.side, s.Name, s.Node.Pos}
	if shared := c.seen[key]; shared != nil {
		shared.Add(s.tool.Name)
		return
	}
	c.seen[key] = c.ReportShared(c.AboutPart(s.tool, pointer, s.Node.Pos, rule, "%s: %s", blame.Subject(pointer), text))
}
