package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// shrink leaves out fields as long as the engine and the library still differ
// on the root of the group.
func shrink(g *group, d difference) (*group, difference) {
	for range 20 {
		smaller, again, ok := shrinkOnce(g, d)
		if !ok {
			break
		}
		g, d = smaller, again
	}
	return g.reachable(), d
}

// shrinkOnce tries all groups with one field less in one module.
func shrinkOnce(g *group, d difference) (*group, difference, bool) {
	root := strings.TrimPrefix(d.job.Type, "gen.")
	variants := map[string]*group{}
	var order []string
	for i, t := range g.decls {
		for f := range t.fields {
			name := fmt.Sprintf("S%dx", len(order))
			variants["gen."+name] = g.without(i, f).renamed(root, name)
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
	diffs, err := m.compare(d.version, jobs)
	for _, found := range diffs {
		if err == nil && found.job.plainNull == d.job.plainNull {
			return variants[found.job.Type], found, true
		}
	}
	return nil, d, false
}

// without returns the group without one field.
func (g *group) without(decl, field int) *group {
	out := &group{slices.Clone(g.decls)}
	d := *g.decls[decl]
	d.fields = slices.Delete(slices.Clone(d.fields), field, field+1)
	out.decls[decl] = &d
	return out
}

// renamed returns the group with another root. Names of the others begin with
// the root's, in upper or lower case.
func (g *group) renamed(from, to string) *group {
	r := strings.NewReplacer(from, to, strings.ToLower(from), strings.ToLower(to))
	out := &group{}
	for _, d := range g.decls {
		c := *d
		c.name, c.expr, c.method = r.Replace(d.name), r.Replace(d.expr), r.Replace(d.method)
		c.fields = nil
		for _, f := range d.fields {
			c.fields = append(c.fields, r.Replace(f))
		}
		out.decls = append(out.decls, &c)
	}
	return out
}

// reachable returns the group without the types that the root does not need.
func (g *group) reachable() *group {
	text := ""
	out := &group{}
	for i, d := range g.decls {
		one := group{[]*decl{d}}
		if i == 0 || strings.Contains(text, d.name) {
			out.decls = append(out.decls, d)
			text += one.source()
		}
	}
	return out
}
