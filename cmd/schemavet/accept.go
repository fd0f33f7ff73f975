package main

import (
	"errors"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/compare"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/spf13/cobra"
)

func acceptCommand(o *session.Options) *cobra.Command {
	var base, reason string
	cmd := &cobra.Command{
		Use:   "accept FINGERPRINT...",
		Short: "Accept changes that schemavet diff reports",
		Long: `Accept records that changes which schemavet diff reports are intended. It adds a
line with the fingerprint and the reason to the file accepted.txt next to the
snapshot of the tool, below a comment that names the change. Commit that file.
Schemavet diff still reports the changes, but no longer fails because of them.`,
		Example: `  schemavet accept e8d372d7764e --reason "every known client sends query"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("name the fingerprints of the changes; schemavet diff prints them")
			}
			reason = strings.Join(strings.Fields(reason), " ")
			if reason == "" {
				return errors.New(`--reason: say why the change is accepted, as in --reason "no client sends it"`)
			}
			d := &compare.Differ{Options: o, Stderr: cmd.ErrOrStderr()}
			r, err := d.Report(base, nil)
			if err != nil {
				return err
			}
			return d.Accept(cmd.OutOrStdout(), r, args, reason)
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "`text` that explains why the change is acceptable; required")
	cmd.Flags().StringVar(&base, "base", "", "git `revision` that schemavet diff compares with")
	return cmd
}
