package compat

import (
	"fmt"
	"strings"
)

// maxPropertyRenames is the greatest number of pairs of a removed and an added property that
// renamed compares. Of more it finds none: they are removed and added.
const maxPropertyRenames = 10_000_000

// renamed finds properties that were only renamed among the removed and the added ones,
// and reports them. It returns the others.
func (p *pair) renamed(gone, added []member) (stillGone, stillAdded []member) {
	if len(gone)*len(added) > maxPropertyRenames {
		return gone, added
	}
	olds, news := make([]candidate, len(gone)), make([]candidate, len(added))
	for i, m := range gone {
		olds[i] = p.candidate(m.name, m.old)
	}
	for i, m := range added {
		news[i] = p.candidate(m.name, m.new)
	}
	matches, rivals := make([][]int, len(gone)), make([]int, len(added))
	for i, o := range olds {
		for j, n := range news {
			if p.alike(o, n) {
				matches[i], rivals[j] = append(matches[i], j), rivals[j]+1
			}
		}
	}
	taken := map[int]bool{}
	for i, g := range gone {
		// With two candidates, none is chosen.
		if len(matches[i]) != 1 || rivals[matches[i][0]] > 1 {
			stillGone = append(stillGone, g)
			continue
		}
		taken[matches[i][0]] = true
		p.reportRenamed(g, added[matches[i][0]])
	}
	for j, a := range added {
		if !taken[j] {
			stillAdded = append(stillAdded, a)
		}
	}
	return stillGone, stillAdded
}

func (p *pair) reportRenamed(g, a member) {
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

// candidate is a removed or added property that may have been renamed.
type candidate struct {
	fold  string // of the name
	types typeSet
	// words is the description with single spaces between the words, "" without one.
	words string
	// schema is the only schema of the property, if it has one.
	schema *part
}

func (p *pair) candidate(name string, c conj) candidate {
	out := candidate{fold: fold(name), types: p.d.strict.gather(c).types}
	if len(c.parts) == 1 {
		out.schema = &c.parts[0]
		out.words = strings.Join(strings.Fields(c.parts[0].node.Get("description").StringValue()), " ")
	}
	return out
}

// alike reports whether a removed and an added property seem to be the same. Their
// names differ in case or separators, or in one letter while the types overlap, or
// their schemas are equal and have equal descriptions.
func (p *pair) alike(g, a candidate) bool {
	switch {
	case g.fold == a.fold:
		return true
	case near(g.fold, a.fold):
		return g.types&a.types != 0
	}
	return g.words != "" && g.words == a.words && p.d.same.same(*g.schema, *a.schema)
}

// fold returns a name in lower case and without separators, so that names in
// different conventions are equal.
func fold(name string) string { return strings.ToLower(separators.Replace(name)) }

var separators = strings.NewReplacer("_", "", "-", "", ".", "")

// near reports whether two names differ only in a letter or a plural.
func near(a, b string) bool {
	short, longer := min(len(a), len(b)), max(len(a), len(b))
	if longer-short > 2 {
		return false
	}
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
