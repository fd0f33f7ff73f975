package main

import (
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/explain"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/internal/limits"
	"github.com/spf13/cobra"
)

func explainCommand(o *session.Options) *cobra.Command {
	return &cobra.Command{
		Use:   "explain CHECK|RULE",
		Short: "Explain a check or a rule, with code before and after",
		Long: `Explain describes a check or a rule: what it reports, whether the settings of this
module turn it on, code before and after, and how to fix a finding. Each finding
names its rule; schemavet rules lists all names. If several checks have a rule of the
same name, write CHECK/RULE.`,
		Example: `  schemavet explain contextleak
  schemavet explain property-removed
  schemavet explain baddefault/required`,
		Args: cobra.ExactArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return explainable(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			states, err := explain.ReadRuleStates(o)
			if err != nil {
				return err
			}
			return explain.Explain(cmd.OutOrStdout(), states, args[0])
		},
	}
}

func rulesCommand(o *session.Options) *cobra.Command {
	var profile, form string
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List the checks and their rules, with level and state",
		Long: `Rules lists the checks with their rules, and whether the settings of this module turn
them on. A rule that is off shows the profile or the setting that turns it on. A rule
of schemadrift has a level: the level of a change to an argument, and after a slash
the level of a change to a result, if it differs. Other rules show their default
severity. With --profile it prints the rules of a profile, each with source and date.`,
		Example: `  schemavet rules
  schemavet rules --profile gemini
  schemavet rules | grep breaking`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if profile != "" {
				return explain.Profile(cmd.OutOrStdout(), profile)
			}
			states, err := explain.ReadRuleStates(o)
			if err != nil {
				return err
			}
			if form == "json" {
				return explain.JSON(quote.Raw(cmd.OutOrStdout()), states)
			}
			return explain.Rules(cmd.OutOrStdout(), states)
		},
	}
	cmd.Flags().StringVar(&profile, "profile", "", "print the rules of this `profile`: "+strings.Join(limits.Names(), ", "))
	values(cmd, "profile", limits.Names()...)
	chooseForm(cmd, &form, false)
	cmd.MarkFlagsMutuallyExclusive("profile", "format")
	return cmd
}
