package main

import (
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/known"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/spf13/cobra"
)

// gateFlags adds the flags that determine which findings count.
func gateFlags(cmd *cobra.Command, g *gate.Gate) {
	cmd.Flags().StringSliceVar(&g.FailOn, "fail-on", nil, "exit with 1 for changes of this `level` or worse (breaking, caution, compatible, doc), and for other findings of this severity or worse (error, warning, info); never for neither; as in breaking,error")
	cmd.Flags().StringVar(&g.Baseline, "baseline", "", "ignore the findings listed in this `file`; or write to create "+known.BaselineName+", prune to remove fixed findings from it, none to ignore it")
	cmd.Flags().StringVar(&g.Since, "since", "", "report only findings that the git `revision` does not have; base is the commit where HEAD left the default branch")
	cmd.Flags().IntVar(&g.Tools, "require-tools", -1, "fail if fewer than `N` tools are derived; 0 allows a module without tools")
	cmd.Flags().Lookup("require-tools").DefValue = "0" // the default is no number, so help should not print it
	values(cmd, "fail-on", append(config.Levels(), config.Severities()[:3]...)...)
}
