package compat

import (
	"fmt"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

func TestRefuse(t *testing.T) {
	root, err := schema.Parse([]byte(`{
		"properties": {
			"n": {"type": "integer", "minimum": 1},
			"list": {"prefixItems": [{"const": 1}], "items": {"$ref": "#/$defs/word"}},
			"map": {"properties": {"a/b": {"enum": ["x"]}}, "additionalProperties": false},
			"all": {"allOf": [{}, {"maxLength": 2}]},
			"one": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
			"odd": {"type": "string", "pattern": "(?<=x)", "unknown": 1},
			"not": {"not": {"unknown": 1}},
			"never": false
		},
		"$defs": {"word": {"type": "string", "pattern": "^[a-z]+$"}}
	}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ at, value, want string }{
		{"n", `1`, ""},
		{"n", `0`, "minimum 1 at  0"},
		{"n", `"x"`, `type "integer" at  "x"`},
		{"list", `[1, "a", "b"]`, ""},
		{"list", `[2]`, "const 1 at /0 2"},
		{"list", `[1, "a", "B"]`, `pattern "^[a-z]+$" at /2 "B"`},
		{"map", `{"a/b": "x"}`, ""},
		{"map", `{"a/b": "y"}`, `enum ["x"] at /a~1b "y"`},
		{"map", `{"c": 1}`, " false at /c 1"},
		{"all", `"abc"`, `maxLength 2 at  "abc"`},
		{"one", `true`, `oneOf [{"type":"string"},{"type":"integer"}] at  true`},
		{"one", `1`, ""},
		{"odd", `"y"`, ""},
		{"odd", `1`, `type "string" at  1`},
		{"not", `1`, ""},
		{"never", `1`, " false at  1"},
		{"missing", `1`, ""},
	} {
		v, err := schema.Parse([]byte(c.value))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if r := NewRefuser(root).Refuse(root.Lookup("/properties/"+c.at), v); r != nil {
			got = fmt.Sprintf("%s %s at %s %s", r.Keyword, r.Want, r.Path, r.Got)
		}
		if got != c.want {
			t.Errorf("%s refuses %s: %q, want %q", c.at, c.value, got, c.want)
		}
	}
}

// TestRefusePartial checks that members of a schema that may be there count.
func TestRefusePartial(t *testing.T) {
	for _, c := range []struct{ known, value string }{
		{`{"additionalProperties": false}`, `{"a": 1}`},
		{`{"properties": {"b": true}, "additionalProperties": false}`, `{"a": 1}`},
		{`{"items": false}`, `[1]`},
	} {
		root := parse(t, c.known)
		if NewRefuser(root).Refuse(root, parse(t, c.value)) == nil {
			t.Errorf("%s accepts %s", c.known, c.value)
		}
		root.Doubt("why", 0).More = true
		if r := NewRefuser(root).Refuse(root, parse(t, c.value)); r != nil {
			t.Errorf("%s and more refuses %s: %s", c.known, c.value, r)
		}
	}
	root := parse(t, `{"$defs": {"b": true}}`)
	root.Get("$defs").Doubt("why", 0).More = true
	if ref := schema.NewString("#/$defs/a"); NewRefuser(root).Dangling(ref) || !NewRefuser(root.Resolved()).Dangling(ref) {
		t.Error("a reference to what may be there")
	}
}
