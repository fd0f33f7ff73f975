package analyzers

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/internal/rulebook"
	"golang.org/x/tools/go/analysis"
)

// withAllowed wraps the checks so that they do not report the tools that the settings
// allow.
func withAllowed(checks []*analysis.Analyzer, allow map[string][]string) []*analysis.Analyzer {
	var out []*analysis.Analyzer
	for _, a := range checks {
		if l := allowedBy(a.Name, allow); len(l.entries) > 0 {
			a = l.wrap(a)
		}
		out = append(out, a)
	}
	return out
}

// allowList holds the entries of the settings that concern one check.
type allowList struct{ entries []allowEntry }

type allowEntry struct{ key, rule, pattern string }

func allowedBy(check string, allow map[string][]string) *allowList {
	l := &allowList{}
	for _, key := range slices.Sorted(maps.Keys(allow)) {
		name, rule, _ := strings.Cut(key, "/")
		for _, pattern := range allow[key] {
			if name == check {
				l.entries = append(l.entries, allowEntry{key, rule, pattern})
			}
		}
	}
	return l
}

// wrap returns the check without the findings that the settings allow. The result of the
// check records the entries that had an effect.
func (l *allowList) wrap(a *analysis.Analyzer) *analysis.Analyzer {
	quiet := *a
	quiet.Run = func(pass *analysis.Pass) (any, error) {
		var found []analysis.Diagnostic
		inner := *pass
		inner.Report = func(d analysis.Diagnostic) { found = append(found, d) }
		res, err := a.Run(&inner)
		if err != nil {
			return res, err
		}
		r := res.(*report.Result)
		all := r.Findings
		r.Findings = nil
		for i, d := range found {
			entries := l.find(all[i], d)
			for _, entry := range entries {
				r.Allowed = append(r.Allowed, AllowPath(entry.key, entry.pattern))
			}
			if entries == nil {
				r.Findings = append(r.Findings, all[i])
				pass.Report(d)
			}
		}
		return res, nil
	}
	return &quiet
}

// find returns the entries that allow a finding for all of its tools, or nil.
func (l *allowList) find(f report.Finding, d analysis.Diagnostic) []allowEntry {
	tools := f.Shared
	if len(tools) == 0 {
		tools = []string{f.Tool}
	}
	var out []allowEntry
	for _, tool := range tools {
		i := slices.IndexFunc(l.entries, func(e allowEntry) bool {
			ok, _ := path.Match(e.pattern, tool)
			return ok && tool != "" && (e.rule == "" || e.rule == d.Category)
		})
		if i < 0 {
			return nil
		}
		out = append(out, l.entries[i])
	}
	return out
}

// AllowPath returns the path of an entry in the settings, in the form in which
// results of checks name it.
func AllowPath(key, pattern string) string { return fmt.Sprintf("checks.allow.%s: %s", key, pattern) }

// validateRules checks the keys of settings that name checks, or rules of them.
func validateRules(s config.Checks, known []string) error {
	keys := map[string][]string{"checks.severity": slices.Sorted(maps.Keys(s.Severity)), "checks.allow": slices.Sorted(maps.Keys(s.Allow))}
	for _, at := range []string{"checks.severity", "checks.allow"} {
		for _, key := range keys[at] {
			check, rule, hasRule := strings.Cut(key, "/")
			switch {
			case check != "ignores" && !slices.Contains(known, check):
				return fmt.Errorf("%s.%s: unknown check %q, want one of %s, ignores", at, key, check, strings.Join(known, ", "))
			case hasRule && !rulebook.Explains(check, rule):
				return fmt.Errorf("%s.%s: %s has no rule %q; schemavet rules lists all", at, key, check, rule)
			}
		}
	}
	return nil
}
