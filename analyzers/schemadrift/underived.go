package schemadrift

import (
	"fmt"
	"slices"

	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// underived reports tools with snapshots that were not derived because the evaluation
// of a function ended early. They may be gone or changed, and nothing compares them.
// of describes the snapshots in the message. It reports nothing if the reason is only
// that this driver lacks facts. It returns whether it reported anything.
func (c *checker) underived(tools []string, of string, facts *schemafacts.Result) bool {
	if len(tools) == 0 || len(facts.Unfinished) == 0 || facts.Incomplete() != "" {
		return false
	}
	why, pos := facts.Unfinished[0], c.PackageClause()
	for _, u := range facts.Unfinished {
		if c.Own(u.Pos) {
			why, pos = u, u.Pos
			break
		}
	}
	ch := compat.Underived(tools, of, fmt.Sprintf("the analysis of %s stopped early: %s", why.Func, why.Reason))
	c.Report(changed(tools[0], pos, "", ch))
	return true
}

// fileTools returns the names of the tools in snapshots, without duplicates.
func fileTools(files []*snapshot.File) []string {
	var out []string
	for _, f := range files {
		if !slices.Contains(out, f.ToolName()) {
			out = append(out, f.ToolName())
		}
	}
	return out
}

// unseen returns the tools that the snapshot of the servers lists and that no server
// registers now.
func unseen(old []compat.Server, now []schemafacts.Server) []string {
	var out []string
	for _, was := range old {
		for _, t := range was.Tools {
			seen := slices.ContainsFunc(now, func(s schemafacts.Server) bool {
				return slices.ContainsFunc(s.Tools, func(n schemafacts.SeenTool) bool { return n.Name == t.Name })
			})
			if !seen && !slices.Contains(out, t.Name) {
				out = append(out, t.Name)
			}
		}
	}
	return out
}
