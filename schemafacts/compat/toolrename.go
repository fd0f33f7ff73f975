package compat

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// maxRenames is the greatest number of pairs of a removed and an added tool that Renames
// compares. Of more, it finds none: they are removed and added.
const maxRenames = 100_000

// Renames finds tools that were only renamed among the removed and the added ones. Each
// pair is an index into gone and an index into added; [Tools] reports such a pair as
// tool-renamed. A tool with two likely successors or predecessors is in no pair.
func Renames(gone, added []*schema.Node) [][2]int {
	if len(gone)*len(added) > maxRenames {
		return nil
	}
	best := func(of traits, among []traits) int {
		at, score, tie := -1, 0.0, false
		for i, n := range among {
			like := likeness(of, n)
			switch c := cmp.Compare(like, score); {
			case c > 0:
				at, score, tie = i, like, false
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
	olds, news := traitsOf(gone), traitsOf(added)
	for i, o := range olds {
		if j := best(o, news); j >= 0 && best(news[j], olds) == i {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	return pairs
}

// minLikeness is the likeness from which a removed and an added tool count as one
// renamed tool. It is high because the tools of one server share many parameters.
const minLikeness = 0.7

// traits are what likeness compares of a tool.
type traits struct {
	properties, words map[string]bool
	name              string
}

func traitsOf(tools []*schema.Node) []traits {
	out := make([]traits, len(tools))
	for i, t := range tools {
		out[i] = traits{typedProperties(t), wordsOf(t), fold(t.Get("name").StringValue())}
	}
	return out
}

// likeness returns how similar two tools are, from 0 to 1, by their properties with
// types, their descriptions, and their names.
func likeness(a, b traits) float64 {
	properties, known := jaccard(a.properties, b.properties)
	words, _ := jaccard(a.words, b.words)
	names := 0.0
	if longest := max(len(a.name), len(b.name)); longest > 0 {
		names = 1 - float64(distance(a.name, b.name))/float64(longest)
	}
	if !known { // two tools without properties are not similar because of that
		return 0.5*words + 0.5*names
	}
	score := 0.4*properties + 0.3*words + 0.3*names
	if properties == 1 && words >= 0.5 { // they differ only in the name and a few words
		score = max(score, minLikeness+0.1*names)
	}
	return score
}

func wordsOf(tool *schema.Node) map[string]bool {
	out := map[string]bool{}
	for word := range strings.FieldsSeq(strings.ToLower(tool.Get("description").StringValue())) {
		out[word] = true
	}
	return out
}

func typedProperties(tool *schema.Node) map[string]bool {
	out := map[string]bool{}
	for _, m := range memberList(tool.Get("inputSchema").Get("properties")) {
		out[fmt.Sprintf("%s %s", m.Name, m.Value.Get("type"))] = true
	}
	return out
}

// jaccard returns the share of elements that a and b have in common. ok is false if
// both are empty.
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
