package report

import "golang.org/x/tools/go/analysis"

// RuleID returns the name of a rule in the form that schemavet explain accepts:
// check/rule, or only the check if the rule has no name.
func RuleID(check, rule string) string {
	if rule == "" {
		return check
	}
	return check + "/" + rule
}

// WithRule returns the message of a diagnostic followed by the rule, for drivers that
// print only the message.
func WithRule(check string, d analysis.Diagnostic) string {
	if d.Category == "" {
		return d.Message
	}
	return d.Message + " (" + RuleID(check, d.Category) + ")"
}
