package compat

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Lost finds the parts of a tool object that are known in old and unresolved in new,
// both in normal form. It returns one change for all of them, because they usually have
// one cause. Such a part cannot be compared: a model may read something else, and a
// call may be rejected.
func Lost(old, new *schema.Node) (Change, bool) {
	var lost []schema.Hole
	for _, h := range new.Omitted() {
		if isKnownIn(old, h.Path) {
			lost = append(lost, h)
		}
	}
	if len(lost) == 0 {
		return Change{}, false
	}
	first := lost[0]
	was := old.Lookup(first.Path)
	c := Change{Rule: "part-unknown", Direction: Tool, Path: first.Path, Pointer: first.Path, Effect: Visible, Level: law(Visible, Tool),
		Before: shorten(was), Pos: cmp.Or(first.Pos, cmp.Or(new.Get("name"), new).Pos)}
	how := map[bool]string{true: "was absent", false: "was known"}[was == nil]
	c.Message = fmt.Sprintf("%s %s and is now unresolved: %s", partName(first.Path), how, first.Reason)
	if n := len(lost) - 1; n > 0 {
		c.Message = fmt.Sprintf("%s and %d more %s were known and are now unresolved: %s", partName(first.Path), n,
			map[bool]string{true: "part", false: "parts"}[n == 1], first.Reason)
	}
	c.Fingerprint = fingerprint(old.Get("name").StringValue(), c, was, nil)
	return c, true
}

// isKnownIn reports whether a part is known in a document, or known to be absent. The parts
// of an absent object are unknown, except annotations: normal form omits them if they
// equal the defaults.
func isKnownIn(doc *schema.Node, path string) bool {
	for _, h := range doc.Omitted() {
		if path == h.Path || strings.HasPrefix(path, h.Path+"/") {
			return false
		}
	}
	parent := path[:max(0, strings.LastIndexByte(path, '/'))]
	return doc.Lookup(parent) != nil || parent == "/annotations"
}

// partName returns the name of a part of a tool for messages.
func partName(pointer string) string {
	keys := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i := range keys {
		keys[i] = schema.UnescapeToken(keys[i])
	}
	side := map[string]string{"inputSchema": "input", "outputSchema": "output"}[keys[0]]
	switch {
	case side == "" && keys[0] == "annotations" && len(keys) == 2:
		return keys[1]
	case side == "" && len(keys) == 1:
		return keys[0]
	case side == "":
		return pointer
	case len(keys) == 1:
		return "the " + side + " schema"
	}
	var names []string
	rest := keys[1:]
	for len(rest) > 1 && rest[0] == "properties" {
		names, rest = append(names, rest[1]), rest[2:]
	}
	of := "the " + side + " schema"
	if len(names) > 0 {
		of = fmt.Sprintf("%s property %q", side, strings.Join(names, "."))
	}
	switch len(rest) {
	case 0:
		return of
	case 1:
		return rest[0] + " of " + of
	}
	return pointer
}
