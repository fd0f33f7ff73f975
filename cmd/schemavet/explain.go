package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis"
)

func explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain CHECK",
		Short: "Tell what a check means and how to fix what it finds",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			a, err := lookup(args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s\n\n%s\n", strings.TrimSpace(a.Doc), a.URL)
			return err
		},
	}
}

func lookup(name string) (*analysis.Analyzer, error) {
	var names []string
	for _, a := range allChecks() {
		if a.Name == name {
			return a, nil
		}
		names = append(names, a.Name)
	}
	return nil, fmt.Errorf("unknown check %q, want one of %s", name, strings.Join(names, ", "))
}

func rulesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rules",
		Short: "List the checks and the rules of drift",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 8, 2, ' ', 0)
			for _, a := range allChecks() {
				title, _, _ := strings.Cut(a.Doc, "\n")
				fmt.Fprintf(w, "%s\t%s\n", a.Name, strings.TrimPrefix(title, a.Name+": "))
			}
			return w.Flush()
		},
	}
}
