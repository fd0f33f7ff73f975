package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is the release that this source is, or becomes. CHANGELOG.md has a
// section for it.
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

// buildVersion returns the version of the module and of the Go that built it.
// A program that was built in a folder with neither tags nor a module version
// says so.
func buildVersion() string {
	v := version + " (devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		v = info.Main.Version
	}
	return v + " " + runtime.Version()
}
