package walk

import (
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Known reports whether it is certain which values n accepts, although n or a schema
// to which it refers may have unresolved parts.
func Known(root, n *schema.Node) bool { return known(root, n, map[*schema.Node]bool{}) }

func known(root, n *schema.Node, seen map[*schema.Node]bool) bool {
	if seen[n] {
		return true
	}
	seen[n] = true
	ok := independent(n)
	Schemas(n, func(p Place) bool {
		if ref := p.Node.Get("$ref"); ref != nil {
			pointer, local := strings.CutPrefix(ref.StringValue(), "#")
			target := root.Lookup(pointer)
			ok = ok && local && target != nil && known(root, target, seen)
		}
		return ok
	})
	return ok
}

// plain are the keywords that only narrow what the rest of a schema accepts. Removing
// one of them never makes the schema reject more values.
var plain = map[string]bool{
	"title": true, "description": true, "examples": true, "enum": true, "const": true, "type": true, "format": true,
	"minimum": true, "maximum": true, "exclusiveMinimum": true, "exclusiveMaximum": true, "multipleOf": true,
	"minLength": true, "maxLength": true, "pattern": true, "minItems": true, "maxItems": true, "uniqueItems": true,
	"required": true, "minProperties": true, "maxProperties": true,
}

// independent reports whether the unresolved parts of a schema cannot change which
// values it accepts.
func independent(n *schema.Node) bool {
	for _, h := range n.Holes() {
		keyword, _, _ := strings.Cut(strings.TrimPrefix(h.Path, "/"), "/")
		if !plain[keyword] {
			return false
		}
	}
	return true
}
