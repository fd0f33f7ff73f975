package schema

import (
	"bytes"
	"encoding/json"
	"testing"
)

func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"b":1,"a":[true,null,"x\u003c"]}`, `{"a":1,"a":2}`, `1e400`, `"\ud800"`, `[`, `{"a" 1}`, ``, `1 2`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := Parse(data)
		if (err == nil) != json.Valid(data) && len(data) < maxDepth {
			t.Fatalf("Parse error %v, json.Valid %v", err, json.Valid(data))
		}
		if err != nil {
			return
		}
		again, err := Parse(n.JSON())
		if err != nil {
			t.Fatalf("printed %s: %v", n.JSON(), err)
		}
		if !bytes.Equal(n.JSON(), again.JSON()) || !Equal(n, again) {
			t.Fatalf("print and parse changed %s to %s", n.JSON(), again.JSON())
		}
	})
}

func TestParseErrors(t *testing.T) {
	for in, want := range map[string]string{
		"{\n  \"a\": x}":   "2:8: invalid character 'x' looking for beginning of value",
		"":                 "1:1: unexpected end of JSON",
		"{\"a\":1":         "1:6: unexpected end of JSON",
		"{} {}":            "1:4: invalid character '{' after top-level value",
		"<<<<<<< HEAD\n{}": "1:1: invalid character '<' looking for beginning of value",
	} {
		_, err := Parse([]byte(in))
		if err == nil || err.Error() != want {
			t.Errorf("Parse(%q) = %v, want %s", in, err, want)
		}
	}
}

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":2}`, `{"b":2,"a":1.0}`, true},
		{`[1,2]`, `[2,1]`, false},
		{`{"a":null}`, `{}`, false},
		{`1e2`, `100`, true},
		{`1e999999999`, `1e999999998`, false},
	} {
		a, _ := Parse([]byte(c.a))
		b, _ := Parse([]byte(c.b))
		if Equal(a, b) != c.want {
			t.Errorf("Equal(%s, %s) = %v", c.a, c.b, !c.want)
		}
	}
}

func TestResolved(t *testing.T) {
	n := NewObject()
	n.Set("a", NewUnresolved("why", 0))
	n.Set("b", NewArray(NewString("x"), NewUnresolved("why", 0)))
	n.Set("c", NewString("<"))
	n.EscapeHTML = true
	if got := n.Resolved().String(); got != `{"c":"\u003c"}` {
		t.Errorf("Resolved() = %s", got)
	}
	var paths []string
	for _, h := range n.Holes() {
		paths = append(paths, h.Path)
	}
	if len(paths) != 2 || paths[0] != "/a" || paths[1] != "/b/1" {
		t.Errorf("Holes() = %v", paths)
	}
	if got := n.Lookup("/b/0").StringValue(); got != "x" {
		t.Errorf("Lookup(/b/0) = %q", got)
	}
}
