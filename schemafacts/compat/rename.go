package compat

import (
	"fmt"
	"slices"
	"strings"
)

// renamed finds properties that were only renamed among the removed and the added ones,
// and reports them. It returns the others.
func (p *pair) renamed(gone, added []member) (stillGone, stillAdded []member) {
	for _, g := range gone {
		var best []int
		for i, a := range added {
			if p.alike(g, a) {
				best = append(best, i)
			}
		}
		// With two candidates, none is chosen.
		if len(best) != 1 || p.rivals(gone, added[best[0]]) > 1 {
			stillGone = append(stillGone, g)
			continue
		}
		a := added[best[0]]
		added = slices.Delete(slices.Clone(added), best[0], best[0]+1)
		c := change{rule: "property-renamed", name: g.name, effect: Narrows, old: first(g.old), new: first(a.new),
			message: fmt.Sprintf("%s was renamed to %q", p.d.subject(p.child(g.name)), a.name)}
		p.emitGone(g.name, c)
		sentName := g.name
		if p.d.dir == Output {
			sentName = a.name
		}
		s := p.next(g.old, a.new, join(p.path, a.name), step{kind: renamedStep, name: sentName})
		if p.d.dir == Input {
			// Callers that use the new name are affected by the other changes.
			s.proved, s.equal = false, false
		}
		p.d.place(s)
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

// alike reports whether a removed and an added property seem to be the same. Their
// names differ in case or separators, or in one letter while the types overlap, or
// their schemas are equal and have equal descriptions.
func (p *pair) alike(g, a member) bool {
	if fold(g.name) == fold(a.name) {
		return true
	}
	if old, new := p.d.strict.gather(g.old), p.d.strict.gather(a.new); near(fold(g.name), fold(a.name)) {
		return old.types&new.types != 0
	}
	if len(g.old.parts) != 1 || len(a.new.parts) != 1 || !p.d.same.same(g.old.parts[0], a.new.parts[0]) {
		return false
	}
	before, after := g.old.parts[0].node.Get("description"), a.new.parts[0].node.Get("description")
	return before != nil && after != nil && sameWords(before, after)
}

// fold returns a name in lower case and without separators, so that names in
// different conventions are equal.
func fold(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "").Replace(name))
}

// near reports whether two names differ only in a letter or a plural.
func near(a, b string) bool {
	short := min(len(a), len(b))
	return short >= 4 && distance(a, b) <= 1 || short >= 8 && distance(a, b) <= 2
}

// distance returns the number of letters to add, remove or replace.
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
