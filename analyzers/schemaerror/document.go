package schemaerror

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/internal/metaschema"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// document reports schemas that accept nothing, formats that validators do not know,
// and keywords without an effect.
func document(r *report.Reporter, t *schemafacts.Tool, side string, root *schema.Node) {
	refuser := compat.NewRefuser(root)
	walk.Schemas(root, func(p walk.Place) bool {
		switch p.Keyword {
		case "not", "if", "contains", "propertyNames": // there it may be meant
			return false
		}
		if p.Node.Kind != schema.Object || len(metaschema.Faults(p.Node)) > 0 {
			return true // invalid schemas have their own finding
		}
		here := place{r, t, side, p}
		if at, text := empty(refuser, p); at != nil {
			here.tell("unsatisfiable", at, "%s accepts nothing: %s", text)
			return true
		}
		if f := p.Node.Get("format"); f != nil && f.Kind == schema.String {
			if text := formatFault(t, f.Text); text != "" {
				here.tell("unknown-format", f, "format of %s is %s", text)
			}
		}
		for _, k := range idle(p.Node) {
			here.tell("no-effect", p.Node.Get(k), k+" of %s has no effect on a value of type %s", strings.Join(walk.Types(p.Node), " or "))
		}
		return true
	})
}

// formatFault returns what is wrong with the name of a format, or "". A user-defined
// name is allowed in the schemas of an SDK, but not if generated code validates the
// values.
func formatFault(t *schemafacts.Tool, name string) string {
	ok, like := metaschema.KnownFormat(name)
	switch {
	case ok, like == "" && t.Dialect != schemafacts.PlainFunctions:
		return ""
	case like != "":
		return fmt.Sprintf("%q, which validators ignore; write %s", name, like)
	}
	return fmt.Sprintf("%q, which validators ignore", name)
}

// place is a subschema of a tool's input or output schema.
type place struct {
	r    *report.Reporter
	tool *schemafacts.Tool
	side string
	walk.Place
}

// tell reports a mistake at a part of the subschema, or, if that is not in this package,
// where the tool gets the subschema. The first verb of format is for the place in words.
func (p place) tell(rule string, at *schema.Node, format string, args ...any) {
	args = append([]any{p.tool.Name, walk.Words(p.side, p.Path, "the "+p.side+" schema")}, args...)
	p.r.TellPart(p.tool, "/"+p.side+"Schema"+p.Pointer, at.Pos, rule, "tool %q: "+format, args...)
}

// limits are pairs of keywords. The value of the first must not be greater than the
// value of the second.
var limits = [][2]string{
	{"minimum", "maximum"}, {"exclusiveMinimum", "maximum"}, {"minimum", "exclusiveMaximum"},
	{"minLength", "maxLength"}, {"minItems", "maxItems"}, {"minProperties", "maxProperties"},
}

// empty returns why no value satisfies a schema, and the keyword that causes it. at
// is nil if some value may satisfy the schema, or if that is unknown.
func empty(refuser *compat.Refuser, p walk.Place) (at *schema.Node, text string) {
	for _, l := range limits {
		low, high := p.Node.Get(l[0]).Rat(), p.Node.Get(l[1]).Rat()
		if low != nil && high != nil && low.Cmp(high) > 0 && len(walk.Types(p.Node)) == 1 && appliesTo(l[0], p.Node) {
			return p.Node.Get(l[0]), fmt.Sprintf("%s is greater than %s", l[0], l[1])
		}
	}
	enum := p.Node.Get("enum")
	if enum == nil || enum.Kind != schema.Array || len(enum.Holes()) > 0 {
		return nil, ""
	}
	if len(enum.Elems) == 0 {
		return enum, "its enum is empty"
	}
	var first *compat.Refusal
	for _, e := range enum.Elems {
		refusal := refuser.Refuse(p.Node, e)
		if refusal == nil {
			return nil, ""
		}
		if first == nil {
			first = refusal
		}
	}
	if first.Keyword == "type" {
		return enum, "no value of its enum has type " + strings.Join(walk.Types(p.Node), " or ")
	}
	return enum, "no value of its enum fits " + first.Keyword
}

// kinds maps a keyword of JSON Schema to the JSON types that it restricts.
var kinds = map[string][]string{
	"minimum": {"number", "integer"}, "maximum": {"number", "integer"}, "exclusiveMinimum": {"number", "integer"},
	"exclusiveMaximum": {"number", "integer"}, "multipleOf": {"number", "integer"},
	"minLength": {"string"}, "maxLength": {"string"}, "pattern": {"string"},
	"items": {"array"}, "minItems": {"array"}, "maxItems": {"array"}, "uniqueItems": {"array"}, "prefixItems": {"array"},
	"properties": {"object"}, "required": {"object"}, "minProperties": {"object"}, "maxProperties": {"object"},
}

// idle returns the keywords of a schema that apply to none of its types.
func idle(n *schema.Node) []string {
	var out []string
	for _, m := range n.Members {
		if kinds[m.Name] != nil && !appliesTo(m.Name, n) && !slices.Contains(out, m.Name) && restricts(m.Value) {
			out = append(out, m.Name)
		}
	}
	return out
}

// restricts reports whether the value of a keyword restricts anything.
func restricts(v *schema.Node) bool {
	switch v.Kind {
	case schema.Unresolved, schema.Null:
		return false
	case schema.Array:
		return len(v.Elems) > 0
	case schema.Object:
		return len(v.Members) > 0
	}
	return !v.IsFalse()
}

// appliesTo reports whether a keyword applies to a type that a schema allows, or whether the
// type of the schema is unknown.
func appliesTo(keyword string, n *schema.Node) bool {
	list := walk.Types(n)
	return len(list) == 0 || slices.ContainsFunc(list, func(t string) bool { return slices.Contains(kinds[keyword], t) })
}
