package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/conformance/jsonschemago/random"
)

// shrink leaves out fields as long as the engine and the library still differ
// on the root of the group.
func shrink(g *random.Group, d difference) (*random.Group, difference) {
	for range 20 {
		smaller, again, ok := shrinkOnce(g, d)
		if !ok {
			break
		}
		g, d = smaller, again
	}
	return g.Reachable(), d
}

// shrinkOnce tries all groups with one field less in one module.
func shrinkOnce(g *random.Group, d difference) (*random.Group, difference, bool) {
	root := strings.TrimPrefix(d.job.Type, "gen.")
	variants := map[string]*random.Group{}
	var order []string
	for i, fields := range g.Fields() {
		for f := range fields {
			name := fmt.Sprintf("S%dx", len(order))
			variants["gen."+name] = g.Without(i, f).Renamed(root, name)
			order = append(order, "gen."+name)
		}
	}
	if len(order) == 0 {
		return nil, d, false
	}
	m, err := newModule(variants)
	if err != nil {
		return nil, d, false
	}
	defer os.RemoveAll(m.dir)
	var jobs []job
	for i, name := range order {
		j := d.job
		j.ID, j.Type = i, name
		jobs = append(jobs, j)
	}
	diffs, err := m.compare(d.version, d.version.String(), jobs)
	if err != nil || len(diffs) == 0 {
		return nil, d, false
	}
	return variants[diffs[0].job.Type], diffs[0], true
}
