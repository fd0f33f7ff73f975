package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/snapshots"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/spf13/cobra"
)

func snapshotCommand(o *session.Options) *cobra.Command {
	var check bool
	cmd := &cobra.Command{
		Use:   "snapshot [packages]",
		Short: "Write the snapshots of the tools, which you commit",
		Long: `Snapshot writes one file for each tool to the folder toolschema next to the package
that defines the tool. Next to each main package it writes the file server.json,
which lists the tools that its servers register. It removes the files of tools that
no longer exist, and prints what changed. With --check it writes nothing, and exits
with 1 if it would have to.

It writes no file for a tool that fails at run time, because its registration panics
or its constructor returns an error, and exits with 1.`,
		Example: `  schemavet snapshot                  after tools changed on purpose
  schemavet snapshot --check          in CI: fail if files would be written`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runSnapshot(cmd, args, o, check)
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "only compare; exit 1 if snapshots are stale")
	return cmd
}

func runSnapshot(cmd *cobra.Command, args []string, o *session.Options, check bool) error {
	dir, err := o.Abs()
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(args, session.IsFile); i >= 0 {
		return fmt.Errorf("%s: name the package instead of its files: snapshot would remove the files of tools in other files", args[i])
	}
	d, err := session.DeriveScope(o, session.ScopeOf(dir, args, true), cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	if err := session.OwnOnly(d.Prog); err != nil {
		return err
	}
	o.PrintNothingFound(cmd.ErrOrStderr(), d)
	for _, folder := range session.WholeFolders(dir, args) {
		d.Pkgs = append(d.Pkgs, snapshots.Abandoned(folder)...)
	}
	d.NoteUnfinished(cmd.ErrOrStderr())
	out := cmd.OutOrStdout()
	if o.Quiet && !check {
		out = io.Discard
	}
	changes, err := snapshots.Write(out, dir, d.Pkgs, check)
	if err != nil {
		return err
	}
	stale, failed := false, 0
	for _, c := range changes {
		stale = stale || c.Changes()
		if c.Fails {
			failed++
		}
	}
	if !check {
		snapshots.NoteIgnored(cmd.ErrOrStderr(), dir, changes)
	}
	if check && stale {
		fmt.Fprintln(cmd.ErrOrStderr(), "schemavet: snapshots are stale; run schemavet snapshot and commit what it writes")
	}
	if failed > 0 {
		fmt.Fprintf(o.Errors, "schemavet: %s not written, because %s at run time; schemavet check shows where\n",
			words.Count(failed, "snapshot"), words.Verb(failed, "the tool fails", "the tools fail"))
	}
	if err := d.PrintUnknown(o, cmd.ErrOrStderr()); err != nil {
		return err
	}
	if check && stale || failed > 0 {
		return session.ErrFindings
	}
	if check && len(d.Unfinished()) > 0 && len(d.Tools) == 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), "schemavet: no snapshot was compared, because no tool could be derived")
		return session.ErrFindings
	}
	return nil
}
