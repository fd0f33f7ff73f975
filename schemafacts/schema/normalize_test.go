package schema

import (
	"bytes"
	"go/token"
	"strings"
	"testing"
)

func mustParse(t testing.TB, s string) *Node {
	t.Helper()
	n, err := Parse([]byte(s))
	if err != nil {
		t.Fatalf("parsing %s: %v", s, err)
	}
	return n
}

func TestNormalizeTool(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"order", `{"inputSchema":{"type":"object"},"zeta":1,"description":"d","alpha":2,"name":"n"}`,
			`{"name":"n","description":"d","inputSchema":{"type":"object"},"alpha":2,"zeta":1}`},
		{"hints", `{"name":"n","annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":true}}`, `{"name":"n"}`},
		{"hints that say something", `{"name":"n","annotations":{"readOnlyHint":true,"destructiveHint":false}}`,
			`{"name":"n","annotations":{"destructiveHint":false,"readOnlyHint":true}}`},
		{"title", `{"name":"n","title":"n"}`, `{"name":"n"}`},
		{"title before another one", `{"name":"n","title":"n","annotations":{"title":"N"}}`,
			`{"name":"n","title":"n","annotations":{"title":"N"}}`},
		{"title twice", `{"name":"n","title":"N","annotations":{"title":"N"}}`, `{"name":"n","title":"N"}`},
		{"title of the annotations", `{"name":"n","annotations":{"title":"n"}}`, `{"name":"n"}`},
		{"empty description", `{"name":"n","description":""}`, `{"name":"n"}`},
		{"input of anything", `{"name":"n","inputSchema":true}`, `{"name":"n","inputSchema":{}}`},
		{"short icon", `{"name":"n","icons":[{"src":"data:image/png;base64,AAAA"}]}`, `{"name":"n","icons":[{"src":"data:image/png;base64,AAAA"}]}`},
		{"address of an icon", `{"name":"n","icons":[{"src":"https://example.com/` + strings.Repeat("a", 300) + `"}]}`,
			`{"name":"n","icons":[{"src":"https://example.com/` + strings.Repeat("a", 300) + `"}]}`},
		{"icon", `{"name":"n","icons":[{"mimeType":"image/png","src":"data:image/png;base64,` + strings.Repeat("AAAA", 100) + `","sizes":["48x48"]},{"src":"b"}]}`,
			`{"name":"n","icons":[{"mimeType":"image/png","src":"data:image/png;bytes=300;sha256=d13d4a8b3b8add19b5970157f09d00c12cbda4fed4d74d8493156523f7069b66,","sizes":["48x48"]},{"src":"b"}]}`},
		{"icon in words", `{"name":"n","icons":[{"src":"data:image/svg+xml,` + strings.Repeat("a", 300) + `"}]}`,
			`{"name":"n","icons":[{"src":"data:image/svg+xml;bytes=300;sha256=9835fa6bf4e20a9b9ea812506302e98982721a6cf8d2cae67af57129bf21ae90,"}]}`},
		{"repeated member", `{"name":"n","description":"a","description":"b"}`, `{"name":"n","description":"b"}`},
	} {
		if got := Normalize(mustParse(t, c.in)).String(); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestNormalizeSchema(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"order", `{"required":["b","a","b"],"minimum":1,"properties":{"b":{"description":"d","type":"string"},"a":true},"type":"object"}`,
			`{"type":"object","properties":{"a":true,"b":{"type":"string","description":"d"}},"required":["a","b"],"minimum":1}`},
		{"dialect", `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}`, `{"type":"object"}`},
		{"dialect with a fragment", `{"$schema":"https://json-schema.org/draft/2020-12/schema#","type":"object"}`, `{"type":"object"}`},
		{"other dialect", `{"$schema":"http://json-schema.org/draft-07/schema#"}`, `{"$schema":"http://json-schema.org/draft-07/schema#"}`},
		{"types", `{"type":["string","null"]}`, `{"type":["null","string"]}`},
		{"one type", `{"type":["string"]}`, `{"type":"string"}`},
		{"what says nothing", `{"type":"array","minItems":0,"minLength":0.0,"uniqueItems":false,"required":[],"properties":{},"additionalProperties":{}}`,
			`{"type":"array"}`},
		{"empty schemas", `{"items":{},"not":{"not":{}}}`, `{"items":true,"not":false}`},
		{"an open object that is asked about", `{"additionalProperties":true,"unevaluatedProperties":false}`,
			`{"additionalProperties":true,"unevaluatedProperties":false}`},
		{"numbers", `{"minimum":1.0,"maximum":1e3,"multipleOf":0.50,"enum":[10e-1,-0,1.5e-9,1e400],"default":1.0}`,
			`{"default":1.0,"enum":[1,0,1.5e-9,1e400],"maximum":1000,"minimum":1,"multipleOf":0.5}`},
		{"a property named like a keyword", `{"properties":{"required":{"type":["string"]},"minLength":{"minLength":0}}}`,
			`{"properties":{"minLength":true,"required":{"type":"string"}}}`},
		{"data", `{"default":{"required":[],"b":1,"a":2},"enum":[{"minLength":0}]}`,
			`{"default":{"required":[],"b":1,"a":2},"enum":[{"minLength":0}]}`},
		{"enum keeps its order", `{"enum":["b","a"]}`, `{"enum":["b","a"]}`},
		{"unions", `{"anyOf":[{"type":["string"]},{}]}`, `{"anyOf":[{"type":"string"},true]}`},
	} {
		if got := NormalizeSchema(mustParse(t, c.in)).String(); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestNormalizeKeepsWhatIsNotInTheText(t *testing.T) {
	in := mustParse(t, `{"name":"n","inputSchema":{"type":["object"],"properties":{"b":{},"a":{"type":"string"}}}}`)
	props := in.Lookup("/inputSchema/properties")
	props.Get("a").Pos, props.Get("b").Pos = 7, 8
	in.Lookup("/inputSchema/type/0").Pos = 9
	in.Get("inputSchema").Set("required", NewArray(NewUnresolved("why", 10), NewString("b"), NewString("a")))
	before := in.String()
	out := Normalize(in)
	for path, want := range map[string]token.Pos{
		"/inputSchema/properties/a": 7, "/inputSchema/properties/b": 8, "/inputSchema/type": 9,
	} {
		if n := out.Lookup(path); n == nil || n.Pos != want {
			t.Errorf("position of %s is lost in %s", path, out)
		}
	}
	if hs := out.Holes(); len(hs) != 1 || hs[0].Reason != "why" || hs[0].Pos != 10 || hs[0].Path != "/inputSchema/required" || !hs[0].Partial.More {
		t.Errorf("holes %v", hs)
	}
	if in.String() != before {
		t.Errorf("Normalize changed its argument to %s", in)
	}
}

func TestCanonical(t *testing.T) {
	in := mustParse(t, `{"name":"get_issue","description":"a < b & c","annotations":{"readOnlyHint":true},
"inputSchema":{"type":"object","properties":{
"owner":{"description":"Repository owner","type":"string"},
"state":{"enum":["open","closed"],"type":"string"},
"long":{"type":"string","description":"A description that is so long that it cannot stand on one line with its type."},
"any":{},"list":{"type":"array","items":{"type":"string"}}},
"required":["owner"],"additionalProperties":false}}`)
	const want = `{
  "name": "get_issue",
  "description": "a < b & c",
  "annotations": {"readOnlyHint": true},
  "inputSchema": {
    "type": "object",
    "properties": {
      "any": true,
      "list": {
        "type": "array",
        "items": {"type": "string"}
      },
      "long": {
        "type": "string",
        "description": "A description that is so long that it cannot stand on one line with its type."
      },
      "owner": {"type": "string", "description": "Repository owner"},
      "state": {"type": "string", "enum": ["open", "closed"]}
    },
    "required": ["owner"],
    "additionalProperties": false
  }
}
`
	in.EscapeHTML = true
	if got := string(Normalize(in).Canonical()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for in, want := range map[string]string{`{}`: "{}\n", `[]`: "[]\n", `"<"`: "\"<\"\n", `{"a":1}`: "{\n  \"a\": 1\n}\n"} {
		if got := string(mustParse(t, in).Canonical()); got != want {
			t.Errorf("Canonical of %s = %q, want %q", in, got, want)
		}
	}
}

func FuzzNormalize(f *testing.F) {
	for _, s := range []string{
		`{"name":"n","title":"n","annotations":{"title":"n","readOnlyHint":false},"inputSchema":{"type":["b","a"],"required":[1,"a"]}}`,
		`{"inputSchema":{"properties":{"a":{"not":{}},"b":{"not":{"not":{}}}},"unevaluatedItems":false,"additionalProperties":{}}}`,
		`{"outputSchema":{"enum":[1.50,-0.0,1e-7,123456789012345678901234567890,1e21,1E+2],"items":[{},true]}}`,
		`{"inputSchema":{"dependencies":{"a":["c","b"],"b":{}},"definitions":{}},"description":""}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := Parse(data)
		if err != nil {
			return
		}
		once := Normalize(in)
		text := once.Canonical()
		read, err := Parse(text)
		if err != nil {
			t.Fatalf("the canonical form cannot be read: %v\n%s", err, text)
		}
		if !bytes.Equal(read.Canonical(), text) {
			t.Fatalf("print and parse changed\n%s\nto\n%s", text, read.Canonical())
		}
		if again := Normalize(read).Canonical(); !bytes.Equal(again, text) {
			t.Fatalf("normalising again changed\n%s\nto\n%s", text, again)
		}
	})
}
