package main

import (
	"fmt"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/spf13/cobra"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of schemavet and of Go",
		Example: `  schemavet version`,
		Args:    cobra.NoArgs,
		Run: func(cmd *cobra.Command, _ []string) {
			fmt.Fprintf(cmd.OutOrStdout(), "schemavet %s\n", session.BuildVersion())
		},
	}
}
