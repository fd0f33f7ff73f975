package finding

import (
	"fmt"

	"github.com/schemavet/schemavet/schemafacts/compat"
)

// Severity is the importance of a finding, in the words that linters use.
type Severity string

// The severity of drift is derived from its level: a breaking change is an error, a change
// that influences models is a warning, and any other change is information.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// OfLevel returns the severity of a change with a level.
func OfLevel(level compat.Level) Severity {
	switch level {
	case compat.Breaking:
		return Error
	case compat.Caution:
		return Warning
	}
	return Info
}

// Policy determines which findings make a run fail. Changes of tools fail by their
// level, and other findings by their severity.
type Policy struct {
	// Drift is the level from which changes fail, and Findings the severity from which
	// other findings fail.
	Drift    compat.Level
	Findings Severity
}

// Never is a severity that no finding has. NeverLevel is a level that no change has.
const (
	Never      Severity = "never"
	NeverLevel          = compat.Breaking + 1
)

// ranks are the severities in ascending order.
var ranks = map[Severity]int{Info: 1, Warning: 2, Error: 3, Never: 4}

// ParseLevel parses the level from which changes fail, or "never".
func ParseLevel(s string) (compat.Level, error) {
	if s == string(Never) {
		return NeverLevel, nil
	}
	return compat.ParseLevel(s)
}

// Fails reports whether a finding makes the run fail. A snapshot that cannot be read
// always does.
func (p Policy) Fails(f Finding) bool {
	switch {
	case f.Unreadable():
		return true
	case f.Level != "":
		return f.rank() >= p.Drift
	}
	return ranks[f.Severity] >= ranks[p.Findings]
}

// String returns the policy in the form of the settings.
func (p Policy) String() string {
	drift := string(Never)
	if p.Drift != NeverLevel {
		drift = p.Drift.String()
	}
	return fmt.Sprintf("fail-on {drift: %s, findings: %s}", drift, p.Findings)
}

// rank returns the level at which a change counts: its own level, unless the settings
// give it another severity. Then it is the level that has this severity.
func (f *Finding) rank() compat.Level {
	if level, err := compat.ParseLevel(f.Level); err == nil && OfLevel(level) == f.Severity {
		return level
	}
	switch f.Severity {
	case Error:
		return compat.Breaking
	case Warning:
		return compat.Caution
	}
	return compat.Compatible
}
