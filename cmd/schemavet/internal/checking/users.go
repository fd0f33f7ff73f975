package checking

import (
	"path/filepath"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
)

// A user is a package that was loaded because it uses a named package: it may complete or
// register its tools. The checks do not run on users. Only their servers are
// compared, and only for tools of the named packages.

// askedTools returns the names of the tools and the snapshots of the named packages.
func (c *checkRun) askedTools() map[string]bool {
	out := map[string]bool{}
	if !slices.ContainsFunc(c.Pkgs, func(p session.PackageTools) bool { return p.User() }) {
		return out
	}
	for _, p := range c.Pkgs {
		if p.Elsewhere {
			continue
		}
		for _, t := range p.View {
			out[t.Name] = true
		}
		set, _ := snapshot.Read(p.Pkg.Dir) // the check reports mistakes
		for _, f := range set.Files {
			out[f.ToolName()] = true
		}
	}
	return out
}

// serverChecks returns the check of a suite that compares servers, if the package is
// a program that may register one of the tools, and nil otherwise.
func serverChecks(p session.PackageTools, suite []*analysis.Analyzer, tools map[string]bool) []*analysis.Analyzer {
	if !p.User() || p.Pkg.Name != "main" || len(tools) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(suite), func(a *analysis.Analyzer) bool { return a.Name != "schemadrift" })
}

// serverRules are the rules about one tool of a server. Other rules are about whole
// servers.
var serverRules = []string{"tool-registered", "tool-unregistered", "tool-conditional", "tool-unconditional", "tool-underived"}

// onlyServers removes all findings of a check on a program except findings about the
// registration of the given tools on its servers.
func onlyServers(act *checker.Action, tools map[string]bool) {
	res := act.Result.(*report.Result)
	all, found := act.Diagnostics, res.Findings
	act.Diagnostics, res.Findings, res.Hosted = nil, nil, nil
	for i, d := range all {
		if d.Category == "server-removed" || slices.Contains(serverRules, d.Category) && tools[found[i].Tool] {
			act.Diagnostics, res.Findings = append(act.Diagnostics, d), append(res.Findings, found[i])
		}
	}
	res.Notes = slices.DeleteFunc(res.Notes, func(n report.Note) bool {
		return !slices.ContainsFunc(n.Snapshots, func(name string) bool { return filepath.Base(name) == snapshot.ServerFile })
	})
}
