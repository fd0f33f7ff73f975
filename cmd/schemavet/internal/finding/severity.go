package finding

import (
	"fmt"
	"slices"
	"strings"

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

// Threshold determines which findings make a run fail.
type Threshold struct {
	level compat.Level
	// changes makes only changes count. Other findings have no level.
	changes bool
}

// thresholds are the values of --fail-on: levels of changes, severities of any
// finding, and never. The least level includes all findings.
var thresholds = []struct {
	name string
	is   Threshold
}{
	{"breaking", Threshold{compat.Breaking, true}}, {"caution", Threshold{compat.Caution, true}},
	{"compatible", Threshold{compat.Compatible, true}}, {"doc", Threshold{level: compat.Doc}},
	{"error", Threshold{level: compat.Breaking}}, {"warning", Threshold{level: compat.Caution}},
	{"info", Threshold{level: compat.Doc}}, {"never", Threshold{level: compat.Breaking + 1}},
}

// ParseThreshold parses a value of --fail-on.
func ParseThreshold(s string) (Threshold, error) {
	for _, t := range thresholds {
		if t.name == s {
			return t.is, nil
		}
	}
	return Threshold{}, fmt.Errorf("unknown level %q, want one of %s", s, strings.Join(ThresholdNames(), ", "))
}

// ThresholdNames returns the values of --fail-on.
func ThresholdNames() []string {
	var names []string
	for _, t := range thresholds {
		names = append(names, t.name)
	}
	return names
}

// Fails reports whether any of the findings reaches the threshold.
func (t Threshold) Fails(list []Finding) bool {
	return slices.ContainsFunc(list, func(f Finding) bool { return (f.Level != "" || !t.changes) && t.Reached(f.rank()) })
}

// Reached reports whether a change with a level reaches the threshold.
func (t Threshold) Reached(level compat.Level) bool { return level >= t.level && level > 0 }

// rank returns the level at which a finding counts: the level of the change, unless the
// settings give the finding another severity.
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
	return compat.Doc
}
