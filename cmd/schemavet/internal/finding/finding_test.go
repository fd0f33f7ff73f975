package finding

import (
	"slices"
	"strings"
	"testing"
)

func TestSort(t *testing.T) {
	f := func(path string, line, column int, check, message string) Finding {
		return Finding{Path: path, Line: line, Column: column, Check: check, Message: message}
	}
	want := []Finding{
		f("a.go", 2, 9, "x", "m"),
		f("a.go", 10, 1, "x", "m"),
		f("a.go", 10, 1, "x", "n"),
		f("a.go", 10, 1, "y", "a"),
		f("a.go", 10, 3, "a", "a"),
		f("b.go", 1, 1, "a", "a"),
	}
	got := append(slices.Clone(want), want[3], want[0])
	slices.Reverse(got)
	got = Sort(got)
	if !slices.EqualFunc(got, want, func(a, b Finding) bool {
		return a.Path == b.Path && a.Line == b.Line && a.Column == b.Column && a.Check == b.Check && a.Message == b.Message
	}) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestPreferDefining(t *testing.T) {
	f := func(path, rule string, declared ...Spot) Finding {
		return Finding{Check: "c", Rule: rule, Path: path, Line: 1, Column: 1, Declared: declared}
	}
	a, b := Spot{"a.go", 1, 1}, Spot{"b.go", 1, 1}
	got := PreferDefining([]Finding{
		f("a.go", "r"),
		f("x.go", "r", a),
		f("x.go", "other", a),
		f("x.go", "r", a, b), // nobody tells of b
	})
	if want := []string{"a.go c/r", "x.go c/other", "x.go c/r"}; len(got) != len(want) {
		t.Errorf("got %v, want %v", got, want)
	} else {
		for i, f := range got {
			if s := f.Path + " " + f.ID(); s != want[i] {
				t.Errorf("finding %d is %s, want %s", i, s, want[i])
			}
		}
	}
}

// TestFingerprint checks that fingerprints do not depend on lines, and that all
// findings of a run have different ones.
func TestFingerprint(t *testing.T) {
	list := []Finding{
		{Check: "c", Rule: "r", File: "a.go", Line: 1, Message: "m"},
		{Check: "c", Rule: "r", File: "a.go", Line: 2, Message: "m"},
		{Check: "c", Rule: "r", File: "b.go", Line: 1, Message: "m"},
		{Check: "c", Rule: "r", File: "b.go", Line: 1, Text: `input "a\"b" is missing`},
		{Check: "c", Rule: "r", File: "b.go", Line: 1, Text: `input "a\"c" is missing`},
		{Check: "c", Rule: "r", File: "a.go", Line: 1, Message: "m", Fingerprint: "given"},
		{Check: "c", Rule: "r", File: "a.go", Line: 9, Message: "m", Fingerprint: "given"},
	}
	moved := slices.Clone(list)
	for i := range moved {
		moved[i].Line += 10
		moved[i].Text = strings.ReplaceAll(moved[i].Text, "is missing", "was forgotten")
	}
	Fingerprint(list)
	Fingerprint(moved)
	seen := map[string]bool{}
	for i, f := range list {
		if f.Fingerprint != moved[i].Fingerprint {
			t.Errorf("%d: the fingerprint changes with the line", i)
		}
		if seen[f.Fingerprint] || len(f.Fingerprint) < 5 {
			t.Errorf("%d: fingerprint %q", i, f.Fingerprint)
		}
		seen[f.Fingerprint] = true
	}
	if list[5].Fingerprint != "given" {
		t.Errorf("a given fingerprint became %q", list[5].Fingerprint)
	}
}

func TestPolicy(t *testing.T) {
	drift := func(level string, s Severity) Finding { return Finding{Level: level, Severity: s} }
	for _, c := range []struct {
		drift    string
		findings Severity
		f        Finding
		fails    bool
	}{
		{"breaking", Never, drift("breaking", Error), true},
		{"breaking", Info, drift("caution", Warning), false},
		{"caution", Never, drift("caution", Warning), true},
		{"compatible", Info, drift("doc", Info), false},
		{"compatible", Never, drift("compatible", Info), true},
		{"doc", Never, drift("doc", Info), true},
		{"doc", Never, drift("", Error), false},
		{"never", Info, drift("", Info), true}, // no change
		{"never", Error, drift("", Error), true},
		{"never", Error, drift("", Warning), false},
		{"doc", Warning, drift("", Info), false},
		{"breaking", Never, drift("doc", Error), true}, // as the settings have it
		{"caution", Info, drift("breaking", Info), false},
		{"compatible", Never, drift("breaking", Info), true},
		{"never", Info, drift("breaking", Error), false},
		{"never", Never, Finding{Rule: "snapshot-unreadable", Severity: Error}, true},
	} {
		level, err := ParseLevel(c.drift)
		if err != nil {
			t.Fatal(err)
		}
		if p := (Policy{level, c.findings}); p.Fails(c.f) != c.fails {
			t.Errorf("%v and %+v: %t", p, c.f, !c.fails)
		}
	}
	if _, err := ParseLevel("all"); err == nil {
		t.Error("no error for a level that does not exist")
	}
}
