package tools

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// problems are calls with their expected problems, each as "pointer reason: text".
var problems = []struct {
	name, schema, args string
	want               []string
}{
	{"valid", `{"properties":{"a":{"type":"integer"}}}`, `{"a":5.0}`, nil},
	{"no arguments", `{"type":"object"}`, ` null `, nil},
	{"not JSON", `{}`, `{"a":`, []string{` decode: the arguments are not valid JSON: unexpected EOF`}},
	{"two values", `{}`, `{} {}`, []string{` decode: the arguments are not valid JSON: there is something after the value`}},
	{"not an object", `{}`, `[1]`, []string{` not_an_object: the arguments are a list of 1 item; they must be an object`}},
	{"missing", `{"required":["b","a"]}`, `{}`, []string{
		`/a missing_required_argument: argument "a" is missing`,
		`/b missing_required_argument: argument "b" is missing`}},
	{"escaped", `{"required":["a~/b"]}`, `{}`, []string{`/a~0~1b missing_required_argument: argument "a~/b" is missing`}},
	{"unknown", `{"properties":{"days":true,"city":true},"additionalProperties":false}`, `{"dayz":1}`, []string{
		`/dayz unknown_argument: argument "dayz" is unknown; known are "city" and "days"`}},
	{"known beside unknown", `{"properties":{"days":true},"additionalProperties":false}`, `{"days":1}`, nil},
	{"a name", `{"propertyNames":{"maxLength":1}}`, `{"ab":1}`, []string{
		`/ab unknown_argument: argument "ab" has a name that is not allowed`}},
	{"never", `{"properties":{"a":false}}`, `{"a":1}`, []string{`/a unknown_argument: argument "a" is unknown`}},
	{"type", `{"properties":{"a":{"type":"integer"}}}`, `{"a":"x"}`, []string{
		`/a wrong_type: argument "a" is the string "x"; it must be an integer`}},
	{"types", `{"properties":{"a":{"type":["integer","null"]}}}`, `{"a":0.5}`, []string{
		`/a wrong_type: argument "a" is the number 0.5; it must be an integer or null`}},
	{"nested", `{"properties":{"a/b":{"items":{"properties":{"c":{"type":"array"}}}}}}`, `{"a/b":[{},{"c":{}}]}`, []string{
		`/a~1b/1/c wrong_type: argument "a/b[1].c" is an object with 0 members; it must be a list`}},
	{"enum", `{"properties":{"a":{"enum":["c","f"]}}}`, `{"a":"k"}`, []string{
		`/a not_in_enum: argument "a" is "k"; it must be one of "c" or "f"`}},
	{"const", `{"properties":{"a":{"const":1}}}`, `{"a":2}`, []string{`/a not_in_enum: argument "a" is 2; it must be 1`}},
	{"range", `{"properties":{"a":{"minimum":13},"b":{"maximum":1},"c":{"exclusiveMinimum":0},"d":{"exclusiveMaximum":0},"e":{"multipleOf":0.1}}}`,
		`{"a":12,"b":1.5,"c":0,"d":0,"e":0.25}`, []string{
			`/a out_of_range: argument "a" is 12; it must be at least 13`,
			`/b out_of_range: argument "b" is 1.5; it must be at most 1`,
			`/c out_of_range: argument "c" is 0; it must be greater than 0`,
			`/d out_of_range: argument "d" is 0; it must be less than 0`,
			`/e out_of_range: argument "e" is 0.25; it must be a multiple of 0.1`}},
	{"sizes", `{"minProperties":5,"properties":{"a":{"minLength":3},"b":{"maxLength":1},"c":{"minItems":1},"d":{"maxItems":1}}}`,
		`{"a":"éé","b":"éé","c":[],"d":[1,2]}`, []string{
			` too_short: the arguments object has 4 members; it must have at least 5`,
			`/a too_short: argument "a" has 2 characters; it must have at least 3`,
			`/b too_long: argument "b" has 2 characters; it must have at most 1`,
			`/c too_short: argument "c" has 0 items; it must have at least 1`,
			`/d too_long: argument "d" has 2 items; it must have at most 1`}},
	{"a closed list", `{"properties":{"a":{"prefixItems":[true],"items":false}}}`, `{"a":[1,2]}`, []string{
		`/a too_long: argument "a" has 2 items; it must have at most 1`}},
	{"pattern", `{"properties":{"a":{"pattern":"^a+$"}}}`, `{"a":"b"}`, []string{
		`/a pattern: argument "a" is "b"; it must match the pattern ^a+$`}},
	{"format", `{"properties":{"a":{"format":"email"}}}`, `{"a":"not an email"}`, []string{
		`/a format: argument "a" is "not an email"; it must be an email address`}},
	{"unique", `{"properties":{"a":{"uniqueItems":true}}}`, `{"a":[1,{"x":1,"y":2},{"y":2.0,"x":1e0}]}`, []string{
		`/a not_unique: argument "a" has an object with 2 members twice, at 1 and 2; its items must be unique`}},
	{"a union of types", `{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}}}`, `{"a":1}`, []string{
		`/a no_match: argument "a" is the number 1; it must be a string or null`}},
	{"the form that was meant", `{"properties":{"a":{"anyOf":[{"type":"string","minLength":2},{"type":"null"}]}}}`, `{"a":""}`, []string{
		`/a too_short: argument "a" has 0 characters; it must have at least 2`}},
	{"a discriminator", `{"oneOf":[{"properties":{"kind":{"const":"cat"}},"required":["kind","lives"]},{"properties":{"kind":{"const":"dog"}},"required":["kind","tail"]}]}`,
		`{"kind":"dog"}`, []string{`/tail missing_required_argument: argument "tail" is missing`}},
	{"no form", `{"oneOf":[{"required":["a"]},{"required":["b"]}]}`, `{}`, []string{
		` no_match: the arguments object matches none of 2 forms: argument "a" is missing / argument "b" is missing`}},
	{"two forms", `{"oneOf":[{"required":["a"]},{"required":["b"]}]}`, `{"a":1,"b":1}`, []string{
		` no_match: the arguments object is an object with 2 members; it matches 2 of 2 forms and must match exactly one`}},
	{"negative numbers", `{"properties":{"a":{"items":{"minimum":-50,"maximum":-0.5}}}}`, `{"a":[-7,-49.5,-0.5,-0.05,-50.5]}`, []string{
		`/a/3 out_of_range: argument "a[3]" is -0.05; it must be at most -0.5`,
		`/a/4 out_of_range: argument "a[4]" is -50.5; it must be at least -50`}},
	{"equal numbers", `{"properties":{"a":{"items":{"const":5e-2}}}}`, `{"a":[0.05,0.050,5E-2,0.5e-1,500e-4]}`, nil},
	{"a pattern with a backslash", `{"properties":{"a":{"pattern":"^\\\\u0061$"}}}`, `{"a":"\\u0061"}`, nil},
	{"recursion", `{"$ref":"#/$defs/t","$defs":{"t":{"type":"object","properties":{"next":{"$ref":"#/$defs/t"}}}}}`, `{"next":{"next":[]}}`, []string{
		`/next/next wrong_type: argument "next.next" is a list of 0 items; it must be an object`}},
	{"once", `{"allOf":[{"required":["a"]},{"required":["a"]}]}`, `{}`, []string{`/a missing_required_argument: argument "a" is missing`}},
}

