package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gitrev"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/known"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"github.com/spf13/cobra"
)

// gate holds the flags that determine which findings count.
type gate struct {
	failOn   []string
	baseline string
	since    string
	tools    int
}

// gateFlags adds the flags that determine which findings count.
func gateFlags(cmd *cobra.Command, g *gate) {
	cmd.Flags().StringSliceVar(&g.failOn, "fail-on", nil, "exit with 1 for changes of this `level` or worse (breaking, caution, compatible, doc), and for other findings of this severity or worse (error, warning, info); never for neither; as in breaking,error")
	cmd.Flags().StringVar(&g.baseline, "baseline", "", "ignore the findings listed in this `file`; or write to create "+known.BaselineName+", prune to remove fixed findings from it, none to ignore it")
	cmd.Flags().StringVar(&g.since, "since", "", "report only findings that the git `revision` does not have; base is the commit where HEAD left the default branch")
	cmd.Flags().IntVar(&g.tools, "require-tools", -1, "fail if fewer than `N` tools are derived; 0 allows a module without tools")
	cmd.Flags().Lookup("require-tools").DefValue = "0" // the default is no number, so help should not print it
	values(cmd, "fail-on", append(config.Levels(), config.Severities()[:3]...)...)
}

// The words that --baseline takes for something else than a file.
const (
	writeBaseline = "write"
	pruneBaseline = "prune"
	noBaseline    = "none"
)

// validate returns an error if the flags would write a baseline from a run that hides
// some findings.
func (g *gate) validate(partial bool) error {
	if g.baseline != writeBaseline && g.baseline != pruneBaseline {
		return nil
	}
	switch {
	case g.since != "":
		return fmt.Errorf("--baseline %s needs all findings; leave out --since", g.baseline)
	case partial:
		return fmt.Errorf("--baseline %s needs all findings; leave out --allow-partial", g.baseline)
	}
	return nil
}

// policy returns what the settings and the flag select. A word of the flag is a level of
// changes or a severity of other findings; never is both, unless it follows "drift=" or
// "findings=".
func (g *gate) policy(dir string) (finding.Policy, error) {
	settings, err := config.Load(config.File(dir))
	if err != nil {
		return finding.Policy{}, err
	}
	on := settings.FailOn
	on.Drift, on.Findings = cmp.Or(on.Drift, "compatible"), cmp.Or(on.Findings, "info")
	for _, word := range g.failOn {
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

// countTools adds a note that makes the run fail if there are fewer tools than the user
// requires.
func (g *gate) countTools(r *output.Report, stderr io.Writer) {
	if r.Tools < g.tools {
		text := fmt.Sprintf("%s derived, but --require-tools asks for %d", words.Count(r.Tools, "tool")+words.Verb(r.Tools, " was", " were"), g.tools)
		note := output.Note{Text: text, Severity: finding.Error}
		r.Notes = append(r.Notes, note)
		printNotes(stderr, []output.Note{note})
	}
}

// separateUnreadable separates the findings on unreadable snapshots from the others. Neither a
// baseline nor --since hides unreadable snapshots, because they are broken input.
func separateUnreadable(all []finding.Finding) (unreadable, others []finding.Finding) {
	for _, f := range all {
		if f.Unreadable() {
			unreadable = append(unreadable, f)
		} else {
			others = append(others, f)
		}
	}
	return unreadable, others
}

// filter removes the findings that do not count, and reports how many these are.
func (g *gate) filter(o *options, dir string, patterns []string, r *output.Report, stderr io.Writer) error {
	if g.since != "" {
		if err := g.filterSince(o, dir, patterns, r, stderr); err != nil {
			return err
		}
	}
	file := g.baseline
	switch file {
	case noBaseline:
		return nil
	case "", writeBaseline, pruneBaseline:
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
	if err != nil && (b == nil || g.baseline != writeBaseline) {
		return err
	}
	all := r.Findings
	left, pruned := b.Apply(all, &r.Coverage)
	if g.baseline == writeBaseline {
		b = pruned.With(all)
		fmt.Fprintf(stderr, "schemavet: %s in the baseline\n", words.Count(b.Len(), "finding"))
		r.Findings = nil
		return b.Write(file)
	}
	r.Findings = left
	fixed := b.Len() - pruned.Len()
	switch {
	case g.baseline == pruneBaseline:
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
func (g *gate) filterSince(o *options, dir string, patterns []string, r *output.Report, stderr io.Writer) error {
	repo, err := gitrev.Open(dir)
	if err != nil {
		return fmt.Errorf("--since: %w", err)
	}
	rev := g.since
	if rev == "base" {
		rev = ""
	}
	commit, name, err := baseCommit(repo, rev)
	if err != nil {
		return fmt.Errorf("--since: %w", err)
	}
	there, remove, err := repo.Export(commit)
	if err != nil {
		return fmt.Errorf("--since: %w", err)
	}
	defer remove()
	before, err := check(&options{dir: there, tags: o.tags}, scopeOf(there, patterns, true), io.Discard)
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
