package main

import (
	"cmp"
	"fmt"
	"go/doc/comment"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/internal/limits"
	"github.com/schemavet/schemavet/internal/rulebook"
	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis"
)

func explainCommand(o *options) *cobra.Command {
	return &cobra.Command{
		Use:   "explain CHECK|RULE",
		Short: "Explain a check or a rule, with code before and after",
		Long: `Explain describes a check or a rule: what it reports, whether the settings of this
module turn it on, code before and after, and how to fix a finding. Each finding
names its rule; schemavet rules lists all names. If several checks have a rule of the
same name, write CHECK/RULE.`,
		Example: `  schemavet explain contextleak
  schemavet explain property-removed
  schemavet explain toolname/pattern`,
		Args: cobra.ExactArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return explainable(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			states, err := readRuleStates(o)
			if err != nil {
				return err
			}
			return explain(cmd.OutOrStdout(), states, args[0])
		},
	}
}

// width is the width of the text that explain prints.
const width = 80

func explain(w io.Writer, states *ruleStates, name string) error {
	var names []string
	for _, a := range analyzers.All() {
		if a.Name == name {
			return explainCheck(w, states, a)
		}
		names = append(names, a.Name)
	}
	if name == settingsCheck || name == settingsCheck+"/unmatched" || name == "unmatched" {
		_, err := fmt.Fprintf(w, "%s\n%s\n", wrapped(unmatchedText), settingsURL)
		return err
	}
	rules := rulebook.Find(name)
	if len(rules) == 0 {
		return fmt.Errorf("unknown check or rule %q; schemavet rules lists all rules, and the checks are %s", name, strings.Join(names, ", "))
	}
	for i, r := range rules {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := explainRule(w, states, r); err != nil {
			return err
		}
	}
	return nil
}

// wrapped formats a doc comment for the terminal. Lines of code are not wrapped.
func wrapped(text string) string {
	pr := &comment.Printer{TextWidth: width}
	return string(pr.Text(new(comment.Parser).Parse(text)))
}

func explainCheck(w io.Writer, states *ruleStates, a *analysis.Analyzer) error {
	fmt.Fprintf(w, "%s\n%s\n", wrapped(strings.TrimSpace(a.Doc)), wrapped(states.explainCheck(a.Name)))
	var rules []string
	for _, r := range rulebook.All() {
		if r.Check == a.Name {
			rules = append(rules, r.ID)
		}
	}
	if len(rules) > 0 {
		fmt.Fprintf(w, "%s\n", wrapped("Rules: "+strings.Join(rules, ", ")+"."))
	}
	_, err := fmt.Fprintln(w, a.URL)
	return err
}

func explainRule(w io.Writer, states *ruleStates, r rulebook.Rule) error {
	text := []string{r.Check + "/" + r.ID + ": " + r.Purpose}
	if levels := r.Levels(); levels != "" {
		text = append(text, "Level: "+levels+".")
	} else {
		text = append(text, "Severity: "+string(defaultSeverity(r.Check))+" by default; checks.severity in the settings can change it.")
	}
	text = append(text, r.Explain(), states.explainRule(r))
	_, err := fmt.Fprintf(w, "%s", wrapped(strings.Join(text, "\n\n")))
	for _, a := range analyzers.All() {
		if a.Name == r.Check {
			fmt.Fprintf(w, "\n%s#%s\n", a.URL, r.ID)
		}
	}
	return err
}

func rulesCommand(o *options) *cobra.Command {
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
				return listProfile(cmd.OutOrStdout(), profile)
			}
			states, err := readRuleStates(o)
			if err != nil {
				return err
			}
			if form == "json" {
				return printRules(quote.Raw(cmd.OutOrStdout()), states)
			}
			return listRules(cmd.OutOrStdout(), states)
		},
	}
	cmd.Flags().StringVar(&profile, "profile", "", "print the rules of this `profile`: "+strings.Join(limits.Names(), ", "))
	values(cmd, "profile", limits.Names()...)
	chooseForm(cmd, &form, false)
	cmd.MarkFlagsMutuallyExclusive("profile", "format")
	return cmd
}

// listProfile prints the rules of a profile with their sources.
func listProfile(out io.Writer, name string) error {
	p, err := limits.Find(name)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %s\n", p.Name, p.About)
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	for _, id := range p.Rules {
		r := limits.ByID(id)
		fmt.Fprintf(w, "  %s\t%s %s\t%s\t%s\n", r.ID, r.Who, r.Limit, r.Source, r.Date)
	}
	return w.Flush()
}

func listRules(out io.Writer, states *ruleStates) error {
	byCheck := map[string][]rulebook.Rule{}
	for _, r := range rulebook.All() {
		byCheck[r.Check] = append(byCheck[r.Check], r)
	}
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	for _, a := range analyzers.All() {
		state := "off"
		if states.check(a.Name) {
			state = "on"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", a.Name, state, title(a))
		for _, r := range byCheck[a.Name] {
			level, purpose := cmp.Or(shortLevels(r), string(defaultSeverity(r.Check))), r.Purpose
			if needs := r.Needs(*states.settings); needs != "" {
				level, purpose = "off", purpose+" (on with "+needs+")"
			}
			fmt.Fprintf(w, "  %s\t%s\t%s\n", r.ID, level, purpose)
		}
		delete(byCheck, a.Name)
	}
	for _, check := range slices.Sorted(maps.Keys(byCheck)) {
		return fmt.Errorf("rules of an unknown check %q", check)
	}
	return w.Flush()
}

// printRules prints the checks and rules as JSON.
func printRules(out io.Writer, states *ruleStates) error {
	type rule struct {
		Check   string `json:"check"`
		Rule    string `json:"rule"`
		Purpose string `json:"purpose"`
		// Severity is the default one, and Level that of changes to arguments.
		Severity string `json:"severity"`
		Level    string `json:"level,omitempty"`
		// Output is the level of changes to results.
		Output string `json:"outputLevel,omitempty"`
		On     bool   `json:"on"`
		Needs  string `json:"needs,omitempty"`
		Fix    string `json:"fix"`
		URL    string `json:"url"`
	}
	var list struct {
		Rules []rule `json:"rules"`
	}
	for _, a := range analyzers.All() {
		for _, r := range rulebook.All() {
			if r.Check != a.Name {
				continue
			}
			d := rule{Check: r.Check, Rule: r.ID, Purpose: r.Purpose, Severity: string(defaultSeverity(r.Check)), Needs: r.Needs(*states.settings), Fix: r.Fix, URL: a.URL + "#" + r.ID}
			d.On = states.check(a.Name) && d.Needs == ""
			if r.Level > 0 {
				d.Severity, d.Level, d.Output = string(finding.OfLevel(r.Level)), r.Level.String(), r.Output.String()
			}
			list.Rules = append(list.Rules, d)
		}
	}
	return output.JSON(out, list)
}

func shortLevels(r rulebook.Rule) string {
	if r.Level == 0 || r.Level == r.Output {
		return r.Levels()
	}
	return r.Level.String() + "/" + r.Output.String()
}

// title returns the title of a check's documentation.
func title(a *analysis.Analyzer) string {
	line, _, _ := strings.Cut(a.Doc, "\n")
	return strings.TrimPrefix(line, a.Name+": ")
}
