// Package words counts and lists things in sentences.
package words

import (
	"fmt"
	"strings"
)

// Few is the greatest number of names that one line lists.
const Few = 3

// Some joins at most [Few] names and counts the others.
func Some(names []string) string {
	if len(names) <= Few {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:Few], ", "), len(names)-Few)
}

// Count returns a number with a noun, such as "2 tools".
func Count(n int, noun string) string {
	return fmt.Sprintf("%d %s", n, Verb(n, noun, noun+"s"))
}

// Tools returns the numbers of tools and of further variants of them.
func Tools(n, variants int) string {
	if variants == 0 {
		return Count(n, "tool")
	}
	return Count(n, "tool") + " with " + Count(variants, "more variant")
}

// Verb returns the form of a word for one thing or for several.
func Verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
