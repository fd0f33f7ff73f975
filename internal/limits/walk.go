package limits

import (
	"strings"

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

// name returns the name of a property.
func (p place) name() string {
	return schema.UnescapeToken(p.pointer[strings.LastIndexByte(p.pointer, '/')+1:])
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
	p.node.Subschemas(func(pointer, keyword string, sub *schema.Node) {
		visit(place{node: sub, pointer: p.pointer + pointer, keyword: keyword, depth: p.depth + 1}, f)
	})
}

// find returns a rule on the schemas of some sides of a tool. fact returns what is wrong
// with a schema, or "".
func find(which func(place) bool, fact func(place) string, sides ...string) func(*target) {
	return func(t *target) {
		for _, side := range sides {
			t.each(side, func(p place) {
				if !which(p) {
					return
				}
				if text := fact(p); text != "" {
					t.report(p.pointer, text)
				}
			})
		}
	}
}

func isAny(place) bool        { return true }
func isObject(p place) bool   { return p.node.Kind == schema.Object }
func isProperty(p place) bool { return p.keyword == "properties" }
