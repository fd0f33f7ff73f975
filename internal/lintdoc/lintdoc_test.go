package lintdoc

import "testing"

const file = `// Package x does something.
//
// # Analyzer x
//
// x: report what is wrong
//
// Words.
//
// # Options
//
// More.
//
// # Analyzer y
//
// z: not y
package x
`

func TestExtract(t *testing.T) {
	for _, c := range []struct{ content, name, want, err string }{
		{file, "x", "x: report what is wrong\n\nWords.\n\n# Options\n\nMore.", ""},
		{file, "y", "", `section "# Analyzer y" must begin with "y: "`},
		{file, "z", "", `package comment has no heading "# Analyzer z"`},
		{"package", "z", "", "reading a package comment: 1:8: expected 'IDENT', found 'EOF'"},
		{"package p", "z", "", `package comment has no heading "# Analyzer z"`},
	} {
		got, err := Extract(c.content, c.name)
		text := ""
		if err != nil {
			text = err.Error()
		}
		if got != c.want || text != c.err {
			t.Errorf("Extract(%.10q, %q) = %q, %q; want %q, %q", c.content, c.name, got, text, c.want, c.err)
		}
	}
	if got := Title(Must(file, "x")); got != "report what is wrong" {
		t.Errorf("Title = %q", got)
	}
}
