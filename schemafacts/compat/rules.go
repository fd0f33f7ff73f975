package compat

import "slices"

// Rule is one kind of change.
type Rule struct {
	ID      string
	Purpose string // one line
	// Effect is the usual effect. [Change.Effect] is the effect of a change.
	Effect Effect
	// Ledger are the exceptions from the level that follows from effect and direction.
	Ledger []Exception
}

// Level returns the usual level of the rule in a direction, or 0 if the change is not
// reported. [Change.Level] is the level of a change.
func (r Rule) Level(dir Direction) Level {
	for _, e := range r.Ledger {
		if e.Direction == dir {
			return e.Level
		}
	}
	return law(r.Effect, dir)
}

// Exception is a level that a rule has instead of the one that follows from its effect.
type Exception struct {
	Direction Direction
	Level     Level
	Reason    string
}

// Rules returns all rules, sorted by id.
func Rules() []Rule {
	return slices.Clone(rules)
}

const (
	reasonAbsent  = "callers send only what the schema declared"
	reasonIgnored = "readers ignore unknown members"
	reasonDropped = "the server rejects the argument or silently drops it"
	reasonClient  = "clients may validate results against a cached schema"
	reasonMissing = "the member was never required, so readers already have to handle its absence"
	reasonStray   = "models send undeclared arguments"
	reasonFormat  = "not every validator checks formats"
)

var rules = []Rule{
	{"additional-properties-changed", "the schema of undeclared members changed", Unknown, nil},
	{"additional-properties-closed", "undeclared members became forbidden", Narrows,
		[]Exception{{Input, Caution, reasonStray}}},
	{"additional-properties-opened", "undeclared members became allowed", Widens,
		[]Exception{{Output, Compatible, reasonIgnored}}},
	{"became-not-nullable", "null is no longer accepted", Narrows, nil},
	{"became-nullable", "null is now accepted", Widens, nil},
	{"comment-changed", "a comment changed", Metadata, nil},
	{"constraint-relaxed", "a bound, length, count or condition allows more", Widens, nil},
	{"constraint-tightened", "a bound, length, count or condition allows less", Narrows, nil},
	{"default-added", "a default was added", Visible, nil},
	{"default-changed", "a default changed", Visible, nil},
	{"default-removed", "a default was removed", Visible, nil},
	{"deprecated-changed", "a deprecation was added or removed", Metadata, nil},
	{"description-changed", "descriptions of parameters changed", Visible, nil},
	{"enum-added", "a value became limited to a list", Narrows, nil},
	{"enum-dropped", "a value is no longer limited to a list", Widens, nil},
	{"enum-value-added", "a list of values became longer", Widens, nil},
	{"enum-value-removed", "a list of values became shorter", Narrows, nil},
	{"examples-changed", "examples changed", Visible, nil},
	{"format-added", "a format was added", Narrows, []Exception{{Output, Caution, reasonFormat}}},
	{"format-changed", "a format changed", Unknown, nil},
	{"format-removed", "a format was removed", Widens, []Exception{{Input, Caution, reasonFormat}}},
	{"items-changed", "the schema of elements was added or removed", Unknown, nil},
	{"keyword-unsupported", "a keyword changed, and schemavet cannot prove what the change does", Unknown, nil},
	{"output-schema-added", "an output schema was added", Promised, nil},
	{"output-schema-removed", "the output schema was removed", Withdrawn, nil},
	{"part-certain", "a member of a list or object that might be absent is now always there", Visible, nil},
	{"part-unknown", "less is known of a part: it is unresolved, or one of its members may be absent", Visible, nil},
	{"pattern-added", "a pattern was added", Narrows, nil},
	{"pattern-changed", "a pattern changed", Unknown, nil},
	{"pattern-removed", "a pattern was removed", Widens, nil},
	{"property-added-optional", "an optional property was added", None,
		[]Exception{{Input, Compatible, reasonAbsent}, {Output, Caution, reasonClient}}},
	{"property-added-required", "a required property was added", Narrows, []Exception{{Output, Caution, reasonClient}}},
	{"property-removed", "a property was removed", Narrows,
		[]Exception{{Input, Breaking, reasonDropped}, {Output, Caution, reasonMissing}}},
	{"property-renamed", "a property was renamed", Narrows,
		[]Exception{{Input, Breaking, reasonDropped}, {Output, Caution, reasonMissing}}},
	{"required-added", "a property became required", Narrows, nil},
	{"required-removed", "a property is no longer required", Widens, nil},
	{"schema-incomparable", "a group of related keywords accepts other values than before", Incomparable, nil},
	{"schema-narrowed", "a group of related keywords accepts fewer values than before", Narrows, nil},
	{"schema-title-changed", "the title of a schema changed", Metadata, nil},
	{"schema-undecided", "schemavet can neither prove that a change is compatible nor find a value that shows that it is not", Unknown, nil},
	{"schema-widened", "a group of related keywords accepts more values than before", Widens, nil},
	{"tool-added", "a tool was added", Widens, nil},
	{"tool-callers-changed", "the list of allowed callers changed", Visible, nil},
	{"tool-description-changed", "the description of the tool changed", Visible, nil},
	{"tool-examples-changed", "the examples of the tool's arguments changed", Visible, nil},
	{"tool-hint-strengthened", "an annotation promises more", Promised, nil},
	{"tool-hint-weakened", "an annotation promises less", Withdrawn, nil},
	{"tool-icons-changed", "the icons of the tool changed", Metadata, nil},
	{"tool-meta-changed", "another member of the tool, such as _meta, changed", Metadata, nil},
	{"tool-removed", "a tool was removed", Narrows, nil},
	{"tool-renamed", "a tool was renamed", Narrows, nil},
	{"tool-strict-changed", "strict mode was turned on or off", Visible, nil},
	{"tool-task-support-narrowed", "the tool no longer accepts plain calls, or no longer runs as a task", Narrows, nil},
	{"tool-task-support-widened", "the tool accepts calls both with and without a task", Widens, nil},
	{"tool-title-changed", "the title of the tool changed", Metadata, nil},
	{"type-changed", "a type was replaced by another", Incomparable, nil},
	{"type-narrowed", "fewer types are accepted", Narrows, nil},
	{"type-widened", "more types are accepted", Widens, nil},
	{"union-branch-added", "a branch was added to anyOf or oneOf", Unknown, nil},
	{"union-branch-removed", "a branch was removed from anyOf or oneOf", Unknown, nil},
	{"union-changed", "anyOf or oneOf was added or removed, or one replaced the other", Unknown, nil},
}

// ledger returns the exception of a rule in a direction, or nil.
func ledger(rule string, dir Direction) *Exception {
	for i := range rules {
		if rules[i].ID != rule {
			continue
		}
		for j := range rules[i].Ledger {
			if rules[i].Ledger[j].Direction == dir {
				return &rules[i].Ledger[j]
			}
		}
	}
	return nil
}

// law returns the level of an effect in a direction, or 0 if the change is not
// reported.
func law(e Effect, dir Direction) Level {
	switch e {
	case Incomparable, Unknown, Withdrawn:
		return Breaking
	case Widens, Narrows:
		if (e == Narrows) != (dir == Output) {
			return Breaking
		}
		return Compatible
	case Visible:
		return Caution
	case Metadata:
		return Doc
	case Promised:
		if dir == Output {
			return Compatible
		}
		return Caution
	}
	return 0
}
