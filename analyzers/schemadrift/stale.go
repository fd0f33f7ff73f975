package schemadrift

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/otherbuild"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/compat"
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
	if len(f.Unresolved) == 0 || !final && !t.Traced {
		return
	}
	doc := schema.Normalize(t.Doc)
	var known []string
	for _, u := range f.Unresolved {
		hole := slices.ContainsFunc(doc.Holes(), func(h schema.Hole) bool {
			return h.Path == u.Path || strings.HasPrefix(u.Path, h.Path+"/") || strings.HasPrefix(h.Path, u.Path+"/")
		})
		if !hole {
			known = append(known, u.Path)
		}
	}
	switch len(known) {
	case 0:
		return
	case 1:
		c.report(t, "snapshot-stale", compat.Compatible,
			fmt.Sprintf("tool %q: %s is known now, but unresolved in the snapshot; run %s", t.Name, known[0], c.command()))
	default:
		c.report(t, "snapshot-stale", compat.Compatible,
			fmt.Sprintf("tool %q: %s and %d more parts are known now, but unresolved in the snapshot; run %s", t.Name, known[0], len(known)-1, c.command()))
	}
}
