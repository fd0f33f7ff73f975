package checking

import (
	"slices"
	"strconv"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// withoutRepeats removes the changes of servers that follow from changes of their tools: a
// tool that was removed or renamed is no longer registered either, and a tool without a
// snapshot is new on its server. Diff does the same. An analysis of one package cannot,
// because the program and its tools may be in different packages.
func (c *checkRun) withoutRepeats(found []finding.Finding) []finding.Finding {
	told := map[string]bool{}
	for _, f := range found {
		switch f.Rule {
		case "tool-renamed":
			if before, err := strconv.Unquote(f.Before); err == nil {
				told[before] = true
			}
			fallthrough
		case "tool-removed":
			told[f.Tool] = true
		}
	}
	added := map[string]bool{}
	if !slices.ContainsFunc(found, func(f finding.Finding) bool { return slices.Contains(serverRules, f.Rule) }) {
		return found
	}
	for _, p := range c.Pkgs {
		set, _ := snapshot.Read(p.Pkg.Dir)
		pairs, _ := set.Match(p.View)
		for _, pair := range pairs {
			if pair.File == nil {
				added[pair.Tools[0].Name] = true
			}
		}
	}
	return slices.DeleteFunc(found, func(f finding.Finding) bool {
		return f.Rule != "tool-underived" && slices.Contains(serverRules, f.Rule) && told[f.Tool] || f.Rule == "tool-registered" && added[f.Tool]
	})
}
