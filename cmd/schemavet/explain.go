package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis"
)

func explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain CHECK",
		Short: "Tell what a check or a rule of drift means",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return explain(cmd.OutOrStdout(), args[0])
		},
	}
}

func explain(w io.Writer, name string) error {
	var names []string
	for _, a := range analyzers.All() {
		if a.Name == name {
			_, err := fmt.Fprintf(w, "%s\n\n%s\n", strings.TrimSpace(a.Doc), a.URL)
			return err
		}
		names = append(names, a.Name)
	}
	rules := compat.Rules()
	i := slices.IndexFunc(rules, func(r compat.Rule) bool { return r.ID == name })
	if i < 0 {
		return fmt.Errorf("unknown check %q, want a rule of schemavet rules or one of %s", name, strings.Join(names, ", "))
	}
	r := rules[i]
	fmt.Fprintf(w, "%s: %s\n\neffect on what the schema accepts: %s\n", r.ID, r.Purpose, r.Effect)
	for _, e := range r.Ledger {
		fmt.Fprintf(w, "%s: %s, because %s\n", e.Direction, e.Level, e.Reason)
	}
	return nil
}

func rulesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rules",
		Short: "List the checks and the rules of drift",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 8, 2, ' ', 0)
			for _, a := range analyzers.All() {
				fmt.Fprintf(w, "%s\t%s\n", a.Name, title(a))
			}
			fmt.Fprintf(w, "\t\n")
			for _, r := range compat.Rules() {
				fmt.Fprintf(w, "%s\t%s\n", r.ID, r.Purpose)
			}
			return w.Flush()
		},
	}
}

// title returns the first line of a check's documentation without its name.
func title(a *analysis.Analyzer) string {
	line, _, _ := strings.Cut(a.Doc, "\n")
	return strings.TrimPrefix(line, a.Name+": ")
}
