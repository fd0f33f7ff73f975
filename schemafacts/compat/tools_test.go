package compat

import (
	"fmt"
	"go/token"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/schemavet/schemavet/internal/slow"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

func tool(t testing.TB, input string) *schema.Node {
	t.Helper()
	n := schema.NewObject()
	n.Set("name", schema.NewString("t"))
	n.Set("inputSchema", parse(t, input))
	return schema.Normalize(n)
}

func rulesOf(changes []Change) string {
	var out []string
	for _, c := range changes {
		out = append(out, c.Rule)
	}
	return strings.Join(out, " ")
}

func TestUnresolvedIsNotCompared(t *testing.T) {
	const full = `{"type":"object","properties":{"a":{"type":"string","enum":["x"]},"b":{"type":"integer"}},"required":["a"]}`
	for _, c := range []struct{ path, key, rest string }{
		{"/inputSchema", "properties", ""},
		{"/inputSchema/properties", "a", "type-changed"},
		{"/inputSchema/properties/a", "enum", "type-changed"},
		{"", "inputSchema", ""},
		{"", "outputSchema", "type-changed type-changed enum-dropped"},
	} {
		old, new := tool(t, full), tool(t, strings.NewReplacer(`"integer"`, `"boolean"`, `"string","enum":["x"]`, `"number"`).Replace(full))
		if c.key == "enum" {
			new = tool(t, strings.NewReplacer(`"integer"`, `"boolean"`, `["x"]`, `["y"]`).Replace(full))
		}
		if c.key == "outputSchema" {
			old.Set("outputSchema", parse(t, `{}`))
		}
		for _, side := range []*schema.Node{old, new} {
			o, n := old.Clone(), new.Clone()
			masked := o
			if side == new {
				masked = n
			}
			masked.Lookup(c.path).Set(c.key, schema.NewUnresolved("why", 0))
			changes := Tools(o, n)
			if lost := strings.Contains(rulesOf(changes), "part-unknown"); lost != (side == new) {
				t.Errorf("with %s/%s unresolved: lost %t", c.path, c.key, lost)
			}
			changes = slices.DeleteFunc(changes, func(c Change) bool { return c.Rule == "part-unknown" })
			if got := rulesOf(changes); got != c.rest {
				t.Errorf("with %s/%s unresolved: %s, want %s", c.path, c.key, got, c.rest)
			}
		}
	}
}

func TestUnresolvedElementHidesTheList(t *testing.T) {
	old := tool(t, `{"type":"object","properties":{"a":{"enum":["x","y"]}},"required":["a"]}`)
	new := tool(t, `{"type":"object","properties":{"a":{"enum":["x"]}},"required":["a"]}`)
	enum := new.Lookup("/inputSchema/properties/a/enum")
	enum.Elems = append(enum.Elems, schema.NewUnresolved("why", 0))
	if cs := Tools(old, schema.Normalize(new)); rulesOf(cs) != "part-unknown" {
		t.Errorf("changes\n%s", format(cs))
	}
}

// TestAbsentInput checks that a tool without an input schema is compared like a tool
// without arguments, so that a misspelled member of a snapshot does not hide a
// breaking change.
func TestAbsentInput(t *testing.T) {
	none := parse(t, `{"name":"t"}`)
	for input, want := range map[string]string{
		`{"type":"object"}`: "",
		`{"type":"object","properties":{"a":{"type":"string"}}}`:                  "property-added-optional",
		`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`: "property-added-required",
	} {
		if got := rulesOf(Tools(none, tool(t, input))); got != want {
			t.Errorf("%s: added %q, want %q", input, got, want)
		}
	}
	if got := rulesOf(Tools(tool(t, `{"type":"object","properties":{"a":{"type":"string"}}}`), none)); got != "property-removed" {
		t.Errorf("removed: %s", got)
	}
}

// TestPositions checks that changes have positions in the new source, and removals
// have none.
func TestPositions(t *testing.T) {
	const field, literal, name = token.Pos(10), token.Pos(20), token.Pos(5)
	old := tool(t, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string","maxLength":3},"gone":true}}`)
	new := tool(t, `{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"string","maxLength":2}},"required":["b"]}`)
	new.Get("name").Pos = name
	new.Lookup("/inputSchema/properties/a").Pos = field
	new.Lookup("/inputSchema/properties/b").Pos = field + 1
	new.Lookup("/inputSchema/properties/b/maxLength").Pos = literal
	want := map[string]struct {
		pos     token.Pos
		pointer string
	}{
		"type-changed":         {field, "/inputSchema/properties/a/type"},
		"constraint-tightened": {literal, "/inputSchema/properties/b/maxLength"},
		"required-added":       {field + 1, "/inputSchema/properties/b"},
		"property-removed":     {token.NoPos, "/inputSchema/properties/gone"},
	}
	changes := Tools(old, new)
	for _, c := range changes {
		if w := want[c.Rule]; c.Pos != w.pos || c.Pointer != w.pointer {
			t.Errorf("%s is at %d %s, want %d %s", c.Rule, c.Pos, c.Pointer, w.pos, w.pointer)
		}
		delete(want, c.Rule)
	}
	if len(want) > 0 {
		t.Errorf("not found: %v in\n%s", want, format(changes))
	}
	if cs := Tools(nil, new); len(cs) != 1 || cs[0].Pos != name {
		t.Errorf("added tool: %v", cs)
	}
}

func TestHintsOfToolsThatOnlyRead(t *testing.T) {
	old, new := tool(t, `{}`), tool(t, `{}`)
	old.Set("annotations", parse(t, `{"readOnlyHint":true,"destructiveHint":false}`))
	new.Set("annotations", parse(t, `{"readOnlyHint":true}`))
	if cs := Tools(old, new); len(cs) > 0 {
		t.Errorf("changes\n%s", format(cs))
	}
}

// keywords contains for each keyword two values that accept different sets.
var keywords = map[string][2]string{
	"type": {`"string"`, `"integer"`}, "enum": {`["a"]`, `["b"]`}, "const": {`1`, `2`}, "minimum": {`1`, `2`}, "maximum": {`1`, `2`},
	"exclusiveMinimum": {`1`, `2`}, "exclusiveMaximum": {`1`, `2`}, "multipleOf": {`2`, `3`}, "minLength": {`1`, `2`},
	"maxLength": {`1`, `2`}, "pattern": {`"^a"`, `"^b"`}, "format": {`"date"`, `"uri"`}, "minItems": {`1`, `2`}, "maxItems": {`1`, `2`},
	"uniqueItems": {`true`, `false`}, "items": {`{"type":"string"}`, `{"type":"integer"}`}, "prefixItems": {`[{"type":"string"}]`, `[{"type":"integer"}]`},
	"contains": {`{"type":"string"}`, `{"type":"integer"}`}, "properties": {`{"p":{"type":"string"}}`, `{"p":{"type":"integer"}}`},
	"patternProperties": {`{"^a":{"type":"string"}}`, `{"^a":{"type":"integer"}}`}, "additionalProperties": {`false`, `{"type":"integer"}`},
	"propertyNames": {`{"maxLength":1}`, `{"maxLength":2}`}, "required": {`["x"]`, `["y"]`}, "minProperties": {`1`, `2`}, "maxProperties": {`1`, `2`},
	"dependentRequired": {`{"a":["b"]}`, `{"a":["c"]}`}, "dependentSchemas": {`{"a":{"required":["b"]}}`, `{"a":{"required":["c"]}}`},
	"allOf": {`[{"type":"string"}]`, `[{"type":"integer"}]`}, "anyOf": {`[{"type":"string"},{"type":"array"}]`, `[{"type":"string"},{"type":"object"}]`},
	"oneOf": {`[{"type":"string"},{"type":"array"}]`, `[{"type":"string"},{"type":"object"}]`}, "not": {`{"type":"string"}`, `{"type":"integer"}`},
	"$ref": {`"#/$defs/s"`, `"#/$defs/i"`}, "unevaluatedProperties": {`false`, `{"type":"string"}`}, "unevaluatedItems": {`false`, `{"type":"string"}`},
	"contentEncoding": {`"base64"`, `"base32"`}, "contentMediaType": {`"text/html"`, `"text/plain"`}, "somethingNew": {`1`, `2`},
}

// TestEveryKeyword adds, removes and changes each keyword, and checks that each edit
// is a change and that no edit that rejects a value is compatible.
func TestEveryKeyword(t *testing.T) {
	values := instances(t)
	names := sortedKeys(keywords)
	for _, k := range names {
		with := func(v string) *schema.Node {
			if v != "" {
				v = fmt.Sprintf(`%q:%s,`, k, v)
			}
			return schema.NormalizeSchema(parse(t, `{"type":"object","properties":{"a":{`+v+`"$defs":{}},"b":{}},"$defs":{"s":{"type":"string"},"i":{"type":"integer"}}}`))
		}
		vs := keywords[k]
		for _, pair := range [][2]string{{"", vs[0]}, {vs[0], ""}, vs, {vs[1], vs[0]}} {
			old, new := with(pair[0]), with(pair[1])
			in, out := Schemas(old, new, Input), Schemas(old, new, Output)
			if len(in) == 0 || len(out) == 0 {
				t.Errorf("%s from %q to %q is silent", k, pair[0], pair[1])
			}
			if Worst(in) < Breaking && Worst(out) < Breaking && !excused(in) && !excused(out) && k != "required" {
				t.Errorf("%s from %q to %q changes nothing:\n%s%s", k, pair[0], pair[1], format(in), format(out))
			}
			refute(t, values, old, new, in, Input)
			refute(t, values, new, old, out, Output)
		}
	}
}

// refute searches for a value of member "a" that one schema accepts and the other
// rejects, and fails if there is one although no change is breaking.
func refute(t *testing.T, values []*schema.Node, from, to *schema.Node, changes []Change, dir Direction) {
	t.Helper()
	if Worst(changes) == Breaking || slices.ContainsFunc(changes, func(c Change) bool { return c.Ledger != "" }) {
		return
	}
	a, b := newDocument(from), newDocument(to)
	for _, v := range values {
		o := schema.NewObject()
		o.Set("a", v)
		if valid(o, part{a.root, a}) == yes && valid(o, part{b.root, b}) == no {
			t.Errorf("%s from %s to %s breaks %s:\n%s", dir, from, to, o, format(changes))
			return
		}
	}
}

// TestLargeSchemas compares schemas with many properties, with megabytes of
// properties if slow tests run, and with definitions that all refer to each other,
// within a time limit.
func TestLargeSchemas(t *testing.T) {
	many := slow.Count(2_000, 10_000)
	wide := func(n int, kind string) *schema.Node {
		props := schema.NewObject()
		for i := range n {
			props.Members = append(props.Members, schema.Member{Name: fmt.Sprintf("property_%05d", i),
				Value: parse(t, `{"type":"`+kind+`","description":"`+strings.Repeat("x", 200)+`"}`)})
		}
		root := schema.NewObject()
		root.Set("type", schema.NewString("object"))
		root.Set("properties", props)
		return root
	}
	deep := func(open, leaf, end string) *schema.Node {
		const n = 1000
		return parse(t, strings.Repeat(open, n)+`{"type":"`+leaf+`"}`+strings.Repeat(end, n))
	}
	knot := func(last string) *schema.Node {
		defs := schema.NewObject()
		for i := range 12 {
			var branches []string
			for j := range 12 {
				branches = append(branches, fmt.Sprintf(`{"type":"object","properties":{"p%d":{"$ref":"#/$defs/d%d"}},"required":["p%d"]}`, j, j, j))
			}
			defs.Set(fmt.Sprint("d", i), parse(t, fmt.Sprintf(`{"oneOf":[%s,{"type":"%s"}]}`, strings.Join(branches, ","), last)))
		}
		root := parse(t, `{"$ref":"#/$defs/d0"}`)
		root.Set("$defs", defs)
		return root
	}
	for name, pair := range map[string][2]*schema.Node{
		"wide":              {wide(many, "string"), wide(many+1, "string")},
		"wide, all changed": {wide(many, "integer"), wide(many, "number")},
		"deep items":        {deep(`{"items":`, "string", "}"), deep(`{"items":`, "integer", "}")},
		"deep choices":      {deep(`{"anyOf":[{"type":"null"},`, "string", "]}"), deep(`{"anyOf":[{"type":"null"},`, "integer", "]}")},
		"a knot":            {knot("string"), knot("integer")},
		"a knot untied":     {knot("string"), parse(t, `{"type":"object","properties":{"p1":{"type":"object"}}}`)},
	} {
		start := time.Now()
		if cs := Schemas(pair[0], pair[1], Input); len(cs) == 0 {
			t.Errorf("%s: no changes", name)
		}
		t.Logf("%s took %v", name, time.Since(start))
		if took := time.Since(start); took > 30*time.Second { // far from what is measured
			t.Errorf("%s took %v", name, took)
		}
	}
}

func TestRenames(t *testing.T) {
	of := func(texts ...string) []*schema.Node {
		var out []*schema.Node
		for _, s := range texts {
			out = append(out, parse(t, s))
		}
		return out
	}
	const issue = `"description":"Get an issue.","inputSchema":{"properties":{"owner":{"type":"string"},"number":{"type":"integer"}}}`
	for _, c := range []struct {
		name        string
		gone, added []*schema.Node
		want        string
	}{
		{"another convention", of(`{"name":"getIssue",` + issue + `}`), of(`{"name":"list","inputSchema":{}}`, `{"name":"get_issue",`+issue+`}`), "[[0 1]]"},
		{"another word", of(`{"name":"get_issue",` + issue + `}`), of(`{"name":"read_issue",` + issue + `}`), "[[0 0]]"},
		{"another tool of the same parameters", of(`{"name":"get_issue",` + issue + `}`),
			of(`{"name":"close_pull","description":"Close a pull request.","inputSchema":{"properties":{"owner":{"type":"string"},"number":{"type":"integer"}}}}`), "[]"},
		{"two successors", of(`{"name":"get_x",` + issue + `}`), of(`{"name":"get_y",`+issue+`}`, `{"name":"get_z",`+issue+`}`), "[]"},
		{"two predecessors", of(`{"name":"get_y",`+issue+`}`, `{"name":"get_z",`+issue+`}`), of(`{"name":"get_x",` + issue + `}`), "[]"},
		{"no parameters", of(`{"name":"ping"}`), of(`{"name":"time"}`), "[]"},
	} {
		if got := fmt.Sprint(Renames(c.gone, c.added)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestTaskSupport compares the values of taskSupport that the protocol defines, an
// undefined value, and no value.
func TestTaskSupport(t *testing.T) {
	values := []string{"", "forbidden", "optional", "required", "other"}
	want := map[string]string{
		" optional": "tool-task-support-widened compatible", "forbidden optional": "tool-task-support-widened compatible",
		"required optional": "tool-task-support-widened compatible",
		"optional ":         "tool-task-support-narrowed breaking", "optional forbidden": "tool-task-support-narrowed breaking",
		"optional required": "tool-task-support-narrowed breaking",
		" required":         "tool-task-support-narrowed breaking", "forbidden required": "tool-task-support-narrowed breaking",
		"required ": "tool-task-support-narrowed breaking", "required forbidden": "tool-task-support-narrowed breaking",
	}
	for _, old := range values {
		for _, new := range values {
			var tools [2]*schema.Node
			for i, v := range []string{old, new} {
				tools[i] = tool(t, `{"type":"object"}`)
				if v != "" {
					tools[i].Set("execution", parse(t, `{"taskSupport":"`+v+`"}`))
				}
			}
			got := ""
			for _, c := range Tools(tools[0], tools[1]) {
				got += c.Rule + " " + c.Level.String()
			}
			expect := want[old+" "+new]
			if expect == "" && old != new {
				expect = "tool-meta-changed doc"
			}
			if got != expect {
				t.Errorf("from %q to %q: %q, want %q", old, new, got, expect)
			}
		}
	}
}
