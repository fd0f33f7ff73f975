package jsonschemago

import (
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// parse parses a document. An object {"$hole": "reason"} in it becomes a hole.
func parse(t testing.TB, text string) *schema.Node {
	t.Helper()
	n, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	n.Walk(func(_ string, n *schema.Node) bool {
		if hole := n.Get("$hole"); hole != nil {
			*n = *schema.NewUnresolved(hole.Text, 0)
		}
		return true
	})
	return n
}

func TestFinish(t *testing.T) {
	for _, c := range []struct {
		fields, extra, order string
		version              Version
		want                 string
	}{
		{fields: `{}`, version: Latest, want: `true`},
		{fields: `{"not":true}`, version: Latest, want: `false`},
		{fields: `{"not":false}`, version: Latest, want: `{"not":false}`},
		{fields: `{"not":true}`, extra: `{"x":1}`, version: Latest, want: `{"not":true,"x":1}`},
		{fields: `{"not":{"$hole":"h"}}`, version: Latest, want: `{"not":null}`},
		{fields: `{"description":"<d>","items":true,"properties":{"b":true,"a":true,"c":true},"type":"object"}`, order: "c b", version: Latest,
			want: `{"type":"object","properties":{"c":true,"b":true,"a":true},"items":true,"description":"\u003cd\u003e"}`},
		{fields: `{"description":"<d>","items":true,"properties":{"b":true,"a":true,"c":true},"type":"object"}`, version: V0_3_0,
			want: `{"type":"object","description":"\u003cd\u003e","items":true,"properties":{"a":true,"b":true,"c":true}}`},
		{fields: `{"type":"string"}`, extra: `{"z":{"b":1,"a":2},"a":null}`, version: Latest, want: `{"type":"string","a":null,"z":{"b":1,"a":2}}`},
		{fields: `{"type":"string"}`, extra: `{"$hole":"unknown"}`, version: Latest, want: `null`},
		{fields: `{"dependencies":{"b":true},"dependencies":{"a":["x"]}}`, version: Latest, want: `{"dependencies":{"a":["x"],"b":true}}`},
		{fields: `{"$defs":{"b":true,"a":false}}`, version: Latest, want: `{"$defs":{"a":false,"b":true}}`},
		{fields: `{"type":"string","type":["null"]}`, version: V0_3_0, want: `both Type and Types are set; at most one should be`},
		{fields: `{"$defs":{},"definitions":{}}`, version: Latest, want: `both Defs and Definitions are set; at most one should be`},
		{fields: `{"items":true,"items":[]}`, version: Latest, want: `both Items and ItemsArray are set; at most one should be`},
		{fields: `{"dependencies":{"a":true},"dependencies":{"a":["x"]}}`, version: Latest, want: `dependency key "a" cannot be defined as both a schema and a string array`},
		{fields: `{}`, order: "a a", version: Latest, want: `property order slice cannot contain duplicate entries, found duplicate "a"`},
		{fields: `{}`, extra: `{"x":1,"dependencies":{}}`, version: Latest, want: `map key "dependencies" duplicates struct field`},
		{fields: `{}`, extra: `{"dependencies":{}}`, version: V0_3_0, want: `{"dependencies":{}}`},
	} {
		var extra *schema.Node
		if c.extra != "" {
			extra = parse(t, c.extra)
		}
		n, err := Finish(parse(t, c.fields), extra, strings.Fields(c.order), c.version)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = n.String()
		}
		if got != c.want {
			t.Errorf("%s extra %q order %q in %s:\n got %s\nwant %s", c.fields, c.extra, c.order, c.version, got, c.want)
		}
	}
}

func TestKeywords(t *testing.T) {
	fields := func(v Version) []string {
		var out []string
		for _, k := range Keywords(v) {
			out = append(out, k.Name)
		}
		return out
	}
	old, now := fields(V0_3_0), fields(V0_4_0)
	if !slices.Equal(old[:3], []string{"Type", "Types", "ID"}) || !slices.Equal(now[:5], []string{"Type", "Types", "Properties", "DependencySchemas", "DependencyStrings"}) {
		t.Errorf("first fields: %q, later %q", old[:3], now[:5])
	}
	var added []string
	for _, f := range now {
		if !slices.Contains(old, f) {
			added = append(added, f)
		}
	}
	if want := []string{"DependencySchemas", "DependencyStrings", "ItemsArray"}; !slices.Equal(added, want) || len(now) != len(old)+len(want) {
		t.Errorf("v0.4.0 has %d fields more, %q; want %q", len(now)-len(old), added, want)
	}
	for v, want := range map[Version]bool{V0_3_0: false, V0_4_1: false, V0_4_2: true} {
		for _, k := range Keywords(v) {
			if k.Name == "Properties" && k.KeepEmpty != want {
				t.Errorf("%s: empty properties are kept: %v, want %v", v, k.KeepEmpty, want)
			}
		}
	}
}
