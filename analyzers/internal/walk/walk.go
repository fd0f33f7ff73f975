// Package walk visits the subschemas of a JSON Schema. Values that only look
// like schemas, such as a default or the members of an enum, are left out.
package walk

import (
	"fmt"
	"slices"
	"strconv"
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

var (
	maps    = map[string]bool{"properties": true, "patternProperties": true, "$defs": true, "definitions": true, "dependentSchemas": true}
	lists   = map[string]bool{"allOf": true, "anyOf": true, "oneOf": true, "prefixItems": true, "items": true}
	singles = map[string]bool{
		"items": true, "additionalItems": true, "additionalProperties": true, "contains": true, "not": true, "if": true, "then": true,
		"else": true, "propertyNames": true, "unevaluatedItems": true, "unevaluatedProperties": true,
	}
)

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
	for _, m := range p.Node.Members {
		switch at := func() string { return p.Pointer + "/" + schema.EscapeToken(m.Name) }; {
		case maps[m.Name] && m.Value.Kind == schema.Object:
			at, required := at(), map[string]bool{}
			if list := p.Node.Get("required"); list != nil && list.Kind == schema.Array && m.Name == "properties" {
				for _, e := range list.Elems {
					if e.Kind == schema.String {
						required[e.Text] = true
					}
				}
			}
			for _, e := range m.Value.Members {
				sub := Place{Node: e.Value, Keyword: m.Name, Pointer: at + "/" + schema.EscapeToken(e.Name), Path: p.Path}
				if m.Name == "properties" {
					sub.Parent, sub.Name, sub.Required = p.Node, e.Name, required[e.Name]
					sub.Path = strings.TrimPrefix(p.Path+"."+e.Name, ".")
				}
				visit(sub, f)
			}
		case lists[m.Name] && m.Value.Kind == schema.Array:
			at := at()
			for i, e := range m.Value.Elems {
				visit(Place{Node: e, Keyword: m.Name, Pointer: at + "/" + strconv.Itoa(i), Path: p.Path + suffix(m.Name)}, f)
			}
		case singles[m.Name] && m.Value.Kind != schema.Array:
			visit(Place{Node: m.Value, Keyword: m.Name, Pointer: at(), Path: p.Path + suffix(m.Name)}, f)
		}
	}
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
