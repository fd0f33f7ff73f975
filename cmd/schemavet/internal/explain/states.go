package explain

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/rulebook"
	"golang.org/x/tools/go/analysis"
)

// ruleStates determines whether checks and rules are on under given settings.
type ruleStates struct {
	on       []*analysis.Analyzer
	settings *config.Settings
}

// ReadRuleStates reads the settings of the module.
func ReadRuleStates(o *session.Options) (*ruleStates, error) {
	dir, err := o.Abs()
	if err != nil {
		return nil, err
	}
	on, settings, err := session.Suite(config.File(dir))
	if err != nil {
		return nil, err
	}
	return &ruleStates{on, settings}, nil
}

// check reports whether a check is on.
func (s *ruleStates) check(name string) bool {
	return slices.ContainsFunc(s.on, func(a *analysis.Analyzer) bool { return a.Name == name })
}

// allowed reports whether the settings allow the findings of a rule for all tools.
func (s *ruleStates) allowed(r rulebook.Rule) bool {
	a := s.settings.Checks.Allow
	return slices.Contains(a[r.Check], "*") || slices.Contains(a[r.Check+"/"+r.ID], "*")
}

// explainCheck describes the state of a check in the form of a doc comment.
func (s *ruleStates) explainCheck(name string) string {
	switch {
	case s.check(name):
		return "State: on. To turn it off, write in " + config.Name + ":\n\n\tchecks:\n\t  disable: [" + name + "]"
	case slices.Contains(s.settings.Checks.Disable, name):
		return "State: off. To turn it on, remove " + name + " from checks.disable in " + config.Name + "."
	}
	return "State: off. To turn it on, write in " + config.Name + ":\n\n\tchecks:\n\t  enable: [" + name + "]"
}

// explainRule describes the state of a rule in the form of a doc comment.
func (s *ruleStates) explainRule(r rulebook.Rule) string {
	if !s.check(r.Check) || r.Check == "ignores" {
		return strings.Replace(s.explainCheck(r.Check), "it on", "on the check", 1)
	}
	if s.allowed(r) {
		return "State: off. checks.allow in " + config.Name + " allows the findings for all tools."
	}
	if needs := r.Needs(*s.settings); needs != "" {
		kind, name, _ := strings.Cut(needs, " ")
		if kind == "profile" && strings.HasSuffix(name, "-strict") && !strings.Contains(name, " ") {
			return "State: on for tools that set strict for their model provider. To turn it on for all tools, list " + name + " under profiles in " + config.Name + "."
		}
		if kind == "profile" {
			return "State: off. To turn it on, list " + name + " under profiles in " + config.Name + "."
		}
		return "State: off. To turn it on, set " + name + " in " + config.Name + "."
	}
	return "State: on. To turn it off for all tools, write in " + config.Name + ":\n\n\tchecks:\n\t  allow:\n\t    " + r.Check + "/" + r.ID + ": [\"*\"]"
}
