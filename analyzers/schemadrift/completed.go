package schemadrift

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// If a package alone does not determine its tools, schemadrift compares them in the pass
// over the package that completes or registers them, or over the program.

// comparable returns a function that reports whether a tool of a completion is
// compared. It returns true for a tool about which its own package knows less, and
// for a tool whose snapshot was derived from the whole program.
func comparable(dir string, c *schemafacts.Completion) func(*schemafacts.Tool) bool {
	set, _ := snapshot.Read(dir)
	program := map[string]bool{}
	for _, f := range set.Files {
		program[f.ToolName()] = program[f.ToolName()] || f.Program
	}
	return func(t *schemafacts.Tool) bool { return program[t.Name] || !c.Known[t] }
}

// completed compares the tools of another package with the snapshots in its folder.
func (c *checker) completed(done *schemafacts.Completion) {
	set, _ := snapshot.Read(c.Dir()) // mistakes are reported there
	if len(set.Files) == 0 {
		return
	}
	c.set = set
	left := map[string]bool{}
	pairs, orphans := set.Match(c.Tools)
	for _, p := range pairs {
		t := p.Tools[0]
		switch {
		case p.Err != nil:
		case !p.Derivable:
			left[t.Name] = p.File != nil
		case p.File != nil:
			left[t.Name] = !inputKnown(t.Doc) && inputKnown(p.File.Tool)
			c.compare(t, p.File, comparedByDefiner(t, p.File), false)
			c.stale(t, p.File, done.Program)
		case snapshot.Fails(t) != "":
		case !slices.ContainsFunc(set.Files, func(f *snapshot.File) bool { return f.ToolName() == t.Name }):
			c.compatible(t, "snapshot-missing", "tool %q has no snapshot; run %s", t.Name, c.command())
		}
	}
	if done.Program {
		c.notCompared(done, left, orphans)
	}
}

// comparedByDefiner returns a function that reports whether the package that defines t,
// not the analyzed one, compares the part of the tool at a JSON pointer. The defining
// package compares an object if the analyzed package cannot resolve a part of it that the
// snapshot resolves. Without that part, a property that was renamed in the definition
// would look like one that became required. For the snapshot of a program, the function
// always returns false.
func comparedByDefiner(t *schemafacts.Tool, f *snapshot.File) func(pointer string) bool {
	var objects []string
	if !f.Program {
		for _, h := range schema.Normalize(t.Doc).Holes() {
			if n := f.Tool.Lookup(h.Path); n == nil || len(n.Holes()) > 0 {
				continue
			}
			object := h.Path[:strings.LastIndexByte(h.Path, '/')]
			if object == "" {
				object = h.Path // for a member of the tool, the object is the member itself
			}
			objects = append(objects, object)
		}
	}
	return func(pointer string) bool {
		return slices.ContainsFunc(objects, func(o string) bool { return pointer == o || strings.HasPrefix(pointer, o+"/") })
	}
}

// notCompared reports, in one finding, how many of the snapshots were not compared.
func (c *checker) notCompared(done *schemafacts.Completion, left map[string]bool, orphans []*snapshot.File) {
	reason, n := "too much of the schemas is unresolved", 0
	for _, found := range left {
		if found {
			n++
		}
	}
	var first *schemafacts.Tool
	for _, f := range orphans {
		if slices.ContainsFunc(done.Settled, func(t *schemafacts.Tool) bool { return t.Name == f.ToolName() }) {
			continue
		}
		i := slices.IndexFunc(done.Unseen, func(t *schemafacts.Tool) bool {
			return t.Name == f.ToolName() && (f.Program || !inputKnown(t.Doc) && inputKnown(f.Tool))
		})
		switch {
		case i >= 0:
			n, reason = n+1, "the tools cannot be followed to a registration"
			if first == nil {
				first = done.Unseen[i]
			}
		case f.Program && !done.Followed:
			n, reason = n+1, "schemavet could not follow the whole program"
		}
	}
	if n == 0 {
		return
	}
	if first == nil && len(c.Tools) > 0 {
		first = c.Tools[0]
	}
	what := "snapshots are"
	if n == 1 {
		what = "snapshot is"
	}
	d := report.About("", c.PackageClause(), "snapshot-uncompared", "%d %s not compared here: %s; run schemavet check, which compares more", n, what, reason)
	d.Level = compat.Doc.String()
	if first != nil {
		d.Tool = first.Name
	}
	c.Report(d)
}
