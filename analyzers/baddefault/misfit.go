package baddefault

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// misfit returns what is wrong with the default of a schema: a category and the rest
// of a clause that begins with "default". It returns "" if the default fits or if
// that is unknown.
func misfit(root *schema.Node, refuser *compat.Refuser, p walk.Place) (category, text string) {
	if !walk.Known(root, p.Node) {
		return "", ""
	}
	r := refuser.Refuse(p.Pointer, p.Node.Get("default"))
	if r == nil {
		return "", ""
	}
	category, text = clause(r)
	if r.Path != "" {
		text += fmt.Sprintf(" at %q", strings.TrimPrefix(r.Path, "/"))
	}
	return category, text
}

// clause returns the category and the text for the reason why a schema rejects its
// default.
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