func TestProblems(t *testing.T) {
	for _, test := range problems {
		t.Run(test.name, func(t *testing.T) {
			d, err := compile(json.RawMessage(test.schema))
			if err != nil {
				t.Fatal(err)
			}
			_, problems := d.prepare(json.RawMessage(test.args), false)
			got := texts(problems)
			for _, p := range problems {
				if !json.Valid(p.Schema) {
					t.Errorf("%s has the schema %s", p.Argument, p.Schema)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got  %s\nwant %s", strings.Join(got, "\n     "), strings.Join(test.want, "\n     "))
			}
		})
	}
}

// TestReasons checks that each reason occurs in a test.
func TestReasons(t *testing.T) {
	for _, reason := range []string{reasonNotAnObject, reasonDecode, reasonMissing, reasonUnknown, reasonType, reasonEnum, reasonRange,
		reasonShort, reasonLong, reasonPattern, reasonFormat, reasonUnique, reasonNoMatch} {
		found := false
		for _, test := range problems {
			for _, w := range test.want {
				found = found || strings.Contains(w, " "+reason+": ")
			}
		}
		if !found {
			t.Errorf("no test has the reason %s", reason)
		}
	}
}

func TestSchemaOfProblem(t *testing.T) {
	d, err := compile(json.RawMessage(`{"properties": {"a": {"type": "string"}}, "required": ["a"]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{`{}`, `{"a":1}`} {
		if _, p := d.prepare(json.RawMessage(args), false); len(p) != 1 || string(p[0].Schema) != `{"type":"string"}` {
			t.Errorf("prepare(%s) = %v", args, p)
		}
	}
}

func TestCheck(t *testing.T) {
	d, err := compile(json.RawMessage(`{"type":"object","properties":{"result":{"type":"integer"}},"required":["result"]}`))
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]string{
		`{"result":1}`:   ``,
		`{"result":"x"}`: `"result" is the string "x"; it must be an integer`,
		`[]`:             `the value is a list of 0 items; it must be an object`,
		`nope`:           `the value is not valid JSON: invalid character 'o' in literal null (expecting 'u')`,
	} {
		got := ""
		for _, p := range d.check(json.RawMessage(value)) {
			got += p.Text
		}
		if got != want {
			t.Errorf("check(%s) = %q, want %q", value, got, want)
		}
	}
}

func TestDefaults(t *testing.T) {
	for _, test := range []struct{ name, schema, args, want string }{
		{"absent", `{"properties":{"a":{"default":{"b":[1]}}}}`, `{}`, `{"a":{"b":[1]}}`},
		{"given", `{"properties":{"a":{"default":1}}}`, `{"a":null}`, `{"a":null}`},
		{"null", `{"properties":{"a":{"default":null}}}`, ``, `{"a":null}`},
		{"nested", `{"properties":{"l":{"items":{"properties":{"a":{"default":1}}}}}}`, `{"l":[{},{"a":2}]}`, `{"l":[{"a":1},{"a":2}]}`},
		{"by reference", `{"properties":{"a":{"$ref":"#/$defs/d"}},"$defs":{"d":{"default":7}}}`, `{}`, `{"a":7}`},
		{"of the form that matches", `{"oneOf":[{"properties":{"k":{"const":1},"x":{"default":"one"}}},{"properties":{"k":{"const":2},"x":{"default":"two"}}}]}`,
			`{"k":2}`, `{"k":2,"x":"two"}`},
		{"of the first form that matches", `{"anyOf":[{"required":["z"],"properties":{"w":{"default":0}}},{"properties":{"x":{"default":1}}},{"properties":{"y":{"default":2}}}]}`,
			`{}`, `{"x":1}`},
		{"null is not the struct", `{"properties":{"a":{"anyOf":[{"type":"object","properties":{"x":{"default":1}}},{"type":"null"}]}}}`, `{"a":null}`, `{"a":null}`},
		{"integers", `{"properties":{"a":{"type":["integer","null"]},"b":{"type":"number"},"c":{"type":"integer"}}}`,
			`{"a":5.0,"b":5.0,"c":1.2e3}`, `{"a":5,"b":5.0,"c":1200}`},
		{"exact", `{"properties":{"a":{"type":"integer"}}}`, `{"a":9007199254740993,"b":0.1000000000000000055511151231257827}`,
			`{"a":9007199254740993,"b":0.1000000000000000055511151231257827}`},
		{"nested defaults", `{"properties":{"a":{"type":"object","default":{"b":1},"properties":{"c":{"default":2}}}}}`, `{}`, `{"a":{"b":1,"c":2}}`},
		{"text", `{}`, `{"a":"<&>"}`, `{"a":"<&>"}`},
		{"the last of two", `{}`, `{"a":{"x":1},"a":{"y":1}}`, `{"a":{"y":1}}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, err := compile(json.RawMessage(test.schema))
			if err != nil {
				t.Fatal(err)
			}
			got, problems := d.prepare(json.RawMessage(test.args), false)
			if string(got) != test.want || problems != nil {
				t.Errorf("got %s %v, want %s", got, problems, test.want)
			}
		})
	}
}

