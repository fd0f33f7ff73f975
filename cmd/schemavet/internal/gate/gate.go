// Package gate decides which findings of a check count.
package gate

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/checking"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gitrev"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/known"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// Gate holds the flags that determine which findings count.
type Gate struct {
	FailOn   []string
	Baseline string
	Since    string
	Tools    int
}

// The words that --baseline takes for something else than a file.
const (
	WriteBaseline = "write"
	PruneBaseline = "prune"
	noBaseline    = "none"
)

// Validate returns an error if the flags would write a baseline from a run that hides
// some findings.
func (g *Gate) Validate(partial bool) error {
	if g.Baseline != WriteBaseline && g.Baseline != PruneBaseline {
		return nil
	}
	switch {
	case g.Since != "":
		return fmt.Errorf("--baseline %s needs all findings; leave out --since", g.Baseline)
	case partial:
		return fmt.Errorf("--baseline %s needs all findings; leave out --allow-partial", g.Baseline)
	}
	return nil
}

// Policy returns what the settings and the flag select. A word of the flag is a level of
// changes or a severity of other findings; never is both, unless it follows "drift=" or
// "findings=".
func (g *Gate) Policy(dir string) (finding.Policy, error) {
	settings, err := config.Load(config.File(dir))
	if err != nil {
		return finding.Policy{}, err
	}
	on := settings.FailOn
	on.Drift, on.Findings = cmp.Or(on.Drift, "compatible"), cmp.Or(on.Findings, "info")
	for _, word := range g.FailOn {
		drift, ofDrift := strings.CutPrefix(word, "drift=")
		findings, ofFindings := strings.CutPrefix(word, "findings=")
		isLevel, isSeverity := !ofFindings && slices.Contains(config.Levels(), drift), !ofDrift && slices.Contains(config.Severities(), findings)
		if !isLevel && !isSeverity {
			return finding.Policy{}, fmt.Errorf("--fail-on: unknown %q, want a level of changes (%s), a severity of other findings (%s), or both, as in breaking,error",
				word, strings.Join(config.Levels(), ", "), strings.Join(config.Severities(), ", "))
		}
		if isLevel {
			on.Drift = drift
		}
		if isSeverity {
			on.Findings = findings
		}
	}
	level, err := finding.ParseLevel(on.Drift)
	return finding.Policy{Drift: level, Findings: finding.Severity(on.Findings)}, err
}

// CountTools adds a note that makes the run fail if there are fewer tools than the user
// requires.
func (g *Gate) CountTools(r *output.Report, stderr io.Writer) {
	if r.Tools < g.Tools {
		text := fmt.Sprintf("%s derived, but --require-tools asks for %d", words.Count(r.Tools, "tool")+words.Verb(r.Tools, " was", " were"), g.Tools)
		note := output.Note{Text: text, Severity: finding.Error}
		r.Notes = append(r.Notes, note)
		session.PrintNotes(stderr, []output.Note{note})
	}
}

// Filter removes the findings that do not count, and reports how many these are.
func (g *Gate) Filter(o *session.Options, dir string, patterns []string, r *output.Report, stderr io.Writer) error {
	if g.Since != "" {
		if err := g.filterSince(o, dir, patterns, r, stderr); err != nil {
			return err
		}
	}
	file := g.Baseline
	switch file {
	case noBaseline:
		return nil
	case "", WriteBaseline, PruneBaseline:
		file = filepath.Join(snapshot.Root(dir), known.BaselineName)
	default:
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		if _, err := os.Stat(file); err != nil {
			return fmt.Errorf("--baseline: %w; schemavet check --baseline write creates %s", err, known.BaselineName)
		}
	}
	b, err := known.ReadBaseline(file)
	if err != nil && (b == nil || g.Baseline != WriteBaseline) {
		return err
	}
	all := r.Findings
	left, pruned := b.Apply(all, &r.Coverage)
	if g.Baseline == WriteBaseline {
		b = pruned.With(all)
		fmt.Fprintf(stderr, "schemavet: %s in the baseline\n", words.Count(b.Len(), "finding"))
		r.Findings = nil
		return b.Write(file)
	}
	r.Findings = left
	fixed := b.Len() - pruned.Len()
	switch {
	case g.Baseline == PruneBaseline:
		fmt.Fprintf(stderr, "schemavet: %s dropped from the baseline\n", words.Count(fixed, "fixed finding"))
		return pruned.Write(file)
	case fixed > 0:
		fmt.Fprintf(stderr, "schemavet: %s %s fixed; schemavet check --baseline prune drops %s\n",
			words.Count(fixed, "baseline finding"), words.Verb(fixed, "is", "are"), words.Verb(fixed, "it", "them"))
	}
	if left := len(all) - len(r.Findings); left > 0 {
		fmt.Fprintf(stderr, "schemavet: %s in the baseline\n", words.Count(left, "finding"))
	}
	return nil
}

// filterSince removes the findings that a revision also has. It checks the revision in
// a separate folder, with the settings and snapshots of that revision. It compares
// findings by fingerprint, so moved lines and changes of other packages do not
// matter.
func (g *Gate) filterSince(o *session.Options, dir string, patterns []string, r *output.Report, stderr io.Writer) error {
	repo, err := gitrev.Open(dir)
	if err != nil {
		return fmt.Errorf("--since: %w", err)
	}
	rev := g.Since
	if rev == "base" {
		rev = ""
	}
	commit, name, err := session.BaseCommit(repo, rev)
	if err != nil {
		return fmt.Errorf("--since: %w", err)
	}
	there, remove, err := repo.Export(commit)
	if err != nil {
		return fmt.Errorf("--since: %w", err)
	}
	defer remove()
	before, err := checking.Check(&session.Options{Dir: there, Tags: o.Tags}, session.ScopeOf(there, patterns, true), io.Discard)
	if err != nil {
		return fmt.Errorf("--since: checking %s: %w", name, err)
	}
	known := map[string]bool{}
	for _, f := range before.Findings {
		known[f.Fingerprint] = true
	}
	n := len(r.Findings)
	r.Findings = slices.DeleteFunc(r.Findings, func(f finding.Finding) bool { return known[f.Fingerprint] })
	if old := n - len(r.Findings); old > 0 {
		fmt.Fprintf(stderr, "schemavet: %s in %s as well\n", words.Count(old, "finding"), name)
	}
	return nil
}
