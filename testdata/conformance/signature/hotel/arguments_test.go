package hotel_test

import (
	"strings"
	"testing"
)

// TestArguments calls functions whose arguments are the fields of a struct, or may be
// null or missing. Of an error only the beginning is wanted.
func TestArguments(t *testing.T) {
	g := checkIn(t)
	for _, c := range []struct{ tool, args, want string }{
		{"Look", `{"query":"sea "}`, `sea 10 true []`},
		{"Look", `{"query":"sea ","limit":2,"clean":false,"tags":["a"]}`, `sea 2 false [a]`},
		{"Look", `{}`, `! query`},
		{"Look", `{"s":{"query":"sea"}}`, `! query`},
		{"Look", `{"query":"sea","limit":0}`, `! limit`},
		{"LookAt", `{"query":"sea","limit":2.0,"clean":true}`, `{"query":"sea","limit":2,"clean":true}`},
		{"LookAt", `{"query":"sea"}`, `! clean`},
		{"Run", `{"query":"sea ","clean":true}`, `sea 5 true true true`},
		{"Run", `{"query":"sea ","clean":true,"floor":1,"Clock":1}`, `! Clock`},
		{"Fetch", `{"Count":3}`, `3`},
		{"Fetch", `{}`, `! Count`},
		{"Absent", `{"must":1}`, `true true 0 true`},
		{"Absent", `{"must":1,"list":null,"byName":null,"floor":null}`, `true true 0 true`},
		{"Absent", `{"must":1,"list":[],"byName":{},"floor":2}`, `false false 2 true`},
		{"Absent", `{}`, `! must`},
		{"Inline", `{"name":"Ann"}`, `Ann`},
		{"Inline", `{"name":"Anne"}`, `! name`},
		{"Pet", `{"kind":"cat"}`, `{"kind":"cat","lives":9}`},
		{"Pet", `{"kind":"dog"}`, `{"kind":"dog"}`},
		{"Pet", `{"kind":"cow"}`, `! `},
		{"Raw", `{}`, `7 raw7`}, // as go-sdk sends a value next to a result
	} {
		got := g.ask(t, c.tool, c.args, nil)
		if rest, ok := strings.CutPrefix(c.want, "! "); ok {
			if reason, _, _ := strings.Cut(got, ":"); !strings.Contains(got, " : ") && !strings.HasSuffix(reason, " "+rest) && !strings.Contains(got, `"`+rest+`"`) {
				t.Errorf("%s %s\ngot  %s\nwant an error about %q", c.tool, c.args, got, rest)
			}
			continue
		}
		if box := `{"result":`; strings.HasPrefix(got, box) {
			got = strings.Trim(strings.TrimSuffix(strings.TrimPrefix(got, box), "}"), `"`)
		}
		if got != c.want {
			t.Errorf("%s %s\ngot  %s\nwant %s", c.tool, c.args, got, c.want)
		}
	}
}
