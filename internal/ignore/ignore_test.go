package ignore

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for comment, want := range map[string]string{
		"//schemavet:ignore hints it is fine":        `[hints] "it is fine"`,
		"//schemavet:ignore hints,toolname  both ":   `[hints toolname] "both"`,
		"//schemavet:ignore ,hints,, x":              `[hints] "x"`,
		"//schemavet:ignore\thints\tbecause of tabs": `[hints] "because of tabs"`,
		"//schemavet:ignore hints":                   `[hints] ""`, // no reason: it has no effect
		"//schemavet:ignore hints ":                  `[hints] ""`,
		"//schemavet:ignore":                         `[] ""`,
		"//schemavet:ignore , x":                     `[] "x"`,
		"//schemavet:ignored hints x":                "none",
		"//schemavet:ignore:hints x":                 "none",
		"// schemavet:ignore hints x":                "none",
		"/*schemavet:ignore hints x*/":               "none",
		"//Schemavet:ignore hints x":                 "none",
		"//x //schemavet:ignore hints x":             "none",
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "p.go", "package p\n\n"+comment+"\nvar x int\n", parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		got := "none"
		for _, d := range Parse(fset, []*ast.File{f}) {
			got = fmt.Sprintf("%v %q", d.Checks, d.Reason)
			if at := fset.Position(d.Pos); at.Line != 3 || fset.Position(d.End).Column != len(comment)+1 {
				t.Errorf("%s: stands at %v to %v", comment, at, fset.Position(d.End))
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", comment, got, want)
		}
	}
}

// TestFind marks the lines that a comment concerns with "yes".
func TestFind(t *testing.T) {
	const src = `package p

var a = 1 // no
//schemavet:ignore check above
var b = 1 // yes
var c = 1 // no

var d = 1 //schemavet:ignore check behind, yes
var e = 1 // no

// Words about f.
//schemavet:ignore check in the middle of a comment
// More words.
var f = 1 // yes
var g = []int{ // no
	1, //schemavet:ignore other,check one of several, yes
	2, // no
} // no
//schemavet:ignore check
var h = 1 // no: without a reason
//schemavet:ignore other reason
var i = 1 // no
//schemavet:ignore check reason

var j = 1 // no: a line between
`
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	other, err := parser.ParseFile(fset, "other.go", strings.ReplaceAll(src, "schemavet:", ""), parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	list := Parse(fset, []*ast.File{f, other})
	for i, line := range strings.Split(strings.TrimSuffix(src, "\n"), "\n") {
		want := strings.Contains(line, "yes")
		if !want && !strings.Contains(line, "// no") {
			continue
		}
		if got := Find(list, fset, "check", fset.File(f.FileStart).LineStart(i+1)) != nil; got != want {
			t.Errorf("line %d, %s: %v", i+1, line, got)
		}
		if Find(list, fset, "check", fset.File(other.FileStart).LineStart(i+1)) != nil {
			t.Errorf("line %d of the other file is concerned", i+1)
		}
	}
}
