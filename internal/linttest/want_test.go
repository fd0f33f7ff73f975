package linttest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

func TestExpect(t *testing.T) {
	ar := txtar.Parse([]byte(`-- a.go --
package a // want a:"^fact$"
var x int // want ` + "`one` \"two\"" + `
var y int
`))
	for _, c := range []struct {
		name string
		res  results
		want []string
	}{
		{"as expected", results{
			findings: []finding{{file: "a.go", line: 2, message: "two"}, {file: "a.go", line: 2, message: "one"}},
			facts:    []fact{{"a.go", 1, "a", "fact"}},
		}, nil},
		{"nothing", results{}, []string{
			`a.go:1: no fact of a matches "^fact$", have []`, `a.go:2: no finding matches "one"`, `a.go:2: no finding matches "two"`,
		}},
		{"elsewhere", results{
			findings: []finding{{file: "a.go", line: 2, message: "one two"}, {file: "a.go", line: 3, message: "two"}},
			facts:    []fact{{"a.go", 1, "a", "fact"}, {"b.go", 1, "b", "other"}},
		}, []string{"a.go:3: unexpected: two", `a.go:2: no finding matches "two"`}},
	} {
		if diff := cmp.Diff(c.want, expect(ar, &c.res)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	for text, want := range map[string]string{
		"`(`": "error parsing regexp: missing closing ): `(`",
		"":    "want without an expression",
		"a":   "want: no colon after a",
		"1":   "want: unexpected \"1\"",
		`"a`:  `want: "a: invalid syntax`,
	} {
		if _, err := parseWant(text); err == nil || err.Error() != want {
			t.Errorf("parseWant(%q) = %v, want %s", text, err, want)
		}
	}
}

func TestParseVet(t *testing.T) {
	out := []byte(`# example.com/a
{"example.com/a": {"check": [{"posn": "/m/a/a.go:3:4", "message": "text"}], "none": []}}
# example.com/b
{}
`)
	got, err := parseVet("/m", out)
	want := []string{"a/a.go:3:4: check: text"}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for _, bad := range []string{`{"p": {"c": {"error": "x"}}}`, `{`} {
		if _, err := parseVet("/m", []byte(bad)); err == nil {
			t.Errorf("parseVet accepts %s", bad)
		}
	}
}
