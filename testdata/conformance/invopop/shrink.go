package main

import (
	"os"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop"
)

// maxTries bounds the work of one reproduction: each try builds a program.
const maxTries = 40

// shrink removes fields, methods and types from a group as long as its root
// still differs.
func shrink(v invopop.Version, g *group, d difference) (*group, difference) {
	tries := 0
	for again := true; again; {
		again = false
		for _, smaller := range g.reductions() {
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
func differs(v invopop.Version, g *group, j job) (difference, bool) {
	m, err := newModule(v, map[string]*group{j.Type: g})
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

// reductions are the groups with one thing less.
func (g *group) reductions() []*group {
	var out []*group
	change := func(i int, edit func(*decl)) {
		c := &group{slices.Clone(g.decls)}
		d := *g.decls[i]
		d.fields = slices.Clone(d.fields)
		edit(&d)
		c.decls[i] = &d
		out = append(out, c)
	}
	for i, d := range g.decls {
		if i > 0 {
			out = append(out, &group{slices.Delete(slices.Clone(g.decls), i, i+1)})
		}
		if d.method != "" {
			change(i, func(d *decl) { d.method = "" })
		}
		for k := range d.fields {
			change(i, func(d *decl) { d.fields = slices.Delete(d.fields, k, k+1) })
		}
	}
	return out
}
