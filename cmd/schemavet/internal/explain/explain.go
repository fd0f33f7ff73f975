// Package explain prints what checks and rules mean, and which are on.
package explain

import (
	"fmt"
	"go/doc/comment"
	"io"
	"strings"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/checking"
	"github.com/schemavet/schemavet/internal/rulebook"
	"golang.org/x/tools/go/analysis"
)

// Width is the width of the text that explain prints.
const Width = 80

// Explain prints the check or the rules with a name.
func Explain(w io.Writer, states *ruleStates, name string) error {
	var names []string
	for _, a := range analyzers.All() {
		if a.Name == name {
			return explainCheck(w, states, a)
		}
		names = append(names, a.Name)
	}
	if name == checking.SettingsCheck || name == checking.SettingsCheck+"/unmatched" || name == "unmatched" {
		_, err := fmt.Fprintf(w, "%s\n%s\n", wrapped(checking.UnmatchedText), checking.SettingsURL)
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
	pr := &comment.Printer{TextWidth: Width}
	return string(pr.Text(new(comment.Parser).Parse(text)))
}

func explainCheck(w io.Writer, states *ruleStates, a *analysis.Analyzer) error {
	fmt.Fprintf(w, "%s\n%s\n", wrapped(strings.TrimSpace(a.Doc)), wrapped(states.explainCheck(a.Name)))
	var rules []string
	for _, r := range rulebook.Of(a.Name) {
		rules = append(rules, r.ID)
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
		text = append(text, "Severity: "+string(checking.DefaultSeverity(r.Check))+" by default; checks.severity in the settings can change it.")
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
