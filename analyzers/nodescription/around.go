package nodescription

import (
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/says"
	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// describedAround reports whether a member of an object needs no description because the
// description of an enclosing object or array names it and all other members without
// one. An example is "Objects with 'op', 'path' and 'value', as defined in RFC 6902."
// The answer is the same for all members of the object; known has those found before, by
// the object's place.
func describedAround(known map[string]bool, root *schema.Node, p walk.Place) bool {
	object := p.Pointer[:max(strings.LastIndexByte(p.Pointer, '/'), 0)]
	answer, ok := known[object]
	if !ok {
		answer = p.Parent != nil && allDescribed(root, p.Parent, textAround(root, p.Pointer))
		known[object] = answer
	}
	return answer
}

// allDescribed reports whether a text that is not empty names all properties of an object
// that have no description.
func allDescribed(root, object *schema.Node, text string) bool {
	if text == "" {
		return false
	}
	for _, m := range object.Get("properties").Members {
		if d := description(root, m.Value); (d == nil || d.Kind == schema.String && d.Text == "") && !says.Mentions(text, m.Name) {
			return false
		}
	}
	return true
}

// textAround returns the description of the innermost part that encloses the part at
// a pointer and has a description. The root does not count.
func textAround(root *schema.Node, pointer string) string {
	for {
		pointer = pointer[:max(strings.LastIndexByte(pointer, '/'), 0)]
		if pointer == "" {
			return ""
		}
		if text := root.Lookup(pointer).Get("description").StringValue(); text != "" {
			return text
		}
	}
}
