package output

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
)

// Summary returns one line that counts the findings and the examined tools.
func Summary(r *Report) string {
	return counts(r) + "; " + tools(r) + uncompared(r)
}

// tools returns a phrase with the number of examined tools.
func tools(r *Report) string {
	s := words.Tools(r.Tools, r.Variants)
	if r.Servers > 0 {
		s += " in " + words.Count(r.Servers, "server")
	}
	return s
}

// uncompared returns a phrase with the number of snapshots that were not compared, or
// "" if all were.
func uncompared(r *Report) string {
	if n := r.Uncompared(); n > 0 {
		return "; " + words.Count(n, "snapshot") + " not compared"
	}
	return ""
}

// counts returns a phrase with the number of findings of each level, and of those that
// do not make the run fail.
func counts(r *Report) string {
	list := r.Findings
	if len(list) == 0 {
		return "no findings"
	}
	n := map[string]int{}
	for _, f := range list {
		if !f.Unreadable() {
			n[f.Level]++
		}
	}
	var parts []string
	for _, level := range []string{"breaking", "caution", "compatible", "doc"} {
		if n[level] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n[level], level))
		}
	}
	if u := unreadable(list); u > 0 {
		parts = append(parts, words.Count(u, "unreadable snapshot"))
	}
	if n[""] > 0 && len(parts) > 0 {
		parts = append(parts, words.Count(n[""], "other"))
	}
	s := words.Count(len(list), "finding")
	if len(parts) > 0 {
		s += ": " + strings.Join(parts, ", ")
	}
	if left := len(list) - r.Failing(); left == 1 {
		s += "; 1 of them does not count: " + r.Policy
	} else if left > 1 {
		s += fmt.Sprintf("; %d of them do not count: %s", left, r.Policy)
	}
	return s
}

// ByRule returns lines that count the findings of each rule, the most frequent first. It
// returns "" if the findings fit on a screen.
func ByRule(r *Report) string {
	const screen = 20
	if len(r.Findings) <= screen {
		return ""
	}
	n := map[string]int{}
	for _, f := range r.Findings {
		n[f.ID()]++
	}
	var out strings.Builder
	for _, id := range slices.SortedFunc(maps.Keys(n), func(a, b string) int { return cmp.Or(n[b]-n[a], cmp.Compare(a, b)) }) {
		fmt.Fprintf(&out, "%6d  %s\n", n[id], id)
	}
	return out.String()
}

// unreadable returns the number of findings about snapshots that cannot be read.
func unreadable(list []finding.Finding) (n int) {
	for _, f := range list {
		if f.Unreadable() {
			n++
		}
	}
	return n
}
