package report

import "golang.org/x/tools/go/analysis"

// RuleID returns the name of a rule among those of all checks, as schemavet explain
// takes it: check/rule, or the check alone if the rule has no name.
func RuleID(check, rule string) string {
	if rule == "" {
		return check
	}
	return check + "/" + rule
}

// WithRule returns the message of a diagnostic with the rule behind it, for drivers
// that print nothing of a diagnostic but its message.
func WithRule(check string, d analysis.Diagnostic) string {
	if d.Category == "" {
		return d.Message
	}
	return d.Message + " (" + RuleID(check, d.Category) + ")"
}
