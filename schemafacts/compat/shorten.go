package compat

import (
	"fmt"
	"unicode/utf8"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// maxText is the greatest number of bytes of a value that a message shows.
const maxText = 80

const (
	ellipsis = "..."
	// maxEnd is how much of the end of a long value is shown, maxBegin how much of its
	// beginning.
	maxEnd   = 20
	maxBegin = 20
)

// shorten returns a value as compact JSON, without its middle if it is long.
func shorten(n *schema.Node) string {
	if n == nil {
		return ""
	}
	return cut(n.String(), 0)
}

// shortenBoth returns two values, shortened so that the difference is visible.
func shortenBoth(old, new *schema.Node) (before, after string) {
	if old == nil || new == nil {
		return shorten(old), shorten(new)
	}
	before, after = old.String(), new.String()
	same := 0
	for same < min(len(before), len(after)) && before[same] == after[same] {
		same++
	}
	return cut(before, same), cut(after, same)
}

// cut shortens a string whose first bytes, up to from, matter less. It cuts between
// words if a word ends nearby.
func cut(s string, from int) string {
	if len(s) <= maxText {
		return s
	}
	end := wordStart(s, len(s)-maxEnd)
	if from < maxBegin+len(ellipsis)+maxBegin {
		return s[:wordEnd(s, maxText-maxEnd-len(ellipsis), from)] + ellipsis + s[end:]
	}
	// Keep the beginning, the difference with some context before it, and the end.
	begin := wordEnd(s, maxBegin, 0)
	start := wordStart(s, min(from-maxBegin/2, len(s)-maxText+maxBegin+len(ellipsis)))
	if start > from {
		start = boundary(s, from)
	}
	stop := wordEnd(s, start+maxText-maxBegin-maxEnd-2*len(ellipsis), from)
	if stop >= end {
		return s[:begin] + ellipsis + s[start:]
	}
	return s[:begin] + ellipsis + s[start:stop] + ellipsis + s[end:]
}

// boundary returns the last position up to i at which a character begins.
func boundary(s string, i int) int {
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// nearby is the greatest distance by which a cut in a long value is moved to a word
// boundary.
const nearby = 10

// wordEnd returns a position near i, and not far before the byte at after, at which a
// word ends.
func wordEnd(s string, i, after int) int {
	for j := i; j > max(i-nearby, after+1); j-- {
		if s[j] == ' ' {
			return j
		}
	}
	return boundary(s, i)
}

// wordStart returns a position near i at which a word begins.
func wordStart(s string, i int) int {
	for j := i; j < min(i+nearby, len(s)); j++ {
		if j > 0 && s[j-1] == ' ' {
			return j
		}
	}
	return boundary(s, i)
}

// happened returns whether a part was added, removed or changed, for messages.
func happened(old, new *schema.Node) string {
	switch {
	case old == nil && new != nil:
		return "added"
	case new == nil && old != nil:
		return "removed"
	}
	return "changed"
}

// fromTo returns the end of a message about a changed part, with both values.
func fromTo(old, new *schema.Node) string {
	before, after := shortenBoth(old, new)
	switch what := happened(old, new); {
	case before == after:
		return what
	case what == "changed":
		return fmt.Sprintf("changed from %s to %s", before, after)
	default:
		return fmt.Sprintf("was %s: %s", what, before+after)
	}
}
