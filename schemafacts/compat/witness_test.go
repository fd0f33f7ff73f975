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
	{"constant added to a key type", `{"type":"object","propertyNames":{"enum":["a","b"]},"additionalProperties":{"type":"string"}}`,
		`{"type":"object","propertyNames":{"enum":["a","b","c"]},"additionalProperties":{"type":"string"}}`, "", `{"a":{"c":"a"}}`},
	{"constant removed from a key type", `{"type":"object","propertyNames":{"enum":["a","b"]},"additionalProperties":{"type":"string"}}`,
		`{"type":"object","propertyNames":{"const":"b"},"additionalProperties":{"type":"string"}}`, `{"a":{"a":"a"}}`, ""},
	{"names became shorter", `{"type":"object","propertyNames":{"maxLength":5}}`, `{"type":"object","propertyNames":{"maxLength":2}}`, `{"a":{"aaa":0}}`, ""},
	{"names need a pattern", `{"type":"object","additionalProperties":{"type":"integer"}}`,
		`{"type":"object","additionalProperties":{"type":"integer"},"propertyNames":{"pattern":"^[a-z]+$"}}`, `{"a":{"0":0}}`, ""},
	{"the pattern of names says as much", `{"type":"object","propertyNames":{"pattern":"^[a-c]$"}}`, `{"type":"object","propertyNames":{"minLength":1,"maxLength":1}}`, "", `{"a":{"x":0}}`},
	{"members that match a pattern", `{"type":"object","patternProperties":{"^x-":{"type":"string"}}}`, `{"type":"object","patternProperties":{"^x-":{"type":"integer"}}}`,
		`{"a":{"x-":"a"}}`, `{"a":{"x-":0}}`},
	{"values of a map", `{"type":"object","additionalProperties":{"type":"number"}}`, `{"type":"object","additionalProperties":{"type":"integer"}}`, `{"a":{"a":0.5}}`, ""},
	{"fewer members", `{"type":"object","additionalProperties":{"type":"null"},"maxProperties":3}`, `{"type":"object","additionalProperties":{"type":"null"},"maxProperties":2}`,
		`{"a":{"a":null,"b":null,"x":null}}`, ""},
	{"a member that needs another", `{"type":"object","properties":{"x":{"type":"null"},"y":{"type":"null"}}}`,
		`{"type":"object","properties":{"x":{"type":"null"},"y":{"type":"null"}},"dependentRequired":{"x":["y"]}}`, `{"a":{"x":null}}`, ""},
	{"a member that needs another less", `{"type":"object","properties":{"x":{"type":"null"}},"dependentRequired":{"x":["y","z"],"y":["z"]}}`,
		`{"type":"object","properties":{"x":{"type":"null"}},"dependentRequired":{"x":["z"]}}`, "", `{"a":{"x":null,"z":0}}`},
	{"a condition", `{"type":"object","properties":{"k":{"enum":["u","v"]},"n":{"type":"integer"}}}`,
		`{"type":"object","properties":{"k":{"enum":["u","v"]},"n":{"type":"integer"}},"if":{"properties":{"k":{"const":"u"}},"required":["k"]},"then":{"required":["n"]}}`,
		`{"a":{"k":"u"}}`, ""},
	{"a condition that is written as a choice", `{"type":"object","properties":{"n":{"type":"integer"}},"if":{"required":["n"]},"then":{"properties":{"n":{"minimum":1}}}}`,
		`{"type":"object","properties":{"n":{"type":"integer","minimum":1}}}`, "", ""},
	{"contains", `{"type":"array","items":{"type":"integer"}}`, `{"type":"array","items":{"type":"integer"},"contains":{"minimum":3}}`, `{"a":[]}`, ""},
	{"contains more", `{"type":"array","contains":{"const":1}}`, `{"type":"array","contains":{"const":1},"minContains":2}`, `{"a":[1]}`, ""},
	{"contains at most", `{"type":"array","contains":{"const":1}}`, `{"type":"array","contains":{"const":1},"maxContains":1}`, `{"a":[1,1]}`, ""},
	{"contains what all elements are", `{"type":"array","items":{"type":"integer","minimum":3},"minItems":1}`,
		`{"type":"array","items":{"type":"integer","minimum":3},"minItems":1,"contains":{"type":"number"}}`, "", ""},
	{"unique", `{"type":"array","items":{"type":"boolean"}}`, `{"type":"array","items":{"type":"boolean"},"uniqueItems":true}`, `{"a":[true,true]}`, ""},
	{"multiples", `{"type":"integer","multipleOf":2}`, `{"type":"integer","multipleOf":3}`, `{"a":2}`, `{"a":3}`},
	{"multiples within bounds", `{"type":"integer","multipleOf":5,"minimum":1}`, `{"type":"integer","multipleOf":5,"minimum":5}`, "", ""},
	{"tuple", `{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}]}`, `{"type":"array","prefixItems":[{"type":"string"},{"type":"string"}]}`,
		`{"a":["a",0]}`, `{"a":["a","a"]}`},
	{"not a type", `{}`, `{"not":{"type":"string"}}`, `{"a":"a"}`, ""},
	{"not a form", `{"type":"object","properties":{"x":true,"y":true}}`, `{"type":"object","properties":{"x":true,"y":true},"not":{"required":["x","y"]}}`, `{"a":{"x":0,"y":0}}`, ""},
	{"recursion", `{"$ref":"#/$defs/n"},"b":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"v":{"type":"string"},"next":{"$ref":"#/$defs/n"}}}},"properties":{"a":{"$ref":"#/$defs/n"}`,
		`{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#/$defs/n"}}}},"properties":{"a":{"$ref":"#/$defs/n"}`,
		`{"a":{"next":{"v":"a"}}}`, `{"a":{"next":{"v":0}}}`},
	{"constant and list", `{"const":"x"}`, `{"enum":["x"]}`, "", ""},
	{"list of types", `{"type":["string","integer"]}`, `{"type":["integer","boolean"]}`, `{"a":"a"}`, `{"a":true}`},
	{"patterns of which one allows more", `{"type":"string","pattern":"^[a-f]+$"}`, `{"type":"string","pattern":"^[a-z]*$"}`, "", `{"a":""}`},
	{"pattern and length", `{"type":"string","pattern":"^[a-z]{2,3}$"}`, `{"type":"string","minLength":2}`, "", `{"a":"a0"}`},
	{"any text", `{"type":"string","pattern":".+"}`, `{"type":"string","minLength":1}`, "", `{"a":"\n"}`},
	{"formats", `{"type":"string"}`, `{"type":"string","format":"uuid"}`, `{"a":"0"}`, ""},
	{"ranges that cover all", `{"type":"number"}`, `{"anyOf":[{"type":"number","maximum":10},{"type":"number","minimum":1}]}`, "", ""},
	{"ranges that leave a point", `{"type":"number"}`, `{"anyOf":[{"type":"number","exclusiveMaximum":5},{"type":"number","exclusiveMinimum":5}]}`, `{"a":5}`, ""},
	{"ranges that leave a hole", `{"type":"integer"}`, `{"anyOf":[{"type":"integer","maximum":3},{"type":"integer","minimum":5}]}`, `{"a":4}`, ""},
	{"lengths that cover all", `{"type":"array"}`, `{"anyOf":[{"type":"array","maxItems":3},{"type":"array","minItems":2}]}`, "", ""},
	{"integers one by one", `{"type":"integer","minimum":1,"maximum":3}`, `{"enum":[1,2,3]}`, "", ""},
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
		strict := validator{steps: maxWitnessSteps, formats: true, lax: true}
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

func TestLists(t *testing.T) {
	of := func(texts ...string) []*schema.Node {
		var out []*schema.Node
		for _, s := range texts {
			out = append(out, schema.Normalize(parse(t, s)))
		}
		return out
	}
	const params = `"inputSchema":{"type":"object","properties":{"owner":{"type":"string"},"number":{"type":"integer"}},"required":["owner"]}`
	old := of(`{"name":"get_issue","description":"Get one issue of a repository.",`+params+`}`, `{"name":"ping","inputSchema":{"type":"object"}}`, `{"name":"same","inputSchema":{"type":"object"}}`)
	new := of(`{"name":"issue_read","description":"Read one issue of a repository.",`+params+`}`, `{"name":"same","inputSchema":{"type":"object"}}`, `{"name":"time","inputSchema":{"type":"object"}}`)
	var got []string
	for _, c := range Lists(old, new) {
		got = append(got, c.Name()+": "+rulesOf(c.Changes))
	}
	want := []string{"get_issue: tool-renamed tool-description-changed", "ping: tool-removed", "time: tool-added"}
	if !slices.Equal(got, want) {
		t.Errorf("changes %q, want %q", got, want)
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
