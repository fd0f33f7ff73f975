package compat

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// maxText is the greatest number of bytes of a value that a message shows.
const maxText = 80

const ellipsis = "..."

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

// cut shortens a string whose first bytes, up to from, matter less: it keeps the beginning,
// a part around from, and the end.
func cut(s string, from int) string {
	if len(s) <= maxText {
		return s
	}
	const edge, middle = 20, maxText - 2*20 - len(ellipsis)
	start := max(edge, min(from-edge/2, len(s)-edge-middle))
	parts := []string{s[:edge], s[start : start+middle], s[len(s)-edge:]}
	if start > edge {
		parts[0] += ellipsis
	}
	if start+middle < len(s)-edge {
		parts[1] += ellipsis
	}
	return strings.ToValidUTF8(strings.Join(parts, ""), "")
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
