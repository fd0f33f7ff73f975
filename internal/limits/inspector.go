package limits

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// What the MCP Inspector says with --strict, finding for finding. It looks at
// both schemas of a tool.

// booleanValued are the keywords whose value is usually a boolean.
var booleanValued = []string{"additionalProperties", "unevaluatedProperties", "additionalItems", "unevaluatedItems"}

func booleanSchema(p place) string {
	if p.node.Kind == schema.Bool && !slices.Contains(booleanValued, p.keyword) {
		return fmt.Sprintf("is %s instead of a schema object", p.node.Text)
	}
	return ""
}

// jsonTypes are the values of the keyword type in JSON Schema.
var jsonTypes = []string{"null", "boolean", "object", "array", "number", "string", "integer"}

func typeUnion(p place) string {
	typ := p.node.Get("type")
	if typ == nil || typ.Kind != schema.Array || len(typ.Elems) == 0 {
		return ""
	}
	var seen []string
	for _, e := range typ.Elems {
		if e.Kind != schema.String || !slices.Contains(jsonTypes, e.Text) || slices.Contains(seen, e.Text) {
			return ""
		}
		seen = append(seen, e.Text)
	}
	return "has the types " + strings.Join(seen, " and ")
}

func remoteRef(t *target) {
	for _, side := range []string{input, output} {
		hasID := false
		t.each(side, func(p place) {
			id := p.node.Get("$id")
			hasID = hasID || id != nil && (id.Kind == schema.Unresolved || id.Kind == schema.String && id.Text != "")
		})
		if hasID {
			continue
		}
		t.each(side, func(p place) {
			if ref := p.node.Get("$ref").StringValue(); ref != "" && !strings.HasPrefix(ref, "#") {
				t.report(p.pointer, fmt.Sprintf("refers to %q, which is another document", ref))
			}
		})
	}
}

// constraining are the keywords of JSON Schema that restrict a value.
var constraining = []string{
	"type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern",
	"format", "contentMediaType", "contentEncoding", "contentSchema", "maxItems", "minItems", "uniqueItems", "maxContains", "minContains",
	"maxProperties", "minProperties", "required", "dependentRequired",
	"allOf", "anyOf", "oneOf", "not", "items", "prefixItems", "contains", "additionalItems", "unevaluatedItems", "properties",
	"patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames", "dependentSchemas", "dependencies",
	"$ref", "$dynamicRef", "$recursiveRef",
}

func untypedSchema(p place) string {
	if p.keyword == "not" || slices.ContainsFunc(constraining, p.node.Has) || p.node.Has("if") && (p.node.Has("then") || p.node.Has("else")) {
		return ""
	}
	return "does not constrain its values"
}
