package baddefault

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// location names the schema for the validator. Nothing is ever read from it.
const location = "schemavet:///tool.json"

// misfit says what is wrong with the default of a schema, as a category and
// the rest of a clause that begins with "default". It returns "" if nothing is, and
// also if that cannot be known.
func misfit(root *schema.Node, p walk.Place) (category, text string) {
	if !known(root, p.Node, map[*schema.Node]bool{}) {
		return "", ""
	}
	s, err := compile(root, p)
	if err != nil {
		return "", "" // a mistake in the schema, not in its default
	}
	def, err := jsonschema.UnmarshalJSON(bytes.NewReader(p.Node.Get("default").JSON()))
	if err != nil {
		return "", ""
	}
	var ve *jsonschema.ValidationError
	if !errors.As(s.Validate(def), &ve) {
		return "", ""
	}
	return describe(ve)
}

// plain are the keywords that only narrow what the rest of a schema accepts.
// Without one of them no value is refused that was not refused before.
var plain = map[string]bool{
	"title": true, "description": true, "examples": true, "enum": true, "const": true, "type": true, "format": true,
	"minimum": true, "maximum": true, "exclusiveMinimum": true, "exclusiveMaximum": true, "multipleOf": true,
	"minLength": true, "maxLength": true, "pattern": true, "minItems": true, "maxItems": true, "uniqueItems": true,
	"required": true, "minProperties": true, "maxProperties": true,
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

func compile(root *schema.Node, p walk.Place) (*jsonschema.Schema, error) {
	// The part is compiled by itself, so that mistakes elsewhere do not count,
	// unless it refers to the rest.
	at := p.Node
	pointer := ""
	if strings.Contains(p.Node.String(), `"$ref"`) {
		at, pointer = root, p.Pointer
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(at.Resolved().JSON()))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{})
	if err := c.AddResource(location, doc); err != nil {
		return nil, err
	}
	return c.Compile(location + "#" + pointer)
}

// describe puts the first cause of a validation error into words.
func describe(ve *jsonschema.ValidationError) (category, text string) {
	at := ve
	for {
		switch at.ErrorKind.(type) {
		case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
			if len(at.Causes) > 0 {
				at = at.Causes[0]
				continue
			}
		}
		break
	}
	category, text = clause(at.ErrorKind)
	if len(at.InstanceLocation) > 0 {
		text = fmt.Sprintf("%s at %q", text, strings.Join(at.InstanceLocation, "."))
	}
	return category, text
}

func clause(k jsonschema.ErrorKind) (category, text string) {
	switch k := k.(type) {
	case *kind.Type:
		return "type", fmt.Sprintf("has type %s, want %s", k.Got, strings.Join(k.Want, " or "))
	case *kind.Enum:
		return "enum", "is not in the enum"
	case *kind.Const:
		return "enum", "is not the constant"
	case *kind.Minimum:
		return "bounds", "is less than the minimum " + number(k.Want)
	case *kind.Maximum:
		return "bounds", "is greater than the maximum " + number(k.Want)
	case *kind.ExclusiveMinimum:
		return "bounds", "is not greater than " + number(k.Want)
	case *kind.ExclusiveMaximum:
		return "bounds", "is not less than " + number(k.Want)
	case *kind.MultipleOf:
		return "bounds", "is not a multiple of " + number(k.Want)
	case *kind.MinLength:
		return "bounds", fmt.Sprintf("is shorter than %d characters", k.Want)
	case *kind.MaxLength:
		return "bounds", fmt.Sprintf("is longer than %d characters", k.Want)
	case *kind.MinItems:
		return "bounds", fmt.Sprintf("has fewer than %d items", k.Want)
	case *kind.MaxItems:
		return "bounds", fmt.Sprintf("has more than %d items", k.Want)
	case *kind.Pattern:
		return "pattern", fmt.Sprintf("does not match the pattern %q", k.Want)
	case *kind.Required:
		return "schema", fmt.Sprintf("lacks the required property %q", k.Missing[0])
	case *kind.AdditionalProperties:
		return "schema", fmt.Sprintf("has the unknown property %q", k.Properties[0])
	case *kind.FalseSchema:
		return "schema", "is not allowed by the schema, nothing is"
	}
	return "schema", fmt.Sprintf("does not fit %s", strings.Join(k.KeywordPath(), "/"))
}

func number(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	f, _ := r.Float64()
	return fmt.Sprint(f)
}