// TestBounded validates values whose validation would take long without limits.
func TestBounded(t *testing.T) {
	tree := `{"$ref":"#/$defs/t","$defs":{"t":{"anyOf":[{"properties":{"n":{"$ref":"#/$defs/t"}},"required":["a"]},{"properties":{"n":{"$ref":"#/$defs/t"}},"required":["b"]}]}}}`
	for _, test := range []struct{ name, schema, args string }{
		{"exponents", `{"properties":{"a":{"items":{"type":"integer","multipleOf":7,"minimum":0}}}}`,
			`{"a":[` + strings.Repeat(`1e-999999,`, 200) + `1e999999]}`},
		{"exponents of strings", `{"properties":{"a":{"items":{"type":"string"}}}}`, `{"a":[` + strings.Repeat(`1e-999999,`, 200) + `1]}`},
		{"huge exponents", `{"properties":{"a":{"multipleOf":3,"minimum":1e99999999999999999999}}}`, `{"a":1e-99999999999999999999}`},
		{"digits", `{"properties":{"a":{"multipleOf":7}}}`, `{"a":` + strings.Repeat("7", 1_000_000) + `1}`},
		{"unions", tree, strings.Repeat(`{"n":`, 300) + `1` + strings.Repeat(`}`, 300)},
		{"depth", tree, strings.Repeat(`{"a":1,"n":`, 5000) + `1` + strings.Repeat(`}`, 5000)},
		{"a pattern", `{"properties":{"a":{"pattern":"^(a+)+$"}}}`, `{"a":"` + strings.Repeat("a", 100_000) + `b"}`},
		{"a pattern of the caller", `{"properties":{"a":{"format":"regex"}}}`, `{"a":"` + strings.Repeat("(", 100_000) + `"}`},
		{"many problems", `{"properties":{"a":{"items":{"type":"string"}}}}`, `{"a":[` + strings.Repeat("1,", 100_000) + `1]}`},
		{"unique", `{"properties":{"a":{"uniqueItems":true}}}`, `{"a":[` + distinct(100_000) + `0]}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, err := compile(json.RawMessage(test.schema))
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			_, problems := d.prepare(json.RawMessage(test.args), false)
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("took %s", took)
			}
			if len(problems) == 0 || len(problems) > maxProblems {
				t.Errorf("%d problems", len(problems))
			}
			size := 0
			for _, p := range problems {
				size += len(p.Text)
			}
			if size > 20_000 {
				t.Errorf("sentences of %d bytes", size)
			}
			t.Logf("%s, %.200s", time.Since(start), problems[0].Text)
		})
	}
}

func TestFormats(t *testing.T) {
	label := strings.Repeat("a", 63)
	for name, texts := range map[string]struct{ good, bad []string }{
		"email": {[]string{"a@b.cc", "a.b+c@d", `"a b"@c.d`, "a@[1.2.3.4]", "a@[IPv6:::1]"},
			[]string{"", "a", "@a", "a@", "a@b.", "a b@c", "a..b@c", "a@-b", `"a@b`, "a@[1.2.3]", "a@[::1]", label + "aa@b"}},
		"uri": {[]string{"http://a.b/c?d#e", "a:b", "http://[::1]/"}, []string{"", "/a", "a", "http://::1/", "http://a b/", ":"}},
		"date-time": {[]string{"2024-02-29T23:59:59Z", "2024-01-01T00:00:00.5-00:00", "2024-01-01T00:59:00+01:00"}, // as package time
			[]string{"", "2024-02-29T23:59:60Z", "2024-02-29t00:00:00z", "2023-02-29T00:00:00Z", "2024-01-01T00:00:00", "2024-01-01 00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:00:60Z", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00+1:00"}},
		"date":     {[]string{"2024-02-29"}, []string{"", "2023-02-29", "2024-1-1"}},
		"time":     {[]string{"00:00:00Z", "23:59:59.5+01:00"}, []string{"", "23:59:60Z", "00:00Z", "0+:00:00Z"}},
		"uuid":     {[]string{"ABCDEFab-0000-0000-0000-000000000000"}, []string{"", "0000000-00000-0000-0000-000000000000", "ABCDEFab-0000-0000-0000-00000000000g"}},
		"ipv4":     {[]string{"1.2.3.4"}, []string{"", "01.2.3.4", "1.2.3", "1.2.3.256", "::1"}},
		"ipv6":     {[]string{"::1", "::ffff:1.2.3.4"}, []string{"", "::1%a", "1::2::3", "1.2.3.4"}},
		"hostname": {[]string{"a", "a.b-c", "a.", label}, []string{"", ".", "-a", "a-", "a_b", "a..b", label + "a"}},
		"duration": {[]string{"P1Y2M3DT4H5M6S", "P3W", "PT1S"}, []string{"", "P", "PT", "P1DT", "1D", "P1S", "P1W1D"}},
		"regex":    {[]string{"", "a+", `\d`}, []string{"(", "["}},
	} {
		d, err := compile(json.RawMessage(`{"format":"` + name + `"}`))
		if err != nil {
			t.Fatal(err)
		}
		for _, list := range [][]string{texts.good, texts.bad} {
			for _, text := range list {
				value, _ := json.Marshal(text) // a string
				if got, want := len(d.check(value)) == 0, slices.Contains(texts.good, text); got != want {
					t.Errorf("%s: %q is valid: %t, want %t", name, text, got, want)
				}
			}
		}
	}
}

// TestLargeUnion validates many small values against a union of many schemas, which
// the limits must permit.
func TestLargeUnion(t *testing.T) {
	var forms []string
	for i := range 60 {
		forms = append(forms, fmt.Sprintf(`{"type":"object","properties":{"k":{"const":%d},"v":{"type":"integer","default":1}},"required":["k"]}`, i))
	}
	d, err := compile(json.RawMessage(`{"properties":{"a":{"items":{"oneOf":[` + strings.Join(forms, ",") + `]}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	args, problems := d.prepare(json.RawMessage(`{"a":[`+strings.Repeat(`{"k":59},`, 10_000)+`{"k":0}]}`), false)
	if problems != nil || !strings.HasSuffix(string(args), `{"k":59,"v":1},{"k":0,"v":1}]}`) {
		t.Errorf("%v, %.100s", texts(problems), args)
	}
}

func distinct(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d,", i)
	}
	return b.String()
}

func FuzzPrepare(f *testing.F) {
	for _, test := range problems {
		f.Add(test.schema, test.args)
	}
	f.Fuzz(func(t *testing.T, schema, args string) {
		d, err := compile(json.RawMessage(schema))
		if err != nil {
			return
		}
		out, problems := d.prepare(json.RawMessage(args), false)
		again, same := d.prepare(json.RawMessage(args), false)
		if string(out) != string(again) || fmt.Sprint(problems) != fmt.Sprint(same) {
			t.Fatalf("%s %s: two answers", schema, args)
		}
		if (out == nil) != (len(problems) > 0) || out != nil && !json.Valid(out) {
			t.Fatalf("%s %s: %s %v", schema, args, out, problems)
		}
		if out != nil && !strings.Contains(schema, "default") && !strings.Contains(schema, `\u`) {
			if problems := d.check(out); len(problems) > 0 {
				t.Fatalf("%s %s: prepared %s, which has the problems %v", schema, args, out, texts(problems))
			}
		}
	})
}

func texts(problems []Problem) []string {
	var out []string
	for _, p := range problems {
		out = append(out, p.Argument+" "+p.Reason+": "+p.Text)
	}
	return out
}
