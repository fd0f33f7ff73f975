package limits

import (
	"strconv"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// place is a subschema with its place in the tool.
type place struct {
	node *schema.Node
	// pointer is the JSON pointer into the tool, and keyword what leads here: the
	// empty text at the root.
	pointer, keyword string
	depth            int
}

var (
	singles = []string{"items", "contains", "not", "propertyNames", "if", "then", "else", "additionalProperties", "unevaluatedProperties",
		"additionalItems", "unevaluatedItems", "contentSchema"}
	lists = []string{"allOf", "anyOf", "oneOf", "prefixItems"}
	maps  = []string{"properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"}
)

// maxDepth is the depth to which rules examine a schema. The MCP Inspector has the
// same limit.
const maxDepth = 64

// each calls f for one schema of the tool and for all its subschemas.
func (t *target) each(side string, f func(place)) {
	if n := t.tool.Lookup(side); n != nil {
		visit(place{node: n, pointer: side}, f)
	}
}

func visit(p place, f func(place)) {
	if p.depth > maxDepth {
		return
	}
	f(p)
	below(p, func(c place) { visit(c, f) })
}

// below calls f for the subschemas of a schema.
func below(p place, f func(place)) {
	if p.node.Kind != schema.Object {
		return
	}
	child := func(keyword, at string, n *schema.Node) {
		f(place{node: n, pointer: p.pointer + "/" + schema.EscapeToken(keyword) + at, keyword: keyword, depth: p.depth + 1})
	}
	list := func(keyword string, n *schema.Node) {
		for i, e := range n.Elems {
			child(keyword, "/"+strconv.Itoa(i), e)
		}
	}
	for _, keyword := range maps {
		if m := p.node.Get(keyword); m != nil && m.Kind == schema.Object {
			for _, e := range m.Members {
				child(keyword, "/"+schema.EscapeToken(e.Name), e.Value)
			}
		}
	}
	for _, keyword := range lists {
		if m := p.node.Get(keyword); m != nil && m.Kind == schema.Array {
			list(keyword, m)
		}
	}
	for _, keyword := range singles {
		switch m := p.node.Get(keyword); {
		case m == nil:
		case keyword == "items" && m.Kind == schema.Array:
			list(keyword, m)
		default:
			child(keyword, "", m)
		}
	}
}

// objects calls f for the schemas that are objects.
func (t *target) objects(side string, f func(place)) {
	t.each(side, func(p place) {
		if p.node.Kind == schema.Object {
			f(p)
		}
	})
}

// properties calls f for the properties of all schemas.
func (t *target) properties(side string, f func(p place, name string)) {
	t.objects(side, func(p place) {
		props := p.node.Get("properties")
		if props == nil || props.Kind != schema.Object {
			return
		}
		for _, m := range props.Members {
			f(place{node: m.Value, pointer: p.pointer + "/properties/" + schema.EscapeToken(m.Name), keyword: "properties", depth: p.depth + 1}, m.Name)
		}
	})
}
