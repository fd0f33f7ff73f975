package main

import (
	"github.com/schemavet/schemavet/cmd/schemavet/internal/compare"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/spf13/cobra"
)

func diffCommand(o *session.Options) *cobra.Command {
	var base, failOn string
	var out printing
	var snapshots bool
	cmd := &cobra.Command{
		Use:   "diff [OLD [NEW]]",
		Short: "Compare two lists of tools, and classify the changes",
		Long: `Diff compares two lists of tools and prints for each change whether it is breaking,
with the smallest call or result that shows it.

Without arguments it compares the current source with the snapshots of a git
revision: the revision that --base names, or the commit where HEAD left the default
branch. It reads these snapshots without a checkout. The arguments OLD and NEW
select other lists: a folder that contains snapshots, a file with a tool or an
answer to tools/list, or the word source for the current source. NEW defaults to
source. With --snapshots the new list is the snapshots in this directory, which may
be older than the source.

An accepted change does not fail the run. To accept a change, run schemavet accept,
which adds a line with its fingerprint and your reason to the file accepted.txt in a
snapshot folder.

Exit codes: 0 no change that --fail-on selects, 1 some, 2 wrong usage.`,
		Example: `  schemavet diff                            what this branch changes
  schemavet diff --base v1.4.0              what changed since the release
  schemavet diff --snapshots                what the committed snapshots change
  schemavet diff --format markdown          as a comment for a pull request
  schemavet diff live.json                  a running server against its source`,
		Args: cobra.MaximumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			threshold, err := finding.ParseLevel(failOn)
			if err != nil {
				return err
			}
			d := &compare.Differ{Options: o, Stderr: cmd.ErrOrStderr(), Snapshots: snapshots}
			r, err := d.Report(base, args)
			if err != nil {
				return err
			}
			r.AsFindings = func(changes []output.Change) *output.Report { return d.Findings(r, changes, threshold) }
			if err := out.printDiff(cmd.OutOrStdout(), r); err != nil {
				return err
			}
			if r.Level() >= threshold {
				if len(args) == 0 {
					compare.HintAccept(d.Stderr, d.Dir, base, r, threshold)
				}
				return session.ErrFindings
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&base, "base", "", "git `revision` whose snapshots to compare with")
	cmd.Flags().BoolVar(&snapshots, "snapshots", false, "use the snapshots in this directory as the new list, instead of the source")
	choose(cmd, &failOn, "fail-on", "breaking", "exit with 1 for changes of this `level` or worse: breaking, caution, compatible, doc; or never", config.Levels()...)
	out.flags(cmd)
	return cmd
}
