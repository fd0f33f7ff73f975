package schemadrift

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/otherbuild"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// otherBuilds removes the snapshots of tools that only files of other builds name,
// and adds a note about them.
func (c *checker) otherBuilds(orphans []*snapshot.File) []*snapshot.File {
	if len(orphans) == 0 || len(c.Pass.IgnoredFiles) == 0 || c.Elsewhere() {
		return orphans
	}
	names := otherbuild.Names(c.Pass.IgnoredFiles)
	return slices.DeleteFunc(slices.Clone(orphans), func(f *snapshot.File) bool {
		file := names[f.ToolName()]
		if file != "" {
			c.Note(fmt.Sprintf("%s: snapshot %s is not compared: %s, which this build excludes, names the tool",
				c.Pass.Pkg.Path(), path.Join(snapshot.Dir, f.Name), file), c.names(f)...)
		}
		return file != ""
	})
}

// stale reports a snapshot with unresolved parts that are known now and were not
// reviewed. final reports whether the tool comes from the whole program. A package
// alone may consider a part known that other packages still change, unless the tool is
// traced.
func (c *checker) stale(t *schemafacts.Tool, f *snapshot.File, final bool) {
	before := f.Tool.Holes()
	if len(before) == 0 || !final && !t.Traced {
		return
	}
	now := schema.Normalize(t.Doc).Holes()
	var known []string
	for _, u := range before {
		if u.Partial != nil && !u.Partial.More {
			continue // the comparison tells what became of the members that may be there
		}
		hole := slices.ContainsFunc(now, func(h schema.Hole) bool {
			switch {
			case h.Path == u.Path:
				return u.Partial != nil || h.Partial == nil
			case strings.HasPrefix(u.Path, h.Path+"/"):
				return h.Partial == nil
			}
			return strings.HasPrefix(h.Path, u.Path+"/")
		})
		if !hole {
			known = append(known, u.Path)
		}
	}
	if len(known) == 0 {
		return
	}
	are := "is"
	if len(known) > 1 {
		are = fmt.Sprintf("and %d more parts are", len(known)-1)
	}
	c.compatible(t, "snapshot-stale", "tool %q: %s %s known now, but unresolved in the snapshot; run %s", t.Name, known[0], are, c.command())
}
