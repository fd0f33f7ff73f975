package compat

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// ruleTable contains each rule with its usual effect and its levels for arguments and
// for results. A star marks an exception from the level that the effect determines.
const ruleTable = `
additional-properties-changed: unknown, breaking, breaking
additional-properties-closed: narrows, caution*, compatible
additional-properties-opened: widens, compatible, compatible*
became-not-nullable: narrows, breaking, compatible
became-nullable: widens, compatible, breaking
comment-changed: metadata, doc, doc
constraint-relaxed: widens, compatible, breaking
constraint-tightened: narrows, breaking, compatible
default-added: visible, caution, caution
default-changed: visible, caution, caution
default-removed: visible, caution, caution
deprecated-changed: metadata, doc, doc
description-changed: visible, caution, caution
enum-added: narrows, breaking, compatible
enum-dropped: widens, compatible, breaking
enum-value-added: widens, compatible, breaking
enum-value-removed: narrows, breaking, compatible
examples-changed: visible, caution, caution
format-added: narrows, breaking, caution*
format-changed: unknown, breaking, breaking
format-removed: widens, caution*, breaking
items-changed: unknown, breaking, breaking
keyword-unsupported: unknown, breaking, breaking
output-schema-added: promise added, caution, compatible
output-schema-removed: promise withdrawn, breaking, breaking
part-certain: visible, caution, caution
part-unknown: visible, caution, caution
pattern-added: narrows, breaking, compatible
pattern-changed: unknown, breaking, breaking
pattern-removed: widens, compatible, breaking
property-added-optional: none, compatible*, caution*
property-added-required: narrows, breaking, caution*
property-removed: narrows, breaking*, caution*
property-renamed: narrows, breaking*, caution*
required-added: narrows, breaking, compatible
required-removed: widens, compatible, breaking
schema-incomparable: incomparable, breaking, breaking
schema-narrowed: narrows, breaking, compatible
schema-title-changed: metadata, doc, doc
schema-undecided: unknown, breaking, breaking
schema-widened: widens, compatible, breaking
tool-added: widens, compatible, breaking
tool-callers-changed: visible, caution, caution
tool-description-changed: visible, caution, caution
tool-examples-changed: visible, caution, caution
tool-hint-strengthened: promise added, caution, compatible
tool-hint-weakened: promise withdrawn, breaking, breaking
tool-icons-changed: metadata, doc, doc
tool-meta-changed: metadata, doc, doc
tool-removed: narrows, breaking, compatible
tool-renamed: narrows, breaking, compatible
tool-strict-changed: visible, caution, caution
tool-task-support-narrowed: narrows, breaking, compatible
tool-task-support-widened: widens, compatible, breaking
tool-title-changed: metadata, doc, doc
type-changed: incomparable, breaking, breaking
type-narrowed: narrows, breaking, compatible
type-widened: widens, compatible, breaking
union-branch-added: unknown, breaking, breaking
union-branch-removed: unknown, breaking, breaking
union-changed: unknown, breaking, breaking
`

func TestRuleTable(t *testing.T) {
	var b strings.Builder
	level := func(r Rule, dir Direction) string {
		if ex := ledger(r.ID, dir); ex != nil {
			return ex.Level.String() + "*"
		}
		return law(r.Effect, dir).String()
	}
	for _, r := range Rules() {
		fmt.Fprintf(&b, "%s: %s, %s, %s\n", r.ID, r.Effect, level(r, Input), level(r, Output))
	}
	if diff := cmp.Diff(ruleTable[1:], b.String()); diff != "" {
		t.Errorf("what rules mean has changed (-want +got):\n%s", diff)
	}
}

// TestUsualEffect checks that the changes in a rule's fixture have the documented
// effect of the rule, unless the effect depends on other keywords.
func TestUsualEffect(t *testing.T) {
	byID := map[string]Rule{}
	for _, r := range Rules() {
		byID[r.ID] = r
	}
	for _, f := range fixtures(t) {
		r := byID[f.rule]
		if r.Effect == Unknown || strings.HasPrefix(f.rule, "property-") {
			continue
		}
		for _, c := range f.compare(f.old, f.new) {
			if c.Rule == f.rule && c.Effect != r.Effect {
				t.Errorf("%s: %s %s, the usual effect is %s", f.rule, c.Message, c.Effect, r.Effect)
			}
		}
	}
}

// TestWords checks that a change of white space in a description has the level doc.
func TestWords(t *testing.T) {
	old, new := tool(t, `{}`), tool(t, `{}`)
	old.Set("description", schema.NewString("a b"))
	new.Set("description", schema.NewString("a\n  b"))
	if cs := Tools(old, new); len(cs) != 1 || cs[0].Level != Doc {
		t.Errorf("white space: %s", format(cs))
	}
	new.Set("description", schema.NewString("ab"))
	if cs := Tools(old, new); len(cs) != 1 || cs[0].Level != Caution {
		t.Errorf("words: %s", format(cs))
	}
}

