package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is the current or next release of this source. CHANGELOG.md has a section
// for it.
const version = "v0.1.0"

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of schemavet and of Go",
		Example: `  schemavet version`,
		Args:    cobra.NoArgs,
		Run:     func(cmd *cobra.Command, _ []string) { fmt.Fprintf(cmd.OutOrStdout(), "schemavet %s\n", buildVersion()) },
	}
}

// buildVersion returns the version of the module and of the Go version that built it.
// It marks a program that was built from a folder without tags or a module version.
func buildVersion() string {
	v := version + " (devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		v = info.Main.Version
	}
	return v + " " + runtime.Version()
}
