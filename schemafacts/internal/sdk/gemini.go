package sdk

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// geminiTypes are the types of JSON Schema as the Gemini API names them
// (ai.google.dev/api/caching#Type).
var geminiTypes = []string{"STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"}

// JSONTypes returns a schema in which Gemini's names of types are replaced by those of
// JSON Schema.
func JSONTypes(n *schema.Node) *schema.Node {
	if n == nil || n.Kind != schema.Object {
		return n
	}
	out := *n
	out.Members = slices.Clone(n.Members)
	for i, m := range out.Members {
		v := *m.Value
		switch m.Name {
		case "type":
			if v.Kind == schema.String && slices.Contains(geminiTypes, v.Text) {
				v.Text = strings.ToLower(v.Text)
			}
		case "properties", "$defs", "definitions":
			v.Members = slices.Clone(v.Members)
			for j := range v.Members {
				v.Members[j].Value = JSONTypes(v.Members[j].Value)
			}
		case "anyOf", "oneOf", "allOf", "prefixItems":
			v.Elems = slices.Clone(v.Elems)
			for j := range v.Elems {
				v.Elems[j] = JSONTypes(v.Elems[j])
			}
		case "items", "additionalProperties", "not":
			v = *JSONTypes(&v)
		}
		out.Members[i].Value = &v
	}
	return &out
}
