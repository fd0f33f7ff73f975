package checking

import (
	"path"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/known"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
)

// coverage returns the packages that a run has checked: a known finding that the run
// does not report there is fixed.
func (c *checkRun) coverage(l *session.Listed, r *output.Report) known.Coverage {
	out := known.Coverage{Root: c.root}
	if l.Alone != nil || len(c.Unfinished()) > 0 {
		return out // tools may be missing anywhere
	}
	out.Whole = l.Scope.IsWhole()
	for _, n := range r.Notes {
		for _, file := range n.Snapshots {
			out.Uncompared = append(out.Uncompared, path.Dir(path.Dir(file)))
		}
	}
	unreadable, _ := SeparateUnreadable(r.Findings)
	for _, f := range unreadable {
		out.Uncompared = append(out.Uncompared, f.Package)
	}
	for _, p := range c.Pkgs {
		if !p.Elsewhere {
			out.Packages = append(out.Packages, c.fileNames([]string{p.Pkg.Dir})...)
			out.Ignored = append(out.Ignored, c.fileNames(p.Pkg.IgnoredFiles)...)
		}
	}
	return out
}