// TestFingerprintsDiffer checks that the same characters in different parts of a
// change give different fingerprints.
func TestFingerprintsDiffer(t *testing.T) {
	object, empty := parse(t, `{"a":1}`), parse(t, `{}`)
	for _, c := range []struct {
		name string
		a, b string
	}{
		{"rule and tool", fingerprint("b", Change{Rule: "a"}, nil, nil), fingerprint("", Change{Rule: "ab"}, nil, nil)},
		{"tool and path",
			fingerprint("t", Change{Direction: Input, Path: "/a/input/b"}, nil, nil),
			fingerprint("tinput/a/", Change{Direction: Input, Path: "/b"}, nil, nil)},
		{"path and value", fingerprint("", Change{Path: "/a"}, object, nil), fingerprint("", Change{Path: "/a" + text(object)}, nil, nil)},
		{"old and new value", fingerprint("", Change{}, object, nil), fingerprint("", Change{}, nil, object)},
		{"one value and another", fingerprint("", Change{}, object, empty), fingerprint("", Change{}, empty, object)},
	} {
		if c.a == c.b {
			t.Errorf("%s: both have the fingerprint %s", c.name, c.a)
		}
	}
}

// TestClaims asks the prover whether b accepts every value that a accepts.
func TestClaims(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		policy     policy
		proved     bool
	}{
		{"values that match a pattern", `{"enum":["ab","cd"]}`, `{"pattern":"^[a-d]{2}$"}`, policy{}, true},
		{"a value that does not", `{"enum":["ab","xy"]}`, `{"pattern":"^[a-d]{2}$"}`, policy{}, false},
		{"elements with schemas of their own", `{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":{"type":"string"}}`,
			`{"items":{"type":"string"}}`, policy{}, false},
		{"the same for all elements", `{"type":"array","prefixItems":[{"type":"string"},{"const":"x"}],"items":{"type":"string"}}`,
			`{"items":{"type":"string"}}`, policy{}, true},
		{"a member that requires another", `{"type":"object","required":["a"]}`, `{"dependentRequired":{"a":["b"]}}`, policy{}, false},
		{"other members are evaluated", `{"type":"object","properties":{"a":true},"unevaluatedProperties":false}`,
			`{"properties":{"b":true},"unevaluatedProperties":false}`, policy{}, false},
		{"other elements are evaluated", `{"type":"array","prefixItems":[true,true],"unevaluatedItems":false}`,
			`{"prefixItems":[true],"unevaluatedItems":false}`, policy{}, false},
		{"what is forbidden to all", `{"not":{"type":"object","properties":{"a":true},"required":["a"],"additionalProperties":{"type":"integer"}}}`,
			`{"not":{"type":"object","properties":{"a":true},"required":["a"]}}`, policy{declaredOnly: true}, false},
		{"less is forbidden", `{"not":{"type":"object","properties":{"a":true},"required":["a"]}}`,
			`{"not":{"type":"object","properties":{"a":true},"required":["a"],"additionalProperties":{"type":"integer"}}}`, policy{declaredOnly: true}, true},
	} {
		old, new := newDocument(parse(t, c.a)), newDocument(parse(t, c.b))
		p := newProver(&comparer{seen: map[[2]*schema.Node]bool{}}, c.policy, minSteps)
		if got := p.sub(newConj(false, part{old.root, old}), part{new.root, new}); got != c.proved {
			t.Errorf("%s: proved %t, want %t", c.name, got, c.proved)
		}
	}
}

// TestEmptyEnds checks that a schema that is nested too deeply to decide is not
// treated as accepting nothing.
func TestEmptyEnds(t *testing.T) {
	const depth = maxEmptyDepth + 2
	for leaf, want := range map[string]bool{`{"type":"string"}`: false, `{"type":"string","enum":[1]}`: false} {
		d := newDocument(parse(t, strings.Repeat(`{"type":"array","minItems":1,"items":`, depth)+leaf+strings.Repeat("}", depth)))
		p := newProver(&comparer{seen: map[[2]*schema.Node]bool{}}, policy{}, minSteps)
		if got := p.empty(newConj(false, part{d.root, d}), 0); got != want {
			t.Errorf("%s, %d levels deep, accepts nothing: %t, want %t", leaf, depth, got, want)
		}
	}
	d := newDocument(parse(t, `{"type":"array","minItems":1,"items":{"type":"string","enum":[1]}}`))
	if p := newProver(&comparer{seen: map[[2]*schema.Node]bool{}}, policy{}, minSteps); !p.empty(newConj(false, part{d.root, d}), 0) {
		t.Error("one level deep, nothing is accepted")
	}
}
