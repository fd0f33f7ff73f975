package compat

import (
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

const (
	i, o       = "i", "o"
	both, none = "io", ""
)

// verdicts are pairs of schemas; i means that the change breaks arguments, o that it
// breaks results.
var verdicts = []struct{ name, old, new, breaks string }{
	{"open and closed bound", `{"exclusiveMaximum":5}`, `{"maximum":5}`, o},
	{"bounds of integers", `{"type":"integer","exclusiveMinimum":0}`, `{"type":"integer","minimum":1}`, none},
	{"bounds of numbers", `{"type":"number","exclusiveMinimum":0}`, `{"type":"number","minimum":1}`, i},
	{"fractional bound of integers", `{"type":"integer","minimum":0.5}`, `{"type":"integer","minimum":1}`, none},
	{"bound of draft 4", `{"type":"number","minimum":5}`, `{"type":"number","minimum":5,"exclusiveMinimum":true}`, i},
	{"bound beside another type", `{"type":"string"}`, `{"type":"string","minimum":1}`, none},
	{"multiples", `{"multipleOf":6}`, `{"multipleOf":3}`, o},
	{"reference", `{"$ref":"#/$defs/s","$defs":{"s":{"type":"string","maxLength":3}}}`, `{"type":"string","maxLength":5}`, o},
	{"reference by name", `{"$ref":"#s","$defs":{"s":{"$anchor":"s","type":"string"}}}`, `{"type":"string"}`, none},
	{"reference to nowhere", `{"$ref":"#/x"}`, `{"type":"string"}`, both},
	{"same reference to elsewhere", `{"$ref":"http://a/b"}`, `{"allOf":[{"$ref":"http://a/b"}]}`, none},
	{"reference that stays, definition that changes", `{"$ref":"#/$defs/s","$defs":{"s":{"type":"string"}}}`,
		`{"$ref":"#/$defs/s","$defs":{"s":{"type":"integer"}}}`, both},
	{"words beside a reference", `{"$ref":"#/$defs/s","$defs":{"s":{"type":"string"}}}`,
		`{"$ref":"#/$defs/s","maxLength":1,"$defs":{"s":{"type":"string"}}}`, i},
	{"words beside a reference of draft 7", `{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/$defs/s","$defs":{"s":{"type":"string"}}}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/$defs/s","maxLength":1,"$defs":{"s":{"type":"string"}}}`, none},
	{"recursion of which a leaf widens", `{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#/$defs/n"}}}}}`,
		`{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"v":{"type":"number"},"next":{"$ref":"#/$defs/n"}}}}}`, o},
	{"recursion unrolled", `{"$ref":"#/$defs/n","$defs":{"n":{"type":"array","items":{"$ref":"#/$defs/n"}}}}`,
		`{"type":"array","items":{"$ref":"#/$defs/n"},"$defs":{"n":{"type":"array","items":{"$ref":"#/$defs/n"}}}}`, none},
	{"a choice that leads back to itself", `{"type":"string"}`,
		`{"$ref":"#/$defs/b","$defs":{"b":{"anyOf":[{"$ref":"#/$defs/b"},{"type":"integer"}]}}}`, both},
	{"map beside properties", `{"type":"object","properties":{"a":true},"additionalProperties":{"type":"string"}}`,
		`{"type":"object","properties":{"a":true},"additionalProperties":{"type":"integer"}}`, both},
	{"property that a map had", `{"type":"object","properties":{"a":true},"additionalProperties":{"type":"string"}}`,
		`{"type":"object","properties":{"a":true,"b":{"type":"integer"}},"additionalProperties":{"type":"string"}}`, both},
	{"property that a pattern had", `{"type":"object","patternProperties":{"^b":{"type":"string"}}}`,
		`{"type":"object","properties":{"b":{"type":"string"}},"patternProperties":{"^b":{"type":"string"}}}`, none},
	{"property that a branch declares", `{"type":"object","properties":{"a":true},"anyOf":[{"required":["a"]},{"properties":{"b":{"type":"string"}}}]}`,
		`{"type":"object","properties":{"a":true,"b":{"type":"integer"}},"anyOf":[{"required":["a"]},{"properties":{"b":{"type":"string"}}}]}`, i},
	{"parameter of a tool that had none", `{"type":"object"}`, `{"type":"object","properties":{"a":{"type":"string"}}}`, none},
	{"property of a free form", `{"properties":{"f":{"type":"object"}}}`, `{"properties":{"f":{"type":"object","properties":{"a":{"type":"string"}}}}}`, i},
	{"requirement of a name that is nowhere declared", `{"required":["foo"]}`, `{"required":["bar"]}`, both},
	{"types one by one", `{"type":["string","integer"]}`, `{"anyOf":[{"type":"integer"},{"type":"string"}]}`, none},
	{"values one by one", `{"enum":["a",1]}`, `{"anyOf":[{"const":1},{"type":"string"}]}`, o},
	{"nullable by union", `{"type":["string","null"]}`, `{"oneOf":[{"type":"null"},{"type":"string"}]}`, none},
	{"null that fits twice", `{"type":["string","null"]}`, `{"oneOf":[{"type":"null"},{"type":["null","string"]}]}`, i},
	{"overlapping branch of oneOf", `{"oneOf":[{"type":"integer"}]}`, `{"oneOf":[{"type":"integer"},{"type":"number","minimum":3}]}`, both},
	{"disjoint branch of oneOf", `{"oneOf":[{"type":"integer"},{"type":"string"}]}`, `{"oneOf":[{"type":"integer"},{"type":"string"},{"type":"null"}]}`, o},
	{"branch of anyOf", `{"anyOf":[{"type":"integer"},{"type":"string"}]}`, `{"anyOf":[{"type":"integer"}]}`, i},
	{"allOf taken apart", `{"allOf":[{"type":"string"},{"maxLength":3}]}`, `{"type":"string","maxLength":3}`, none},
	{"not", `{"not":{"type":"string"}}`, `{"not":{"type":["string","null"]}}`, i},
	{"unknown word that stays", `{"frobnicate":1,"type":"integer"}`, `{"frobnicate":1,"type":"number"}`, o},
	{"extension", `{"x-a":1}`, `{"x-a":2}`, none},
	{"tuple", `{"prefixItems":[{"type":"string"}],"items":{"type":"integer"}}`, `{"prefixItems":[{"type":"string"},{"type":"integer"}],"items":{"type":"integer"}}`, none},
	{"tuple of draft 7", `{"items":[{"type":"string"}],"additionalItems":false}`, `{"prefixItems":[{"type":"string"}],"items":false}`, none},
	{"one element at most", `{"type":"array","maxItems":1}`, `{"type":"array","items":false}`, i},
	{"no elements", `{"type":"array","items":false}`, `{"type":"array","maxItems":0}`, none},
	{"pattern that says nothing", `{"type":"string"}`, `{"type":"string","pattern":".*"}`, none},
	{"pattern that Go cannot read", `{"type":"string","pattern":"(?=a)"}`, `{"type":"string","pattern":"(?=b)"}`, both},
	{"numbers too long to count", `{"maximum":1e99999}`, `{"maximum":1e99998}`, both},
	{"more names that match a pattern", `{"type":"object","properties":{"a":true},"patternProperties":{"^b":{"type":"string"}}}`,
		`{"type":"object","properties":{"a":true},"patternProperties":{"b":{"type":"string"}}}`, both},
	{"reference relative to another document", `{"properties":{"a":{"$id":"http://a/b","$ref":"#/$defs/s"}},"$defs":{"s":{"type":"string"}}}`,
		`{"properties":{"a":{"type":"string"}},"$defs":{"s":{"type":"string"}}}`, both},
	{"elements beyond those of a form", `{"type":"object","properties":{"l":{"type":"array","anyOf":[{"prefixItems":[{"properties":{"a":true}}]},{"minItems":2}]}}}`,
		`{"type":"object","properties":{"l":{"type":"array","anyOf":[{"prefixItems":[{"properties":{"a":true}}]},{"minItems":2}],"items":{"propertyNames":{"maxLength":1}}}}}`, i},
	{"member that another form declares", `{"type":"object","properties":{"m":{"properties":{"x":true}}},"anyOf":[{"properties":{"m":{"properties":{"y":{"type":"integer"}}}}},{"required":["k"]}]}`,
		`{"type":"object","properties":{"m":{"properties":{"x":true,"y":{"type":"string"}}}},"anyOf":[{"properties":{"m":{"properties":{"y":{"type":"integer"}}}}},{"required":["k"]}]}`, i},
	{"what the presence of a member asks of objects", `{"dependentSchemas":{"a":false},"required":["a"]}`, `{"minItems":2}`, both},
	{"nothing", `false`, `{"type":"string"}`, o},
	{"what nothing can be", `{"type":"string","minLength":3,"maxLength":2}`, `{"type":"integer"}`, o},
}

func TestVerdicts(t *testing.T) {
	for _, c := range verdicts {
		old, new := schema.NormalizeSchema(parse(t, c.old)), schema.NormalizeSchema(parse(t, c.new))
		got := ""
		if Worst(Schemas(old, new, Input)) == Breaking {
			got += i
		}
		if Worst(Schemas(old, new, Output)) == Breaking {
			got += o
		}
		if got != c.breaks {
			t.Errorf("%s: breaks %q, want %q\n%s%s", c.name, got, c.breaks, format(Schemas(old, new, Input)), format(Schemas(old, new, Output)))
		}
	}
}

// TestSameForgets checks that a pair is not treated as equal after the assumption on
// which its equality was based turned out to be false.
func TestSameForgets(t *testing.T) {
	const text = `{"$defs":{"a":{"properties":{"y":{"$ref":"#/$defs/y"}},"minLength":1},"y":{"properties":{"a":{"$ref":"#/$defs/a"}}}}}`
	old, new := newDocument(parse(t, text)), newDocument(parse(t, text))
	new.root.Lookup("/$defs/a").Set("minLength", schema.NewNumber("2"))
	c := newComparer()
	for _, name := range []string{"a", "y"} {
		if c.same(part{old.root.Lookup("/$defs/" + name), old}, part{new.root.Lookup("/$defs/" + name), new}) {
			t.Errorf("%s counts as unchanged", name)
		}
	}
}

// TestProofForgets checks that a claim is not treated as proved after the assumption
// on which the proof was based turned out to be false.
func TestProofForgets(t *testing.T) {
	const text = `{"$defs":{"a":{"properties":{"y":{"$ref":"#/$defs/y"}},"maxLength":2},"y":{"properties":{"a":{"$ref":"#/$defs/a"}}}}}`
	old, new := newDocument(parse(t, text)), newDocument(parse(t, text))
	new.root.Lookup("/$defs/a").Set("maxLength", schema.NewNumber("1"))
	p := newProver(newComparer(), policy{}, minSteps)
	for _, at := range []string{"/$defs/y/properties/a", "/$defs/a/properties/y"} {
		if p.sub(newConj(false, part{old.root.Lookup(at), old}), part{new.root.Lookup(at), new}) {
			t.Errorf("%s is taken for unchanged", at)
		}
	}
}

func TestRenameNeedsOneCandidate(t *testing.T) {
	old := parse(t, `{"type":"object","properties":{"labels":{"type":"string"}}}`)
	new := parse(t, `{"type":"object","properties":{"label":{"type":"string"},"labels2":{"type":"string"}}}`)
	if got := rulesOf(Schemas(old, new, Input)); got != "property-removed property-added-optional property-added-optional" {
		t.Errorf("changes %s", got)
	}
}

func TestValid(t *testing.T) {
	for _, c := range []struct {
		schema, value string
		want          verdict
	}{
		{`{"oneOf":[{"type":"integer"},{"minimum":1}]}`, `2`, no},
		{`{"oneOf":[{"type":"integer"},{"minimum":1}]}`, `0`, yes},
		{`{"anyOf":[{"type":"string"},{"frobnicate":1}]}`, `0`, unsure},
		{`{"allOf":[{"type":"string"},{"frobnicate":1}]}`, `0`, no},
		{`{"not":{"frobnicate":1}}`, `0`, unsure},
		{`{"type":"integer"}`, `1.0`, yes},
		{`{"type":"integer"}`, `1e9999`, unsure},
		{`{"minLength":2}`, `"éé"`, yes},
		{`{"minLength":3}`, `"éé"`, no},
		{`{"pattern":"b"}`, `"abc"`, yes},
		{`{"pattern":"(?=b)"}`, `"abc"`, unsure},
		{`{"properties":{"a":{"type":"string"}},"additionalProperties":false}`, `{"a":"x","b":1}`, no},
		{`{"patternProperties":{"^b":true},"additionalProperties":false}`, `{"b":1}`, yes},
		{`{"required":["a"]}`, `{"b":1}`, no},
		{`{"prefixItems":[{"type":"string"}],"items":{"type":"integer"}}`, `["a",1,"b"]`, no},
		{`{"uniqueItems":true}`, `[1,1.0]`, no},
		{`{"$ref":"#"}`, `1`, unsure},
	} {
		d := newDocument(parse(t, c.schema))
		if got := valid(parse(t, c.value), part{d.root, d}); got != c.want {
			t.Errorf("%s under %s: %d, want %d", c.value, c.schema, got, c.want)
		}
	}
}

func TestSchemasSkipsHoles(t *testing.T) {
	old, new := parse(t, `{"type":"string"}`), parse(t, `{}`)
	new.Set("type", schema.NewUnresolved("why", 0))
	if cs := Schemas(old, new, Output); len(cs) > 0 {
		t.Errorf("changes\n%s", format(cs))
	}
}

// valid reports whether p accepts v. It is unsure about unsupported keywords.
func valid(v *schema.Node, p part) verdict {
	c := validator{steps: maxValidSteps}
	return c.valid(v, p)
}
