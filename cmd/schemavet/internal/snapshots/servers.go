package snapshots

import (
	"cmp"
	"slices"
	"sync"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/internal/otherbuild"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// writeServers writes the snapshot of a program's servers and returns the change. If
// dryRun is set, it only returns the change. A package other than main has no such
// snapshot.
func writeServers(p session.PackageTools, all []session.PackageTools, dryRun bool) (*snapshot.Change, error) {
	now := session.ProgramServers(p)
	if old, _, err := snapshot.ReadServers(p.Pkg.Dir); err == nil {
		now = keepOthers(now, old, all, p.Result.Incomplete() != "" || len(p.Result.Unfinished) > 0)
	}
	return snapshot.WriteServers(p.Pkg.Dir, now, dryRun)
}

// keepOthers returns the servers with the tools added that other builds of the program
// register. If the analysis is unfinished, it adds all tools and servers of the snapshot,
// because the program may still have them.
func keepOthers(now, old []compat.Server, all []session.PackageTools, unfinished bool) []compat.Server {
	others := sync.OnceValue(func() map[string]string {
		var ignored []string
		for _, p := range all {
			ignored = append(ignored, p.Pkg.IgnoredFiles...)
		}
		return otherbuild.Names(ignored)
	})
	for was, i := range compat.PairServers(old, now) {
		if i < 0 {
			if unfinished {
				now = append(now, old[was])
			}
			continue
		}
		for _, t := range old[was].Tools {
			listed := slices.ContainsFunc(now[i].Tools, func(o compat.ServerTool) bool { return o.Name == t.Name })
			if !listed && (unfinished || others()[t.Name] != "") {
				now[i].Tools = append(now[i].Tools, t)
			}
		}
		slices.SortFunc(now[i].Tools, func(a, b compat.ServerTool) int { return cmp.Compare(a.Name, b.Name) })
	}
	slices.SortStableFunc(now, func(a, b compat.Server) int { return cmp.Compare(a.Name, b.Name) })
	return now
}
