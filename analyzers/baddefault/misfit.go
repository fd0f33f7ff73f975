package baddefault

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// misfit says what is wrong with the default of a schema, as a category and
// the rest of a clause that begins with "default". It returns "" if nothing
// is, and also if that is not certain.
func misfit(root *schema.Node, p walk.Place) (category, text string) {
	if !known(root, p.Node, map[*schema.Node]bool{}) {
		return "", ""
	}
	r := compat.Refuse(root.Resolved(), p.Pointer, p.Node.Get("default"))
	if r == nil {
		return "", ""
	}
	category, text = clause(r)
	if r.Path != "" {
		text += fmt.Sprintf(" at %q", strings.TrimPrefix(r.Path, "/"))
	}
	return category, text
}

// known reports whether a verdict on values of n does not depend on what is
// unknown of n, or of what it refers to.
func known(root, n *schema.Node, seen map[*schema.Node]bool) bool {
	if seen[n] {
		return true
	}
	seen[n] = true
	ok := independent(n)
	walk.Schemas(n, func(p walk.Place) bool {
		if ref := p.Node.Get("$ref"); ref != nil {
			pointer, local := strings.CutPrefix(ref.StringValue(), "#")
			target := root.Lookup(pointer)
			ok = ok && local && target != nil && known(root, target, seen)
		}
		return ok
	})
	return ok
}

// plain are the keywords that only narrow what the rest of a schema accepts.
// Without one of them no value is refused that was not refused before.
var plain = map[string]bool{
	"title": true, "description": true, "examples": true, "enum": true, "const": true, "type": true, "format": true,
	"minimum": true, "maximum": true, "exclusiveMinimum": true, "exclusiveMaximum": true, "multipleOf": true,
	"minLength": true, "maxLength": true, "pattern": true, "minItems": true, "maxItems": true, "uniqueItems": true,
	"required": true, "minProperties": true, "maxProperties": true,
}

// independent reports whether a verdict does not depend on what is unknown of
// a schema.
func independent(n *schema.Node) bool {
	for _, h := range n.Holes() {
		keyword, _, _ := strings.Cut(strings.TrimPrefix(h.Path, "/"), "/")
		if !plain[keyword] {
			return false
		}
	}
	return true
}

// clause puts a refusal into words.
func clause(r *compat.Refusal) (category, text string) {
	switch r.Keyword {
	case "":
		return "schema", "has a part that the schema forbids"
	case "type":
		return "type", fmt.Sprintf("has type %s, want %s", typeOf(r.Got), typeNames(r.Want))
	case "enum":
		return "enum", "is not in the enum"
	case "const":
		return "enum", fmt.Sprintf("is not the constant %s", r.Want)
	case "minimum":
		return "bounds", fmt.Sprintf("is less than the minimum %s", r.Want)
	case "maximum":
		return "bounds", fmt.Sprintf("is greater than the maximum %s", r.Want)
	case "exclusiveMinimum":
		return "bounds", fmt.Sprintf("is not greater than %s", r.Want)
	case "exclusiveMaximum":
		return "bounds", fmt.Sprintf("is not less than %s", r.Want)
	case "multipleOf":
		return "bounds", fmt.Sprintf("is not a multiple of %s", r.Want)
	case "minLength":
		return "bounds", fmt.Sprintf("is shorter than %s characters", r.Want)
	case "maxLength":
		return "bounds", fmt.Sprintf("is longer than %s characters", r.Want)
	case "minItems":
		return "bounds", fmt.Sprintf("has fewer than %s items", r.Want)
	case "maxItems":
		return "bounds", fmt.Sprintf("has more than %s items", r.Want)
	case "uniqueItems":
		return "bounds", "has an item twice"
	case "pattern":
		return "pattern", fmt.Sprintf("does not match the pattern %q", r.Want.StringValue())
	case "required":
		for _, e := range r.Want.Elems {
			if !r.Got.Has(e.StringValue()) {
				return "schema", fmt.Sprintf("lacks the required property %q", e.StringValue())
			}
		}
	}
	return "schema", "does not fit " + r.Keyword
}

// typeOf returns the type of a value as schemas name it.
func typeOf(v *schema.Node) string {
	switch v.Kind {
	case schema.Null:
		return "null"
	case schema.Bool:
		return "boolean"
	case schema.Number:
		return "number"
	case schema.String:
		return "string"
	case schema.Array:
		return "array"
	}
	return "object"
}

func typeNames(n *schema.Node) string {
	if n.Kind == schema.String {
		return n.Text
	}
	var names []string
	for _, e := range n.Elems {
		names = append(names, e.StringValue())
	}
	return strings.Join(names, " or ")
}
