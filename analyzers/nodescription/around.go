package nodescription

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// describedAround reports whether a member of an object needs no description because the
// description of an enclosing object or array names it and all other members without
// one. An example is "Objects with 'op', 'path' and 'value', as defined in RFC 6902."
func describedAround(root *schema.Node, p walk.Place) bool {
	text := textAround(root, p.Pointer)
	if text == "" || p.Parent == nil {
		return false
	}
	for _, m := range p.Parent.Get("properties").Members {
		if d := description(root, m.Value); (d == nil || d.Kind == schema.String && d.Text == "") && !mentions(text, m.Name) {
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

// mentions reports whether a text contains a name as a separate word.
func mentions(text, name string) bool {
	inWord := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	for name != "" {
		before, after, ok := strings.Cut(text, name)
		if !ok {
			return false
		}
		last, _ := utf8.DecodeLastRuneInString(before)
		next, _ := utf8.DecodeRuneInString(after)
		if !inWord(last) && !inWord(next) {
			return true
		}
		text = after
	}
	return false
}
