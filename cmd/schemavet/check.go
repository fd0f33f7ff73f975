package main

import (
	"cmp"
	"fmt"
	"io"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/checking"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/compare"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/fixing"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/runcache"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/spf13/cobra"
)

func checkCommand(o *session.Options) *cobra.Command {
	var out printing
	var g gate.Gate
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
			return runCheck(cmd, args, o, &out, &g, fix, partial)
		},
	}
	cmd.Flags().BoolVar(&fix, "fix", false, "apply the first suggested fix of each finding, and check again")
	cmd.Flags().BoolVar(&partial, "allow-partial", false, "load only the named packages; some snapshots are not compared then")
	out.flags(cmd)
	gateFlags(cmd, &g)
	return cmd
}

func runCheck(cmd *cobra.Command, args []string, o *session.Options, out *printing, g *gate.Gate, fix, partial bool) error {
	if err := g.Validate(partial); err != nil {
		return err
	}
	dir, err := o.Abs()
	if err != nil {
		return err
	}
	policy, err := g.Policy(dir)
	if err != nil {
		return err
	}
	o.NoTools, o.KeepGoing = g.Tools == 0, true
	if o.Cache, err = runcache.Open(); err != nil {
		return err
	}
	look := func(stderr io.Writer) (*output.Report, error) {
		r, err := checking.Check(o, session.ScopeOf(dir, args, !partial), stderr)
		if err != nil {
			return nil, err
		}
		if len(o.Broken) > 0 && (g.Baseline == gate.WriteBaseline || g.Baseline == gate.PruneBaseline) {
			return nil, session.LoadError(o.Broken, dir)
		}
		var unreadable []finding.Finding
		unreadable, r.Findings = checking.SeparateUnreadable(r.Findings)
		err = g.Filter(o, dir, args, r, stderr)
		r.Findings = finding.Sort(append(r.Findings, unreadable...))
		g.CountTools(r, stderr)
		return r, err
	}
	r, err := look(cmd.ErrOrStderr())
	if err == nil && fix {
		r, err = fixing.All(dir, r, look, cmd.ErrOrStderr())
	}
	if err != nil {
		return err
	}
	err = printReport(cmd, out, dir, r, policy)
	return cmp.Or(o.PrintBroken(dir), err)
}

// printReport prints the report of a check, and the next steps if the check fails.
func printReport(cmd *cobra.Command, out *printing, dir string, r *output.Report, policy finding.Policy) error {
	r.Fails, r.Policy = policy.Fails, policy.String()
	if err := out.print(cmd.OutOrStdout(), r); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "schemavet: %s\n%s", output.Summary(r), output.ByRule(r))
	if r.Failing() > 0 {
		compare.HintDrift(cmd.ErrOrStderr(), dir, r.Findings)
		fixing.Hint(cmd.ErrOrStderr(), dir, r.Findings)
	}
	return outcomeOf(r)
}

// outcomeOf returns the error that determines the exit code of a run.
func outcomeOf(r *output.Report) error {
	unreadable, _ := checking.SeparateUnreadable(r.Findings)
	switch {
	case len(unreadable) > 0:
		return session.ExitCode(session.ExitFailure)
	case r.Failing() > 0 || r.Failed():
		return session.ErrFindings
	}
	return nil
}
