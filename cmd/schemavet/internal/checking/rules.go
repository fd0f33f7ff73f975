package checking

import (
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/internal/lintdoc"
	"github.com/schemavet/schemavet/internal/rulebook"
	"golang.org/x/tools/go/analysis"
)

// DescribeChecks returns the checks of suites with their rules, for output formats that
// describe rules. If a check lists no rules, the rules of its findings are used.
func DescribeChecks(suites map[string][]*analysis.Analyzer, found []finding.Finding) []output.Check {
	byName := map[string]*analysis.Analyzer{}
	for _, suite := range suites {
		for _, a := range suite {
			byName[a.Name] = a
		}
	}
	var out []output.Check
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		a := byName[name]
		c := output.Check{Name: a.Name, Title: lintdoc.Title(a.Doc), Doc: strings.TrimSpace(a.Doc), URL: a.URL}
		seen := map[string]bool{}
		for _, r := range rulebook.Of(a.Name) {
			c.Rules = append(c.Rules, describeRule(a, r))
			seen[r.ID] = true
		}
		for _, f := range found {
			if f.Check == a.Name && !seen[f.Rule] {
				seen[f.Rule] = true
				c.Rules = append(c.Rules, output.Rule{ID: f.Rule, Purpose: c.Title, Help: c.Doc, Severity: f.Severity, URL: f.URL})
			}
		}
		out = append(out, c)
	}
	return out
}

// describeRule describes a rule for an output format. The usual severity of a rule of
// drift is the one for input, because most changes affect input.
func describeRule(a *analysis.Analyzer, r rulebook.Rule) output.Rule {
	severity := DefaultSeverity(r.Check)
	if r.Level > 0 {
		severity = finding.OfLevel(r.Level)
	}
	return output.Rule{ID: r.ID, Purpose: r.Purpose, Help: rulebook.Sentence(r.Purpose) + "\n\n" + r.Explain() + "\n", Severity: severity, URL: a.URL + "#" + r.ID}
}
