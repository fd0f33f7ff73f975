package explain

import (
	"cmp"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/checking"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/internal/limits"
	"github.com/schemavet/schemavet/internal/lintdoc"
	"github.com/schemavet/schemavet/internal/rulebook"
)

// Profile prints the rules of a profile with their sources.
func Profile(out io.Writer, name string) error {
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

// Rules lists the checks and their rules.
func Rules(out io.Writer, states *ruleStates) error {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	for _, a := range analyzers.All() {
		state := "off"
		if states.check(a.Name) {
			state = "on"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", a.Name, state, lintdoc.Title(a.Doc))
		for _, r := range rulebook.Of(a.Name) {
			level, purpose := cmp.Or(shortLevels(r), string(checking.DefaultSeverity(r.Check))), r.Purpose
			if needs := r.Needs(*states.settings); needs != "" {
				level, purpose = "off", purpose+" (on with "+needs+")"
			}
			fmt.Fprintf(w, "  %s\t%s\t%s\n", r.ID, level, purpose)
		}
	}
	return w.Flush()
}

// JSON prints the checks and rules as JSON.
func JSON(out io.Writer, states *ruleStates) error {
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
		for _, r := range rulebook.Of(a.Name) {
			d := rule{Check: r.Check, Rule: r.ID, Purpose: r.Purpose, Severity: string(checking.DefaultSeverity(r.Check)), Needs: r.Needs(*states.settings), Fix: r.Fix, URL: a.URL + "#" + r.ID}
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
