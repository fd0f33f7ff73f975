package limits

import "github.com/schemavet/schemavet/schemafacts/schema"

// place is a subschema with its place in the tool.
type place struct {
	node *schema.Node
	// pointer is the JSON pointer into the tool, and keyword what leads here: the
	// empty text at the root.
	pointer, keyword string
	depth            int
}

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
	p.node.Subschemas(func(pointer, keyword string, sub *schema.Node) {
		f(place{node: sub, pointer: p.pointer + pointer, keyword: keyword, depth: p.depth + 1})
	})
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
