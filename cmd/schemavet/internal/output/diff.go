package output

import (
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/known"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/toolset"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/schemafacts/compat"
)

// Diff contains the changes between two lists.
type Diff struct {
	// Old and New say for people what is compared.
	Old, New string
	Changes  []Change
	// Unused are the acceptances that no change has.
	Unused []known.Acceptance
	// Tools is how many tools the new list has, and Variants how many more variants of
	// these.
	Tools, Variants int
	// Cost is what the lists cost a model; nil if a list may lack tools.
	Cost *Cost
	// Advice is on the next version.
	Advice Advice
	// Color is set if the text has colors.
	Color bool
	// AsFindings returns changes as findings, for formats that have no form for changes.
	AsFindings func(changes []Change) *Report
}

// Print prints the changes in a form.
func (r *Diff) Print(w io.Writer, f Format) error {
	switch {
	case f.Changes != nil:
		return f.Changes(w, r)
	case f.Name == "github": // people read it, and GitHub shows only a few
		return f.Findings(w, r.AsFindings(r.Condensed()))
	}
	return f.Findings(w, r.AsFindings(r.Changes))
}

// Change is a change that the user may have accepted.
type Change struct {
	toolset.Change
	// Accepted is the reason for accepting the change, or "" if it is not accepted.
	Accepted string
}

// NewDiff returns the changes between two lists. current is the version in which the old list
// was released, or "" if it is unknown.
func NewDiff(old, new *toolset.Set, accepted []known.Acceptance, current string) *Diff {
	r := &Diff{Old: old.Name, New: new.Name}
	names := map[toolset.Key]bool{}
	for _, t := range new.Tools {
		names[toolset.Key{Folder: t.Folder, Name: t.Name()}] = true
	}
	r.Tools, r.Variants = len(names), len(new.Tools)-len(names)
	used := map[string]bool{}
	reasons := map[string]string{}
	for _, a := range accepted {
		reasons[a.Fingerprint] = a.Reason
	}
	var worst compat.Level
	for _, c := range toolset.Compare(old, new) {
		used[c.Fingerprint] = true
		worst = max(worst, c.Level)
		r.Changes = append(r.Changes, Change{c, reasons[c.Fingerprint]})
	}
	for _, a := range accepted {
		if !used[a.Fingerprint] {
			r.Unused = append(r.Unused, a)
		}
	}
	r.Advice = advise(worst, current)
	r.Cost = costOf(old, new)
	return r
}

// Level returns the worst level of the changes that are not accepted, or 0 if all are.
func (r *Diff) Level() compat.Level {
	var worst compat.Level
	for _, c := range r.Changes {
		if c.Accepted == "" {
			worst = max(worst, c.Level)
		}
	}
	return worst
}

// levels are the levels of changes, worst first.
var levels = []compat.Level{compat.Breaking, compat.Caution, compat.Compatible, compat.Doc}

// Summary counts the changes in one line.
func (r *Diff) Summary() string {
	if len(r.Changes) == 0 {
		return "no changes; " + words.Tools(r.Tools, r.Variants)
	}
	var parts []string
	accepted := 0
	tools := map[string]bool{}
	for _, level := range levels {
		n := 0
		for _, c := range r.Changes {
			if c.Level == level {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, level))
		}
	}
	for _, c := range r.Changes {
		tools[path.Dir(c.File)+"\x00"+c.Tool] = true
		if c.Accepted != "" {
			accepted++
		}
	}
	s := fmt.Sprintf("%s: %s", words.Count(len(r.Changes), "change"), strings.Join(parts, ", "))
	if accepted > 0 {
		s += fmt.Sprintf(" (%d accepted)", accepted)
	}
	return fmt.Sprintf("%s; %d of %s", s, len(tools), words.Count(max(r.Tools, len(tools)), "tool"))
}
