package structtag

import (
	"reflect"
	"strconv"
	"testing"
)

func TestSet(t *testing.T) {
	for _, c := range []struct{ literal, value, want string }{
		{"", "x", "`k:\"x\"`"},
		{"``", "x", "`k:\"x\"`"},
		{"`json:\"a,omitempty\"`", `say "hi"`, "`json:\"a,omitempty\" k:\"say \\\"hi\\\"\"`"},
		{"`k:\"old\" json:\"a\"`", "new", "`k:\"new\" json:\"a\"`"},
		{"`json:\"k\"  k:\"old\"`", "new", "`json:\"k\"  k:\"new\"`"},
		{`"json:\"a\""`, "x", `"json:\"a\" k:\"x\""`},
		{"`json:\"a\"`", "a `b`", `"json:\"a\" k:\"a ` + "`b`" + `\""`},
		{"`json`", "x", ""},
		{"`json:\"a`", "x", ""},
		{"`", "x", ""},
	} {
		got, err := Set(c.literal, "k", c.value)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("Set(%s, %q) = %s, %v; want %s", c.literal, c.value, got, err, c.want)
		}
	}
}

// FuzzSet checks that Set changes the value of one key and no other.
func FuzzSet(f *testing.F) {
	f.Add("json:\"a\" k:\"b\"", "k", "c")
	f.Add("", "k", "`")
	f.Add("json:\"a\" json:\"b\"", "json", "\x00")
	f.Fuzz(func(t *testing.T, tag, key, value string) {
		for _, literal := range []string{strconv.Quote(tag), "`" + tag + "`"} {
			got, err := Set(literal, key, value)
			if err != nil {
				continue
			}
			text, err := strconv.Unquote(got)
			if err != nil {
				t.Fatalf("Set(%s, %q, %q) = %s: %v", literal, key, value, got, err)
			}
			if v := reflect.StructTag(text).Get(key); v != value {
				t.Errorf("Set(%s, %q, %q) = %s, which has %q", literal, key, value, got, v)
			}
			before, _ := strconv.Unquote(literal)
			for _, other := range []string{"json", "jsonschema", "k"} {
				if other != key && reflect.StructTag(before).Get(other) != reflect.StructTag(text).Get(other) {
					t.Errorf("Set(%s, %q, %q) = %s changes %s", literal, key, value, got, other)
				}
			}
		}
	})
}

func TestChange(t *testing.T) {
	for _, c := range []struct{ literal, key, newKey, value, want string }{
		{"`json:\"a\" mcp:\"x\" z:\"1\"`", "mcp", "jsonschema", "the x", "`json:\"a\" jsonschema:\"the x\" z:\"1\"`"},
		{"`json:\"a\"  mcp:\"x\" z:\"1\"`", "mcp", "", "", "`json:\"a\" z:\"1\"`"},
		{"`mcp:\"x\" z:\"1\"`", "mcp", "", "", "`z:\"1\"`"},
		{"`mcp:\"x\"`", "mcp", "", "", ""},
		{"`json:\"a\" mcp:\"x\"`", "mcp", "mcp", "a ` in it", `"json:\"a\" mcp:\"a ` + "` in it" + `\""`},
		{`"json:\"a\" mcp:\"x\""`, "mcp", "doc", "y", `"json:\"a\" doc:\"y\""`},
		{"`json:\"a\"`", "mcp", "doc", "y", "error"},
		{"`json: \"a\"`", "json", "doc", "y", "error"},
	} {
		from, to, text, err := Change(c.literal, c.key, c.newKey, c.value)
		got := "error"
		if err == nil {
			got = c.literal[:from] + text + c.literal[to:]
		}
		if got != c.want {
			t.Errorf("Change(%s, %q, %q, %q) makes %s, want %s", c.literal, c.key, c.newKey, c.value, got, c.want)
		}
	}
}
