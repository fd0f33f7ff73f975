// Package finding holds what a check found, as the outputs print it.
package finding

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts/compat"
)

// Finding is one finding of a check. Its JSON form is stable.
type Finding struct {
	Check   string `json:"check"`
	Rule    string `json:"rule"`
	File    string `json:"file"` // relative to the module, or the workspace
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	End     *Place `json:"end,omitempty"`
	Message string `json:"message"`
	Tool    string `json:"tool"`
	Level   string `json:"level"`
	// Severity is derived from the level, or else is the check's severity.
	Severity Severity `json:"severity"`
	URL      string   `json:"url"`
	// Pointer is a JSON pointer into the tool object, or, for a removed part, into
	// the tool object of the snapshot.
	Pointer string `json:"pointer,omitempty"`
	// Before and After are compact JSON, cut where it is long.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	// Witness is the smallest value that shows what breaks, as JSON.
	Witness     json.RawMessage `json:"witness,omitempty"`
	Fingerprint string          `json:"fingerprint"`
	Fixes       []Fix           `json:"fixes,omitempty"`

	// Path is the file's absolute name.
	Path string `json:"-"`
	// Package is the folder of the package whose analysis reported the finding, in the
	// form of File. It is "" if only a run on all packages reports the finding.
	Package string `json:"-"`
	// Declared are the places of other packages where what is wrong stands.
	Declared []Spot `json:"-"`
	// Text is the message without the proof, and Proof the rest of it, whole.
	Text  string `json:"-"`
	Proof string `json:"-"`
}

// New returns a finding at the beginning of a file. url is the documentation of the check.
func New(check, rule, url, text string, s Severity) Finding {
	return Finding{Check: check, Rule: rule, Line: 1, Column: 1, Message: text, Text: text, Severity: s, URL: url + "#" + rule}
}

// Change copies the fields of a change into a finding.
func (f *Finding) Change(c compat.Change) {
	f.Pointer, f.Before, f.After, f.Fingerprint = c.Pointer, c.Before, c.After, c.Fingerprint
	f.Witness, f.Proof = json.RawMessage(c.Witness), report.Proof(c)
}

// Rate sets the severity to the one that the settings give the check or the rule, if any.
func (f *Finding) Rate(severity map[string]string) {
	for _, name := range []string{f.Check, f.ID()} {
		if s, ok := severity[name]; ok {
			f.Severity = Severity(s)
		}
	}
}

// NotAdopted reports whether the finding means that a package with tools has no
// snapshots at all.
func (f *Finding) NotAdopted() bool {
	return f.ID() == "schemadrift/snapshot-missing" && strings.HasPrefix(f.Text, "package has no snapshots")
}

// Place is a place in a file. Columns are counted in bytes from 1.
type Place struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Spot is a place in a file with an absolute name.
type Spot struct {
	Path         string
	Line, Column int
}

// Fix is a set of edits that fix a finding.
type Fix struct {
	Message string `json:"message"`
	Edits   []Edit `json:"edits"`
}

// Edit replaces the text between two places in a file.
type Edit struct {
	File    string `json:"file"`
	Start   Place  `json:"start"`
	End     Place  `json:"end"`
	NewText string `json:"newText"`

	// Path is the file's absolute name.
	Path string `json:"-"`
}

// PreferDefining removes a finding if list contains findings of the same rule at all places
// that the finding lists. A program thus does not repeat findings that other packages
// report about their own tools.
func PreferDefining(list []Finding) []Finding {
	type place struct {
		Spot
		rule string
	}
	told := map[place]bool{}
	for _, f := range list {
		told[place{Spot{f.Path, f.Line, f.Column}, f.ID()}] = true
	}
	return slices.DeleteFunc(list, func(f Finding) bool {
		return len(f.Declared) > 0 && !slices.ContainsFunc(f.Declared, func(s Spot) bool { return !told[place{s, f.ID()}] })
	})
}

// ID returns the name of the finding's rule, which is unique among all checks.
func (f *Finding) ID() string {
	return report.RuleID(f.Check, f.Rule)
}

// Unreadable reports whether the finding is about a snapshot that cannot be read.
func (f *Finding) Unreadable() bool { return f.Rule == "snapshot-unreadable" }

// Sort sorts findings by position and removes duplicates.
func Sort(list []Finding) []Finding {
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Check, b.Check), cmp.Compare(a.Message, b.Message), cmp.Compare(a.Rule, b.Rule))
	})
	return slices.CompactFunc(list, func(a, b Finding) bool {
		return a.Path == b.Path && a.Line == b.Line && a.Column == b.Column && a.Check == b.Check && a.Rule == b.Rule && a.Message == b.Message
	})
}

// quoted matches the quoted names in a message.
var quoted = regexp.MustCompile(`"(\\.|[^"\\])*"`)

// Fingerprint sets the fingerprints that are missing. A fingerprint does not change
// when lines move or when another version words the message differently: it is
// computed from the rule, the tool, the file and the names that the message quotes.
// Findings that agree in all of these are numbered in order.
func Fingerprint(list []Finding) {
	seen := map[string]int{}
	for i := range list {
		f := &list[i]
		if f.Fingerprint == "" {
			f.Fingerprint = hash(append([]string{f.Check, f.Rule, f.Tool, f.File}, quoted.FindAllString(f.Text, -1)...)...)
		}
		if seen[f.Fingerprint]++; seen[f.Fingerprint] > 1 {
			f.Fingerprint = hash(f.Fingerprint, fmt.Sprint(seen[f.Fingerprint]))
		}
	}
}

func hash(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}
