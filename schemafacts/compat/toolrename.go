package compat

import (
	"cmp"
	"fmt"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Renames finds the tools that only changed their names among those that are
// gone and those that are new. Each pair is of an index into gone and one into
// added; compared by [Tools] it gives a tool-renamed. A tool with two likely
// successors, or two likely predecessors, has none.
func Renames(gone, added []*schema.Node) [][2]int {
	best := func(of *schema.Node, among []*schema.Node) int {
		at, score, tie := -1, 0.0, false
		for i, n := range among {
			switch c := cmp.Compare(likeness(of, n), score); {
			case c > 0:
				at, score, tie = i, likeness(of, n), false
			case c == 0:
				tie = true
			}
		}
		if tie || score < minLikeness {
			return -1
		}
		return at
	}
	var pairs [][2]int
	for i, g := range gone {
		if j := best(g, added); j >= 0 && best(added[j], gone) == i {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	return pairs
}

// minLikeness is the likeness from which two tools are taken for one. Tools of
// one server share many parameters, so much is asked for.
const minLikeness = 0.7

// likeness says how much two tools have in common, from 0 to 1: their
// properties with types, what they say of themselves, and their names.
func likeness(a, b *schema.Node) float64 {
	properties, known := jaccard(typedProperties(a), typedProperties(b))
	words := 0.0
	da, db := a.Get("description"), b.Get("description")
	if da != nil && db != nil && sameWords(da, db) {
		words = 1
	}
	na, nb := fold(a.Get("name").StringValue()), fold(b.Get("name").StringValue())
	names := 0.0
	if longest := max(len(na), len(nb)); longest > 0 {
		names = 1 - float64(distance(na, nb))/float64(longest)
	}
	if !known { // Two tools without properties have nothing in common by that.
		return 0.5*words + 0.5*names
	}
	return 0.4*properties + 0.3*words + 0.3*names
}

func typedProperties(tool *schema.Node) map[string]bool {
	out := map[string]bool{}
	for _, m := range memberList(tool.Get("inputSchema").Get("properties")) {
		out[fmt.Sprintf("%s %s", m.Name, m.Value.Get("type"))] = true
	}
	return out
}

// jaccard returns the share of a and b that both have. ok is false if both are
// empty.
func jaccard(a, b map[string]bool) (share float64, ok bool) {
	both := 0
	for k := range a {
		if b[k] {
			both++
		}
	}
	all := len(a) + len(b) - both
	if all == 0 {
		return 0, false
	}
	return float64(both) / float64(all), true
}
