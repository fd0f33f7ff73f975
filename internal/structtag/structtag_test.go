package structtag

import (
	"reflect"
	"strconv"
	"testing"
)

// FuzzChange checks that Change sets the value of one key and no other.
func FuzzChange(f *testing.F) {
	f.Add("json:\"a\" k:\"b\"", "k", "c")
	f.Add("", "k", "`")
	f.Add("json:\"a\" json:\"b\"", "json", "\x00")
	f.Fuzz(func(t *testing.T, tag, key, value string) {
		for _, literal := range []string{strconv.Quote(tag), "`" + tag + "`"} {
			from, to, edit, err := Change(literal, key, key, value)
			if err != nil {
				continue
			}
			got := literal[:from] + edit + literal[to:]
			text, err := strconv.Unquote(got)
			if err != nil {
				t.Fatalf("Change(%s, %q, %q) = %s: %v", literal, key, value, got, err)
			}
			if v := reflect.StructTag(text).Get(key); v != value {
				t.Errorf("Change(%s, %q, %q) = %s, which has %q", literal, key, value, got, v)
			}
			before, _ := strconv.Unquote(literal)
			for _, other := range []string{"json", "jsonschema", "k"} {
				if other != key && reflect.StructTag(before).Get(other) != reflect.StructTag(text).Get(other) {
					t.Errorf("Change(%s, %q, %q) = %s changes %s", literal, key, value, got, other)
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
		{"`json:\"a\"`", "mcp", "mcp", "y", "`json:\"a\" mcp:\"y\"`"},
		{"``", "mcp", "mcp", "y", "`mcp:\"y\"`"},
		{`"json:\"a\""`, "mcp", "mcp", "y", `"json:\"a\" mcp:\"y\""`},
		{"`json:\"a\"`", "mcp", "mcp", "a `b`", `"json:\"a\" mcp:\"a ` + "`b`" + `\""`},
		{"`json`", "mcp", "mcp", "y", "error"},
		{"`json:\"a\"`", "mcp", "", "", "error"},
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
