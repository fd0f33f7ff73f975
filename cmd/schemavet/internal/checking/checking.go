// Package checking runs the checks on a whole program.
//
// The checks need only the result of schemafacts for a package. A driver that analyzes one
// package at a time has the result of that package alone. This package first derives the
// tools of the whole program, and then runs the checks itself on those results.
package checking

import (
	"fmt"
	"go/token"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"

	"github.com/schemavet/schemavet/analyzers/schemadrift"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/runcache"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/internal/supported"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"golang.org/x/sync/errgroup"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// Check loads packages and runs the suite on them, unless the cache has the findings of
// the same run. In a workspace each module has its own settings.
func Check(o *session.Options, s *session.Scope, stderr io.Writer) (*output.Report, error) {
	if _, _, err := session.Suite(config.File(s.Dir)); err != nil {
		return nil, err // report a mistake in the settings before the slow work
	}
	l, err := o.List(s, stderr)
	if err != nil {
		return nil, err
	}
	root := snapshot.Root(s.Dir)
	run := o.Cache.Of(CheckInputs(o, l, root))
	r := &output.Report{}
	if !run.Found(r) {
		if r, err = checkListed(o, l, stderr); err != nil {
			return nil, err
		}
		if len(o.Broken) == 0 {
			run.Keep(r)
		}
	}
	r.Repo = output.Repo(root)
	session.PrintNotes(stderr, r.Notes)
	for _, e := range o.Broken { // the command prints them last
		r.Notes = append(r.Notes, output.Note{Text: "not analyzed: " + load.Tidy(e, s.Dir), Severity: finding.Error})
	}
	return r, nil
}

// CheckInputs returns everything on which the findings of a check depend.
func CheckInputs(o *session.Options, l *session.Listed, root string) runcache.Inputs {
	args := slices.Concat([]string{"check", l.Scope.Dir, root, o.Tags, fmt.Sprint(l.Scope.Users, o.NoTools)}, l.Scope.Patterns)
	return runcache.NewInputs(args, append(slices.Clone(l.Scope.Modules), root), l.Listing.Packages())
}

// checkListed loads the listed packages and runs the suite on them.
func checkListed(o *session.Options, l *session.Listed, stderr io.Writer) (*output.Report, error) {
	quiet := *o
	quiet.SettingsChecked, quiet.Handling = true, true
	d, err := session.DeriveListed(&quiet, l, stderr)
	o.Broken = quiet.Broken
	if err != nil {
		return nil, err
	}
	if err := session.OwnOnly(d.Prog); err != nil {
		return nil, err
	}
	dir := l.Scope.Dir
	p := session.StartProgress(stderr, "checking")
	defer p.Stop()
	c := &checkRun{
		Derived: d, root: snapshot.Root(dir), allowed: map[string]bool{},
		suites: map[string][]*analysis.Analyzer{}, settings: map[string]*config.Settings{}, noTools: o.NoTools,
	}
	if err := c.configure(); err != nil {
		return nil, err
	}
	found, notes, err := c.run()
	if err != nil {
		return nil, err
	}
	none := c.noneDerived(l, found)
	found = append(found, none...)
	found = append(found, c.serverTokens()...)
	if l.Scope.IsWhole() {
		found = append(found, c.unmatchedSettings(l.Listing.Packages())...)
	}
	r := &output.Report{Findings: finding.Sort(finding.PreferDefining(c.withoutRepeats(found))), Version: session.BuildVersion(), Dir: dir}
	r.Notes = d.UnfinishedNotes()
	for _, text := range session.VersionNotes(l.Listing.Packages()) {
		r.Notes = append(r.Notes, session.Info(text))
	}
	if len(none) == 0 {
		for _, text := range o.NothingNotes(d) {
			r.Notes = append(r.Notes, session.Info(text))
		}
	}
	if note := d.NamelessNote(); note != "" && len(d.Tools) > 0 { // otherwise another note says so
		r.Notes = append(r.Notes, session.Info(note))
	}
	r.Unresolved = d.UnresolvedParts()
	if note := session.UnresolvedNote(r.Unresolved); note != "" {
		r.Notes = append(r.Notes, session.Info(note))
	}
	r.Notes = append(r.Notes, c.noteAll(l, notes)...)
	finding.Fingerprint(r.Findings)
	r.Checks = DescribeChecks(c.suites, r.Findings)
	r.Tools, r.Variants = countTools(d.Pkgs)
	r.Servers = len(d.Servers())
	r.Coverage = c.coverage(l, r)
	return r, nil
}

// checkRun is one run of schemavet check, with all checks on all packages.
type checkRun struct {
	*session.Derived
	root string // that files are relative to
	// suites are the checks, and settings what they follow from, by file.
	suites   map[string][]*analysis.Analyzer
	settings map[string]*config.Settings
	// allowed are the entries of checks.allow that silenced a finding.
	allowed map[string]bool
	// noTools reports whether the module may have no tools.
	noTools bool
}

// configure reads the settings of all packages.
func (c *checkRun) configure() error {
	for _, pkg := range c.Pkgs {
		file := config.File(pkg.Pkg.Dir)
		if c.suites[file] != nil || pkg.Elsewhere && !pkg.User() {
			continue
		}
		var err error
		if c.suites[file], c.settings[file], err = session.Suite(file); err != nil {
			return err
		}
	}
	return nil
}

// run runs the checks on all packages. It returns the findings, and notes about what
// the checks could not examine.
func (c *checkRun) run() ([]finding.Finding, []report.Note, error) {
	notes := make([][]report.Note, len(c.Pkgs))
	done := make([][]*checker.Action, len(c.Pkgs))
	allowed := make([][]string, len(c.Pkgs))
	asked := c.askedTools()
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	look := func(i int) error {
		p := c.Pkgs[i]
		checks := c.suites[config.File(p.Pkg.Dir)]
		if p.Elsewhere {
			checks = serverChecks(p, checks, asked)
		}
		graph, err := checker.Analyze(schemafacts.Bind(checks, schemafacts.Options{Results: p.Results()}), []*packages.Package{p.Pkg}, nil)
		if err != nil {
			return err
		}
		done[i] = graph.Roots
		for _, act := range graph.Roots {
			if act.Err != nil {
				return fmt.Errorf("%s: %s: %w", p.Pkg.PkgPath, act.Analyzer.Name, act.Err)
			}
			if p.Elsewhere {
				onlyServers(act, asked)
			}
			res := act.Result.(*report.Result)
			notes[i] = append(notes[i], res.Notes...)
			allowed[i] = append(allowed[i], res.Allowed...)
		}
		return nil
	}
	for i := range c.Pkgs {
		group.Go(func() error { return look(i) })
	}
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	for _, path := range slices.Concat(allowed...) {
		c.allowed[path] = true
	}
	return c.collect(done), slices.Concat(notes...), nil
}

// collect returns the findings of all packages.
func (c *checkRun) collect(done [][]*checker.Action) []finding.Finding {
	hosted := map[string][]report.Finding{} // by check
	for _, act := range slices.Concat(done...) {
		hosted[act.Analyzer.Name] = append(hosted[act.Analyzer.Name], act.Result.(*report.Result).Hosted...)
	}
	var found []finding.Finding
	for i, p := range c.Pkgs {
		if len(done[i]) > 0 {
			severity := c.settings[config.File(p.Pkg.Dir)].Checks.Severity
			found = append(found, (&collector{c.Prog, p.Pkg, c.root, severity, hosted}).collect(done[i])...)
		}
	}
	return found
}

// unmatchedSettings returns findings for settings, in any settings file, that name
// nothing in the program.
func (c *checkRun) unmatchedSettings(listed []*packages.Package) []finding.Finding {
	u := newUnmatched(c, listed)
	for _, file := range slices.Sorted(maps.Keys(c.settings)) {
		u.check(file, c.settings[file])
	}
	return u.found
}

// countTools returns the number of the module's tools, and the number of further
// variants of these tools.
func countTools(pkgs []session.PackageTools) (tools, variants int) {
	for _, p := range pkgs {
		if p.Elsewhere {
			continue
		}
		names := map[string]bool{}
		for _, t := range p.View {
			names[t.Name] = true
		}
		tools += len(names)
		variants += len(p.View) - len(names)
	}
	return tools, variants
}

// SeparateUnreadable separates the findings on unreadable snapshots from the others. Neither a
// baseline nor --since hides unreadable snapshots, because they are broken input.
func SeparateUnreadable(all []finding.Finding) (unreadable, others []finding.Finding) {
	for _, f := range all {
		if f.Unreadable() {
			unreadable = append(unreadable, f)
		} else {
			others = append(others, f)
		}
	}
	return unreadable, others
}

// noteAll returns the notes of all checks. It combines the snapshots that need
// packages which were not loaded into one note with the reason. Such a note makes the
// run fail unless the user allows it.
func (c *checkRun) noteAll(l *session.Listed, all []report.Note) []output.Note {
	var out []output.Note
	var left []string
	for _, n := range all {
		names := c.fileNames(n.Snapshots)
		if n.Users {
			left = append(left, names...)
			continue
		}
		note := session.Info(n.Text)
		note.Snapshots = names
		out = append(out, note)
	}
	if len(left) == 0 {
		return out
	}
	slices.Sort(left)
	note := output.Note{Snapshots: slices.Compact(left), Severity: finding.Error}
	note.Text = fmt.Sprintf("%s not compared, because the packages that complete or register their tools were not loaded",
		words.Count(len(note.Snapshots), "snapshot")+words.Verb(len(note.Snapshots), " is", " are"))
	switch {
	case !l.Scope.Users:
		note.Severity = finding.Info // as the user asked for
	case l.Alone != session.ErrNotAsked:
		note.Text += fmt.Sprintf(": %v; fix that, or allow it with --allow-partial", l.Alone)
	default:
		note.Text += "; run schemavet check ./... at the root of the module, or allow it with --allow-partial"
	}
	return append(out, note)
}

// fileNames returns file names in the form of findings.
func (c *checkRun) fileNames(files []string) []string {
	var out []string
	for _, f := range files {
		out = append(out, load.SlashPath(c.root, f))
	}
	return out
}

// noneDerived returns a finding if no tool was derived, although the module should have
// some: the evaluation of a function ended early, a package imports a library that
// declares tools, or the module has settings. Without the finding, the run would look
// like a run on a module without mistakes.
func (c *checkRun) noneDerived(l *session.Listed, found []finding.Finding) []finding.Finding {
	told := slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Rule == "tool-underived" })
	if told || c.noTools || l.Alone == session.ErrBroken || len(c.Tools) > 0 {
		return nil
	}
	left, use, file := c.Unfinished(), session.UsesOf(c.Prog), config.File(l.Scope.Dir)
	if c.servesNothing() {
		maps.DeleteFunc(use.Libs, func(lib *supported.Library, _ bool) bool { return schemafacts.OfSDK(lib.Module) })
		left = nil
	}
	why, pos := c.NothingBecause(), token.NoPos
	switch _, err := os.Stat(file); {
	case len(left) > 0:
		why, pos = fmt.Sprintf("the analysis of %s stopped early: %s", left[0].Func, left[0].Reason), left[0].Pos
	case len(use.Libs) > 0 && use.First != nil:
		pos = use.First.Pos()
	case err != nil || !l.Scope.IsWhole():
		return nil
	}
	f := finding.New("schemadrift", "tool-underived", schemadrift.Analyzer.URL,
		"tools could not be derived: "+why+"; if the module has no tools, run check with --require-tools 0", finding.Error)
	f.Path, f.Level = file, compat.Breaking.String()
	if pos.IsValid() {
		at := c.Prog.Fset.PositionFor(pos, false)
		f.Path, f.Line, f.Column = at.Filename, at.Line, at.Column
	}
	f.File = c.fileNames([]string{f.Path})[0]
	return []finding.Finding{f}
}
