package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/runcache"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

func checkCommand(o *options) *cobra.Command {
	var out printing
	var g gate
	var fix, partial bool
	cmd := &cobra.Command{
		Use:   "check [packages]",
		Short: "Run all checks, and compare the tools with their snapshots",
		Long: `Check derives the tools from source, compares them with their snapshots, and runs
the checks that the settings enable. It does not start the server. It changes no
file, except with --fix or --baseline write. Results are kept in the user's cache
folder, so if no file has changed since the last run, check repeats that run's
findings at once. The environment variable ` + runcache.Var + ` names another cache
folder; off disables it.

Check prints all findings, and exits with 1 if there are any. The flag --fail-on, a
baseline and the settings decide which of them count. Each finding names its rule:
schemavet explain CHECK/RULE describes the rule and how to fix a finding.

No tools are a finding, too, if packages import a library that declares tools or the
module has settings. --require-tools sets how many there must be at least.

Check also loads the packages of the module or workspace that import the named ones,
because they can register or complete tools. If these do not compile, some snapshots
cannot be compared, and check exits with 1. With --allow-partial it does not load
them, and prints how many snapshots it did not compare. If a named package does not
compile or a snapshot cannot be read, check reports everything else and exits with 2.`,
		Example: `  schemavet check                            all packages of this module
  schemavet check --format sarif             for code scanning
  schemavet check --fail-on breaking,error   fail only on breaking changes and errors
  schemavet check --baseline write           ignore the existing findings
  schemavet check --since origin/main        only new findings of this branch`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := g.validate(partial); err != nil {
				return err
			}
			dir, err := o.abs()
			if err != nil {
				return err
			}
			policy, err := g.policy(dir)
			if err != nil {
				return err
			}
			o.noTools, o.keepGoing = g.tools == 0, true
			if o.cache, err = runcache.Open(); err != nil {
				return err
			}
			look := func(stderr io.Writer) (*output.Report, error) {
				r, err := check(o, scopeOf(dir, args, !partial), stderr)
				if err != nil {
					return nil, err
				}
				if len(o.broken) > 0 && (g.baseline == writeBaseline || g.baseline == pruneBaseline) {
					return nil, loadError(o.broken, dir)
				}
				var unreadable []finding.Finding
				unreadable, r.Findings = separateUnreadable(r.Findings)
				err = g.filter(o, dir, args, r, stderr)
				r.Findings = finding.Sort(append(r.Findings, unreadable...))
				g.countTools(r, stderr)
				return r, err
			}
			r, err := look(cmd.ErrOrStderr())
			if err == nil && fix {
				r, err = fixAll(dir, r, look, cmd.ErrOrStderr())
			}
			if err != nil {
				return err
			}
			err = printReport(cmd, &out, dir, r, policy)
			return cmp.Or(o.printBroken(dir), err)
		},
	}
	cmd.Flags().BoolVar(&fix, "fix", false, "apply the first suggested fix of each finding, and check again")
	cmd.Flags().BoolVar(&partial, "allow-partial", false, "load only the named packages; some snapshots are not compared then")
	out.flags(cmd)
	gateFlags(cmd, &g)
	return cmd
}

// printReport prints the report of a check, and the next steps if the check fails.
func printReport(cmd *cobra.Command, out *printing, dir string, r *output.Report, policy finding.Policy) error {
	r.Fails, r.Policy = policy.Fails, policy.String()
	if err := out.print(cmd.OutOrStdout(), r); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "schemavet: %s\n%s", output.Summary(r), output.ByRule(r))
	if r.Failing() > 0 {
		hintDrift(cmd.ErrOrStderr(), dir, r.Findings)
		hintFixes(cmd.ErrOrStderr(), dir, r.Findings)
	}
	return outcomeOf(r)
}

// outcomeOf returns the error that determines the exit code of a run.
func outcomeOf(r *output.Report) error {
	unreadable, _ := separateUnreadable(r.Findings)
	switch {
	case len(unreadable) > 0:
		return exitCode(exitFailure)
	case r.Failing() > 0 || r.Failed():
		return errFindings
	}
	return nil
}

// check loads packages and runs the suite on them, unless the cache has the findings of
// the same run. In a workspace each module has its own settings.
func check(o *options, s *scope, stderr io.Writer) (*output.Report, error) {
	if _, err := suite(config.File(s.dir)); err != nil {
		return nil, err // report a mistake in the settings before the slow work
	}
	l, err := o.list(s, stderr)
	if err != nil {
		return nil, err
	}
	root := snapshot.Root(s.dir)
	run := o.cache.Of(checkInputs(o, l, root))
	r := &output.Report{}
	if !run.Found(r) {
		if r, err = checkListed(o, l, stderr); err != nil {
			return nil, err
		}
		if len(o.broken) == 0 {
			run.Keep(r)
		}
	}
	r.Repo = output.Repo(root)
	printNotes(stderr, r.Notes)
	for _, e := range o.broken { // the command prints them last
		r.Notes = append(r.Notes, output.Note{Text: "not analyzed: " + load.Tidy(e, s.dir), Severity: finding.Error})
	}
	return r, nil
}

// checkInputs returns everything on which the findings of a check depend.
func checkInputs(o *options, l *listed, root string) runcache.Inputs {
	args := slices.Concat([]string{"check", l.scope.dir, root, o.tags, fmt.Sprint(l.scope.users, o.noTools)}, l.scope.patterns)
	return runcache.NewInputs(args, append(slices.Clone(l.scope.modules), root), l.listing.Packages())
}

