// Package walk visits the subschemas of a JSON Schema. Values that only look
// like schemas, such as a default or the members of an enum, are left out.
package walk

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Place is a subschema with its place in the schema.
type Place struct {
	Node *schema.Node
	// Pointer is the JSON pointer from the root.
	Pointer string
	// Path is the way through properties for people, "" at the root:
	// "filter.labels[].name", with [] for items and {} for values of a map.
	Path string
	// Keyword is what leads here from the schema around: "properties", "items",
	// "" at the root.
	Keyword string
	// Parent is the schema that has this one as a property, nil otherwise.
	Parent *schema.Node
	// Name is the name of the property, "" otherwise.
	Name string
	// Required reports whether the place is a property that its parent requires. It is
	// false if that is unknown.
	Required bool
}

// Words describes a place by the side of a tool, such as "input", and the way through
// properties. At the root, they are root.
func Words(side, path, root string) string {
	if path == "" {
		return root
	}
	return fmt.Sprintf("%s property %q", side, path)
}

// AcceptsNull reports whether null is among the types of a schema.
func AcceptsNull(n *schema.Node) bool { return slices.Contains(n.Get("type").Strings(), "null") }

// Types returns the types that a schema names. It returns none if the schema allows all types
// or if they are unknown.
func Types(n *schema.Node) []string {
	typ := n.Get("type")
	if len(typ.Holes()) > 0 {
		return nil
	}
	return typ.Strings()
}

// MayRequire reports whether a schema requires a property, or whether that is unknown.
func MayRequire(n *schema.Node, name string) bool {
	list := n.Get("required")
	return len(list.Holes()) > 0 || n.Open() || slices.Contains(list.Strings(), name)
}

// Broken reports whether a property of a schema is not a schema, as if a program put a
// whole schema in the place of its properties. Then the other properties mean nothing.
func Broken(root *schema.Node) bool {
	list := root.Get("properties")
	return list != nil && slices.ContainsFunc(list.Members, func(m schema.Member) bool {
		return m.Value.Kind == schema.String || m.Value.Kind == schema.Number || m.Value.Kind == schema.Array
	})
}

// Schemas calls f for root and its subschemas, parents first. If f returns false,
// Schemas skips the subschemas of that schema.
func Schemas(root *schema.Node, f func(Place) bool) { visit(Place{Node: root}, f) }

func visit(p Place, f func(Place) bool) {
	if p.Node == nil || !f(p) {
		return
	}
	required := map[string]bool{}
	if p.Node.Certain("required") {
		for _, name := range p.Node.Get("required").Strings() {
			required[name] = true
		}
	}
	p.Node.Subschemas(func(pointer, keyword string, n *schema.Node) {
		sub := Place{Node: n, Keyword: keyword, Pointer: p.Pointer + pointer, Path: p.Path + suffix(keyword)}
		switch keyword {
		case "contentSchema", "dependencies": // of the content of a text, or perhaps names
			return
		case "properties":
			sub.Parent, sub.Name = p.Node, schema.UnescapeToken(strings.TrimPrefix(pointer, "/properties/"))
			sub.Path, sub.Required = strings.TrimPrefix(p.Path+"."+sub.Name, "."), required[sub.Name]
		}
		visit(sub, f)
	})
}

func suffix(keyword string) string {
	switch keyword {
	case "items", "prefixItems", "additionalItems", "unevaluatedItems", "contains":
		return "[]"
	case "additionalProperties", "unevaluatedProperties":
		return "{}"
	}
	return ""
}
