package compat

import (
	"fmt"
	"slices"
	"strings"
)

// renamed takes the properties that only changed their names out of those that
// were removed and added, and reports them.
func (p *pair) renamed(gone, added []member) (stillGone, stillAdded []member) {
	for _, g := range gone {
		var best []int
		for i, a := range added {
			if p.alike(g, a) {
				best = append(best, i)
			}
		}
		// Two candidates are none.
		if len(best) != 1 || p.rivals(gone, added[best[0]]) > 1 {
			stillGone = append(stillGone, g)
			continue
		}
		a := added[best[0]]
		added = slices.Delete(slices.Clone(added), best[0], best[0]+1)
		c := change{rule: "property-renamed", effect: Narrows, old: first(g.old), new: first(a.new),
			message: fmt.Sprintf("%s was renamed to %q", p.d.subject(p.child(g.name)), a.name)}
		p.emitGone(g.name, c)
	}
	return stillGone, added
}

func (p *pair) rivals(gone []member, a member) int {
	n := 0
	for _, g := range gone {
		if p.alike(g, a) {
			n++
		}
	}
	return n
}

// alike reports whether a removed and an added property seem to be the same:
// they have similar names and types, or any names and the same schema, with a
// description that says the same.
func (p *pair) alike(g, a member) bool {
	old, new := p.d.strict.gather(g.old), p.d.strict.gather(a.new)
	if similar(g.name, a.name) {
		return old.types&new.types != 0
	}
	if len(g.old.parts) != 1 || len(a.new.parts) != 1 || !p.d.same.same(g.old.parts[0], a.new.parts[0]) {
		return false
	}
	before, after := g.old.parts[0].node.Get("description"), a.new.parts[0].node.Get("description")
	return before != nil && after != nil && sameWords(before, after)
}

// similar reports whether two names differ in little: case, separators, a
// letter, a plural.
func similar(a, b string) bool {
	fold := func(s string) string {
		return strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "").Replace(s))
	}
	a, b = fold(a), fold(b)
	if a == b {
		return true
	}
	short := min(len(a), len(b))
	return short >= 4 && distance(a, b) <= 1 || short >= 8 && distance(a, b) <= 2
}

// distance is the number of letters to add, remove or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