// checkListed loads the listed packages and runs the suite on them.
func checkListed(o *options, l *listed, stderr io.Writer) (*output.Report, error) {
	quiet := *o
	quiet.settingsChecked = true
	prog, pkgs, err := deriveListed(&quiet, l, stderr)
	o.broken = quiet.broken
	if err != nil {
		return nil, err
	}
	if err := ownOnly(prog); err != nil {
		return nil, err
	}
	dir := l.scope.dir
	p := startProgress(stderr, "checking")
	defer p.stop()
	c := &checkRun{
		prog: prog, pkgs: pkgs, root: snapshot.Root(dir), allowed: map[string]bool{},
		suites: map[string][]*analysis.Analyzer{}, settings: map[string]*config.Settings{}, noTools: o.noTools,
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
	if l.scope.isWhole() {
		found = append(found, c.unmatchedSettings(l.listing.Packages())...)
	}
	r := &output.Report{Findings: finding.Sort(finding.PreferDefining(c.withoutRepeats(found))), Version: buildVersion(), Dir: dir}
	r.Notes = unfinishedNotes(prog, dir, unfinished(pkgs))
	for _, text := range versionNotes(l.listing.Packages()) {
		r.Notes = append(r.Notes, info(text))
	}
	if len(none) == 0 {
		for _, text := range o.nothingNotes(prog, pkgs) {
			r.Notes = append(r.Notes, info(text))
		}
	}
	if note := namelessNote(pkgs); note != "" && len(allTools(pkgs)) > 0 { // otherwise another note says so
		r.Notes = append(r.Notes, info(note))
	}
	r.Unresolved = unresolvedParts(pkgs)
	if note := unresolvedNote(r.Unresolved); note != "" {
		r.Notes = append(r.Notes, info(note))
	}
	r.Notes = append(r.Notes, c.noteAll(l, notes)...)
	finding.Fingerprint(r.Findings)
	r.Checks = describeChecks(c.suites, r.Findings)
	r.Tools, r.Variants = countTools(pkgs)
	r.Servers = len(allServers(pkgs))
	r.Coverage = c.coverage(l, r)
	return r, nil
}

// checkRun is one run of schemavet check, with all checks on all packages.
type checkRun struct {
	prog *load.Program
	pkgs []packageTools
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
	for _, pkg := range c.pkgs {
		file := config.File(pkg.pkg.Dir)
		if c.suites[file] != nil || pkg.elsewhere && !pkg.user() {
			continue
		}
		var err error
		if c.suites[file], c.settings[file], err = configured(file); err != nil {
			return err
		}
	}
	return nil
}

// run runs the checks on all packages. It returns the findings, and notes about what
// the checks could not examine.
func (c *checkRun) run() ([]finding.Finding, []report.Note, error) {
	notes := make([][]report.Note, len(c.pkgs))
	done := make([][]*outcome, len(c.pkgs))
	allowed := make([][]string, len(c.pkgs))
	asked := c.askedTools()
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	look := func(i int) error {
		p := c.pkgs[i]
		checks := c.suites[config.File(p.pkg.Dir)]
		if p.elsewhere {
			checks = serverChecks(p, checks, asked)
		}
		outcomes, err := runChecks(p.pkg, p.result, checks)
		if p.elsewhere {
			onlyServers(outcomes, asked)
		}
		done[i] = outcomes
		for _, o := range outcomes {
			if res, ok := o.result.(*report.Result); ok {
				notes[i] = append(notes[i], res.Notes...)
				allowed[i] = append(allowed[i], res.Allowed...)
			}
		}
		return err
	}
	for i := range c.pkgs {
		group.Go(func() error { return look(i) })
	}
	err := group.Wait()
	for _, path := range slices.Concat(allowed...) {
		c.allowed[path] = true
	}
	return c.collect(done), slices.Concat(notes...), err
}

// collect returns the findings of all packages.
func (c *checkRun) collect(done [][]*outcome) []finding.Finding {
	hosted := map[string][]report.Finding{} // by check
	for _, o := range slices.Concat(done...) {
		if res, ok := o.result.(*report.Result); ok {
			hosted[o.check.Name] = append(hosted[o.check.Name], res.Hosted...)
		}
	}
	var found []finding.Finding
	for i, p := range c.pkgs {
		if len(done[i]) > 0 {
			severity := c.settings[config.File(p.pkg.Dir)].Checks.Severity
			found = append(found, (&collector{c.prog, p.pkg, c.root, severity, hosted}).collect(done[i])...)
		}
	}
	return found
}

// unmatchedSettings returns findings for settings, in any settings file, that name
// nothing in the program.
func (c *checkRun) unmatchedSettings(listed []*packages.Package) []finding.Finding {
	u := newUnmatched(c.prog, listed, c.root, c.allowed, c.pkgs)
	for _, file := range slices.Sorted(maps.Keys(c.settings)) {
		u.check(file, c.settings[file])
	}
	return u.found
}

// countTools returns the number of the module's tools, and the number of further
// variants of these tools.
func countTools(pkgs []packageTools) (tools, variants int) {
	for _, p := range pkgs {
		if p.elsewhere {
			continue
		}
		names := map[string]bool{}
		for _, t := range p.view {
			names[t.Name] = true
		}
		tools += len(names)
		variants += len(p.view) - len(names)
	}
	return tools, variants
}
