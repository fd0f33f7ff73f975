package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/format"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"golang.org/x/tools/go/analysis"
)

// describeChecks returns the checks of suites with their rules, for outputs
// that explain what they print. Of checks that list no rules those that were
// found count.
func describeChecks(suites map[string][]*analysis.Analyzer, found []finding.Finding) []format.Check {
	byName := map[string]*analysis.Analyzer{}
	for _, suite := range suites {
		for _, a := range suite {
			byName[a.Name] = a
		}
	}
	var out []format.Check
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		a := byName[name]
		c := format.Check{Name: a.Name, Title: title(a), Doc: strings.TrimSpace(a.Doc), URL: a.URL}
		seen := map[string]bool{}
		if a.Name == "schemadrift" {
			for _, r := range compat.Rules() {
				c.Rules = append(c.Rules, driftRule(r))
				seen[r.ID] = true
			}
		}
		for _, f := range found {
			if f.Check == a.Name && !seen[f.Rule] {
				seen[f.Rule] = true
				c.Rules = append(c.Rules, format.Rule{ID: f.Rule, Purpose: c.Title, Help: c.Doc, Severity: f.Severity})
			}
		}
		out = append(out, c)
	}
	return out
}

// driftRule describes a rule of drift. Its usual severity is that for
// arguments, which most changes are of.
func driftRule(r compat.Rule) format.Rule {
	var help strings.Builder
	fmt.Fprintf(&help, "%s.\n\nEffect on what the schema accepts: %s.\n", strings.ToUpper(r.Purpose[:1])+r.Purpose[1:], r.Effect)
	for _, e := range r.Ledger {
		fmt.Fprintf(&help, "For %s it is %s, because %s.\n", e.Direction, e.Level, e.Reason)
	}
	help.WriteString("\nUndo the change, or run schemavet snapshot and commit what it writes.\n")
	return format.Rule{ID: r.ID, Purpose: r.Purpose, Help: help.String(), Severity: finding.OfLevel(r.Level(compat.Input))}
}
