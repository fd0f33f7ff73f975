package main

import (
	"os"

	"github.com/schemavet/schemavet/schemafacts/conformance/invopop/random"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop"
)

// maxTries bounds the work of one reproduction: each try builds a program.
const maxTries = 40

// shrink removes fields, methods and types from a group as long as its root
// still differs.
func shrink(v invopop.Version, g *random.Group, d difference) (*random.Group, difference) {
	tries := 0
	for again := true; again; {
		again = false
		for _, smaller := range g.Reductions() {
			if tries++; tries > maxTries {
				return g, d
			}
			if next, ok := differs(v, smaller, d.job); ok {
				g, d, again = smaller, next, true
				break
			}
		}
	}
	return g, d
}

// differs compares one job for one group. A group that does not compile does
// not count.
func differs(v invopop.Version, g *random.Group, j job) (difference, bool) {
	m, err := newModule(v, map[string]*random.Group{j.Type: g})
	if err != nil {
		return difference{}, false
	}
	defer os.RemoveAll(m.dir)
	j.ID = 0
	diffs, err := m.compare([]job{j})
	if err != nil || len(diffs) == 0 {
		return difference{}, false
	}
	return diffs[0], true
}
