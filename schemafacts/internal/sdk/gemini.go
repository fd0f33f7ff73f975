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
	return mapped(n, func(name string, v *schema.Node) *schema.Node {
		switch name {
		case "type":
			if v.Kind == schema.String && slices.Contains(geminiTypes, v.Text) {
				lower := *v
				lower.Text = strings.ToLower(v.Text)
				return &lower
			}
		case "properties", "$defs", "definitions":
			return mapped(v, func(_ string, v *schema.Node) *schema.Node { return JSONTypes(v) })
		case "anyOf", "oneOf", "allOf", "prefixItems":
			list := *v
			list.Elems = slices.Clone(v.Elems)
			for i, e := range list.Elems {
				list.Elems[i] = JSONTypes(e)
			}
			return &list
		case "items", "additionalProperties", "not":
			return JSONTypes(v)
		}
		return v
	})
}

// mapped returns a copy of n in which each member, certain or not, has another value.
func mapped(n *schema.Node, value func(name string, v *schema.Node) *schema.Node) *schema.Node {
	each := func(list []schema.Member) []schema.Member {
		list = slices.Clone(list)
		for i, m := range list {
			list[i].Value = value(m.Name, m.Value)
		}
		return list
	}
	out := *n
	out.Members = each(n.Members)
	if n.Partial != nil {
		p := *n.Partial
		p.Perhaps, out.Partial = each(p.Perhaps), &p
	}
	return &out
}
