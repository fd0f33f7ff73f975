package compat

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// doubts returns one change for all parts whose certainty changed, because they usually
// have one cause. A part that became unknown cannot be compared: a model may read
// something else, and a call may be rejected.
func doubts(rule string, list []doubt, old, new *schema.Node) (Change, bool) {
	if len(list) == 0 {
		return Change{}, false
	}
	first := list[0]
	was := old.Lookup(first.path)
	c := Change{Rule: rule, Direction: Tool, Path: first.path, Pointer: first.path, Effect: Visible, Level: law(Visible, Tool),
		Before: shorten(was), Pos: cmp.Or(first.hole.Pos, cmp.Or(new.Get("name"), new).Pos)}
	c.Message = partName(first.path) + first.what
	if n := len(list) - 1; n > 0 {
		c.Message += fmt.Sprintf(", and %d more such %s", n, map[bool]string{true: "change", false: "changes"}[n == 1])
	}
	if first.hole.Reason != "" {
		c.Message += ": " + first.hole.Reason
	}
	c.Fingerprint = fingerprint(old.Get("name").StringValue(), c, was, nil)
	return c, true
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
