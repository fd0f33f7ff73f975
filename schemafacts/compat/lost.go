package compat

import (
	"cmp"
	"fmt"

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
	c.Message = schema.PartName(first.path) + first.what
	if n := len(list) - 1; n > 0 {
		c.Message += fmt.Sprintf(", and %d more such %s", n, map[bool]string{true: "change", false: "changes"}[n == 1])
	}
	if first.hole.Reason != "" {
		c.Message += ": " + first.hole.Reason
	}
	c.Fingerprint = fingerprint(old.Get("name").StringValue(), c, was, nil)
	return c, true
}
