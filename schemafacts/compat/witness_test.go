package compat

import (
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// in returns the schema of an object with a required parameter "a" of the given
// schema.
func in(s string) string {
	return `{"type":"object","properties":{"a":` + s + `},"required":["a"]}`
}

// witnesses are changes with the smallest value that each change breaks, in arguments
// and in results, or "" if it breaks none.
var witnesses = []struct{ name, old, new, input, output string }{
	{"names need a pattern", `{"type":"object","additionalProperties":{"type":"integer"}}`,
		`{"type":"object","additionalProperties":{"type":"integer"},"propertyNames":{"pattern":"^[a-z]+$"}}`, `{"a":{"0":0}}`, ""},
	{"members that match a pattern", `{"type":"object","patternProperties":{"^x-":{"type":"string"}}}`, `{"type":"object","patternProperties":{"^x-":{"type":"integer"}}}`,
		`{"a":{"x-":"a"}}`, `{"a":{"x-":0}}`},
	{"values of a map", `{"type":"object","additionalProperties":{"type":"number"}}`, `{"type":"object","additionalProperties":{"type":"integer"}}`, `{"a":{"a":0.5}}`, ""},
	{"fewer members", `{"type":"object","additionalProperties":{"type":"null"},"maxProperties":3}`, `{"type":"object","additionalProperties":{"type":"null"},"maxProperties":2}`,
		`{"a":{"0":null,"a":null,"key":null}}`, ""},
	{"a member that needs another", `{"type":"object","properties":{"x":{"type":"null"},"y":{"type":"null"}}}`,
		`{"type":"object","properties":{"x":{"type":"null"},"y":{"type":"null"}},"dependentRequired":{"x":["y"]}}`, `{"a":{"x":null}}`, ""},
	{"unique", `{"type":"array","items":{"type":"boolean"}}`, `{"type":"array","items":{"type":"boolean"},"uniqueItems":true}`, `{"a":[true,true]}`, ""},
	{"multiples", `{"type":"integer","multipleOf":2}`, `{"type":"integer","multipleOf":3}`, `{"a":2}`, `{"a":3}`},
	{"tuple", `{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}]}`, `{"type":"array","prefixItems":[{"type":"string"},{"type":"string"}]}`,
		`{"a":["a",0]}`, `{"a":["a","a"]}`},
	{"not a type", `{}`, `{"not":{"type":"string"}}`, `{"a":"a"}`, ""},
	{"not a form", `{"type":"object","properties":{"x":true,"y":true}}`, `{"type":"object","properties":{"x":true,"y":true},"not":{"required":["x","y"]}}`, `{"a":{"x":0,"y":0}}`, ""},
	{"recursion", `{"$ref":"#/$defs/n"},"b":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"v":{"type":"string"},"next":{"$ref":"#/$defs/n"}}}},"properties":{"a":{"$ref":"#/$defs/n"}`,
		`{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#/$defs/n"}}}},"properties":{"a":{"$ref":"#/$defs/n"}`,
		`{"a":{"next":{"v":"a"}}}`, `{"a":{"next":{"v":0}}}`},
	{"constant and list", `{"const":"x"}`, `{"enum":["x"]}`, "", ""},
	{"list of types", `{"type":["string","integer"]}`, `{"type":["integer","boolean"]}`, `{"a":"a"}`, `{"a":true}`},
	{"formats", `{"type":"string"}`, `{"type":"string","format":"uuid"}`, `{"a":"a"}`, ""},
	{"ranges that leave a point", `{"type":"number"}`, `{"anyOf":[{"type":"number","exclusiveMaximum":5},{"type":"number","exclusiveMinimum":5}]}`, `{"a":5}`, ""},
	{"ranges that leave a hole", `{"type":"integer"}`, `{"anyOf":[{"type":"integer","maximum":3},{"type":"integer","minimum":5}]}`, `{"a":4}`, ""},
	{"what is required of others too", `{"type":"object","properties":{"x":{"type":"integer"}},"required":["x"]}`, `{"type":"object","properties":{"x":{"type":"string"}},"required":["x"]}`,
		`{"a":{"x":0}}`, `{"a":{"x":"a"}}`},
	{"many elements", `{"type":"array","items":{"type":"null"},"maxItems":4}`, `{"type":"array","items":{"type":"null"},"maxItems":3}`, `{"a":[null,null,null,null]}`, ""},
	{"a branch with a sign", `{"oneOf":[{"type":"object","properties":{"k":{"const":"u"},"n":{"type":"integer"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"v"}},"required":["k"]}]}`,
		`{"oneOf":[{"type":"object","properties":{"k":{"const":"u"},"n":{"type":"integer","minimum":1}},"required":["k"]},{"type":"object","properties":{"k":{"const":"v"}},"required":["k"]}]}`,
		`{"a":{"k":"u","n":0}}`, ""},
}

func TestWitnesses(t *testing.T) {
	for _, c := range witnesses {
		old, new := schema.NormalizeSchema(parse(t, in(c.old))), schema.NormalizeSchema(parse(t, in(c.new)))
		for dir, want := range map[Direction]string{Input: c.input, Output: c.output} {
			changes := Schemas(old, new, dir)
			var got []string
			for _, ch := range changes {
				if ch.Undecided {
					t.Errorf("%s, %s: undecided\n%s", c.name, dir, format(changes))
				}
				if ch.Level == Breaking {
					got = append(got, ch.Witness)
				}
			}
			slices.Sort(got)
			if got = slices.Compact(got); strings.Join(got, " ") != want {
				t.Errorf("%s, %s: witness %s, want %s\n%s", c.name, dir, strings.Join(got, " "), want, format(changes))
			}
			check(t, c.name, old, new, dir, changes)
		}
	}
}

// check validates the witnesses of all changes.
func check(t *testing.T, name string, old, new *schema.Node, dir Direction, changes []Change) {
	t.Helper()
	a, b := newDocument(old), newDocument(new)
	if dir == Output {
		a, b = b, a
	}
	for _, c := range changes {
		if c.Witness == "" {
			continue
		}
		v := parse(t, c.Witness)
		strict := validator{steps: maxWitnessSteps, lax: true}
		if strict.valid(v, part{a.root, a}) != yes || strict.valid(v, part{b.root, b}) != no {
			t.Errorf("%s, %s: %s is no witness of %s", name, dir, c.Witness, c.Rule)
		}
	}
}

// TestBudget checks that a comparison that needs too many steps ends, and reports
// that it was too large. The limit counts steps and not time, so that results do not
// depend on the machine.
func TestBudget(t *testing.T) {
	form := func(last string) string {
		var forms []string
		for _, k := range []string{"b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"} {
			forms = append(forms, `{"if":{"required":["`+k+`"],"not":{"required":["x`+k+`"]}},"then":{"required":["y`+k+`"]},"else":{"not":{"required":["z`+k+`","`+last+`"]}}}`)
		}
		return `{"type":"object","unevaluatedProperties":true,"allOf":[` + strings.Join(forms, ",") + `],"properties":{"` + last + `":{"$ref":"http://example.com/x"}}}`
	}
	old, new := schema.NormalizeSchema(parse(t, form("u"))), schema.NormalizeSchema(parse(t, form("v")))
	for _, c := range Schemas(old, new, Input) {
		if c.Level == Breaking && c.Witness == "" && c.Ledger == "" && (!c.Undecided || c.Reason == "") {
			t.Errorf("no reason in %s", format([]Change{c}))
		}
	}
}

func TestCut(t *testing.T) {
	long := strings.Repeat("the same words ", 20)
	for _, c := range []struct{ old, new, before, after string }{
		{"short", "shorter", `"short"`, `"shorter"`},
		{"x" + long, "y" + long, `"xthe same words the same words the same words the same wo..."`, ""},
		{long + "one" + long, long + "two" + long, "one", "two"},
		{long + "one", long + "two", `one"`, `two"`},
		{strings.Repeat("é", 60), strings.Repeat("é", 60) + "a", "é", "éa"},
	} {
		before, after := shortenBoth(schema.NewString(c.old), schema.NewString(c.new))
		for _, s := range []string{before, after} {
			if len(s) > maxText+len(ellipsis) || !strings.HasPrefix(s, `"`) || !strings.HasSuffix(s, `"`) || strings.ContainsRune(s, '\uFFFD') {
				t.Errorf("%q is cut to %s", c.old, s)
			}
		}
		if before == after {
			t.Errorf("%s does not show what differs", before)
		}
		if c.after != "" && (!strings.Contains(before, c.before) || !strings.Contains(after, c.after)) {
			t.Errorf("cut to %s and %s, want %s and %s in them", before, after, c.before, c.after)
		}
	}
}
