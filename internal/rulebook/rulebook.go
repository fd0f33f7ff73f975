// Package rulebook explains each rule: what it means, code before and after, and
// how to fix a finding. Findings are named by check and rule.
package rulebook

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/compat"
)

// A Rule is one kind of finding.
type Rule struct {
	Check, ID string
	Purpose   string // one line, lower-case
	// Level is the level of changes of arguments, and Output the level of changes
	// of results. Both are 0 for findings that are not changes.
	Level, Output compat.Level
	// Before and After are code. For a change they are what the snapshot and the
	// source have; for other findings, what is reported and how to write it.
	Before, After string
	Fix           string
	// Notes are details for explain: limits of the rule, and exceptions to the law that
	// gives a change its level.
	Notes []string
}

//go:embed rules.txt
var text string

// All returns the rules of all checks, sorted by check and ID.
func All() []Rule {
	drift := map[string]compat.Rule{}
	for _, r := range compat.Rules() {
		drift[r.ID] = r
	}
	var out []Rule
	for _, entry := range strings.Split("\n"+text, "\n== ")[1:] {
		head, body, _ := strings.Cut(entry, "\n")
		r := Rule{}
		r.Check, r.ID, _ = strings.Cut(head, " ")
		level := ""
		for line := range strings.Lines(body) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			switch key {
			case "purpose":
				r.Purpose = value
			case "before":
				r.Before = value
			case "after":
				r.After = value
			case "fix":
				r.Fix = value
			case "level":
				level = value
			case "note":
				r.Notes = append(r.Notes, value)
			default:
				panic("rules.txt: " + head + ": unknown key " + key)
			}
		}
		if c, ok := drift[r.ID]; ok && r.Check == "schemadrift" {
			r.change(c)
		} else if level != "" {
			var err error
			if r.Level, err = compat.ParseLevel(level); err != nil {
				panic("rules.txt: " + head + ": " + err.Error())
			}
			r.Output = r.Level
		}
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b Rule) int { return strings.Compare(a.Check+"/"+a.ID, b.Check+"/"+b.ID) })
	return out
}

// change sets the fields that package compat defines for the rule of a change.
func (r *Rule) change(c compat.Rule) {
	r.Purpose, r.Level, r.Output = c.Purpose, c.Level(compat.Input), c.Level(compat.Output)
	if strings.HasPrefix(r.ID, "tool-") || strings.HasPrefix(r.ID, "output-schema-") { // neither arguments nor results
		r.Level = c.Level(compat.Tool)
		r.Output = r.Level
	}
	for _, e := range c.Ledger {
		side := "for arguments"
		if e.Direction == compat.Output {
			side = "for results"
		}
		r.Notes = append(r.Notes, side+" it is "+e.Level.String()+", because "+e.Reason)
	}
}

// Of returns the rules of a check.
func Of(check string) []Rule {
	return slices.DeleteFunc(All(), func(r Rule) bool { return r.Check != check })
}

// Find returns the rules with a name: one rule for "check/rule", or the rules with
// that ID in all checks.
func Find(name string) []Rule {
	check, id, qualified := strings.Cut(name, "/")
	var out []Rule
	for _, r := range All() {
		if qualified && r.Check == check && r.ID == id || !qualified && r.ID == name {
			out = append(out, r)
		}
	}
	return out
}

// Explains reports whether the book explains a rule of a check. It returns true for a
// check without any rule in the book.
func Explains(check, id string) bool {
	rules := Of(check)
	return len(rules) == 0 || slices.ContainsFunc(rules, func(r Rule) bool { return r.ID == id })
}

// Levels describes the levels of a change, or returns "" for a rule that is not about
// a change.
func (r Rule) Levels() string {
	switch {
	case r.Level == 0:
		return ""
	case r.Level == r.Output:
		return r.Level.String()
	}
	return fmt.Sprintf("%s for arguments, %s for results", r.Level, r.Output)
}

// Explain returns notes, code before and after, and the fix, in the form of a doc comment.
func (r Rule) Explain() string {
	var text []string
	for _, note := range r.Notes {
		text = append(text, Sentence(note))
	}
	before, after := "Reported", "Instead"
	if r.Check == "schemadrift" {
		before, after = "Snapshot", "Source"
	}
	text = append(text, before+":", "\t"+r.Before, after+":", "\t"+r.After, Sentence("fix: "+r.Fix))
	if r.Check == "schemadrift" && r.Level > 0 {
		text = append(text, "If the change is intended, accept it: run schemavet snapshot and commit the files.")
	}
	return strings.Join(text, "\n\n")
}

// Sentence returns a clause as a sentence. A name at its beginning, such as encoding/json
// or anyOf, stays as it is.
func Sentence(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if first != "schemavet" && !strings.Contains(first, "/") && first == strings.ToLower(first) {
		s = strings.ToUpper(s[:1]) + s[1:]
	}
	return s + "."
}
