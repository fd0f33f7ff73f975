package rulebook_test

import (
	"strings"
	"testing"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/internal/rulebook"
	"github.com/schemavet/schemavet/schemafacts/compat"
)

// TestComplete checks that each kind of change of package compat is explained, and
// that each rule has all texts that explain prints.
func TestComplete(t *testing.T) {
	checks, without := map[string]bool{}, map[string]bool{}
	for _, a := range analyzers.All() {
		checks[a.Name], without[a.Name] = true, true
	}
	seen := map[string]bool{}
	for _, r := range rulebook.All() {
		name := r.Check + "/" + r.ID
		switch {
		case seen[name]:
			t.Errorf("%s is there twice", name)
		case !checks[r.Check]:
			t.Errorf("%s: no such check", name)
		case r.ID == "" || r.Purpose == "" || r.Before == "" || r.After == "" || r.Before == r.After || r.Fix == "":
			t.Errorf("%s lacks a part: %+v", name, r)
		case strings.HasSuffix(r.Purpose, ".") || strings.HasSuffix(r.Fix, "."):
			t.Errorf("%s: purpose and fix are clauses, without a period", name)
		}
		seen[name] = true
		delete(without, r.Check)
	}
	for check := range without {
		t.Errorf("rules.txt explains no rule of %s", check)
	}
	for _, r := range compat.Rules() {
		if !seen["schemadrift/"+r.ID] {
			t.Errorf("rules.txt does not explain %s", r.ID)
		}
	}
}

func TestSentence(t *testing.T) {
	for clause, want := range map[string]string{
		"a name is used twice":          "A name is used twice.",
		"encoding/json cannot decode":   "encoding/json cannot decode.",
		"anyOf was added":               "anyOf was added.",
		"schemavet cannot follow":       "schemavet cannot follow.",
		"OpenAI rejects the name":       "OpenAI rejects the name.",
		"0 and false are reported, too": "0 and false are reported, too.",
	} {
		if got := rulebook.Sentence(clause); got != want {
			t.Errorf("Sentence(%q) = %q, want %q", clause, got, want)
		}
	}
}

func TestFind(t *testing.T) {
	for name, want := range map[string]int{"property-removed": 1, "schemadrift/property-removed": 1, "required": 2, "baddefault/required": 1, "toolname": 0, "toolname/nope": 0, "": 0} {
		if got := rulebook.Find(name); len(got) != want {
			t.Errorf("%q: %d rules, want %d", name, len(got), want)
		}
	}
	r := rulebook.Find("property-removed")[0]
	if r.Level != compat.Breaking || r.Output != compat.Caution || len(r.Notes) != 2 {
		t.Errorf("property-removed: %+v", r)
	}
	if r := rulebook.Find("tool-removed")[0]; r.Level != compat.Breaking || r.Output != compat.Breaking {
		t.Errorf("tool-removed: %+v", r)
	}
}
