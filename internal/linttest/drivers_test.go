package linttest

import (
	"go/token"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestFixable(t *testing.T) {
	fset := token.NewFileSet()
	a := token.Pos(fset.AddFile("a.go", -1, 10).Base())
	b := token.Pos(fset.AddFile("b.go", -1, 10).Base())
	fix := func(at ...token.Pos) (f analysis.SuggestedFix) {
		for _, pos := range at {
			f.TextEdits = append(f.TextEdits, analysis.TextEdit{Pos: pos, End: pos})
		}
		return f
	}
	for _, c := range []struct {
		name  string
		fixes []analysis.SuggestedFix
		ok    bool
	}{
		{"none", nil, true},
		{"one", []analysis.SuggestedFix{fix(a, a+2)}, true},
		{"two", []analysis.SuggestedFix{fix(a), fix(a + 2)}, false},
		{"another file", []analysis.SuggestedFix{fix(a, b)}, false},
	} {
		err := fixable(fset, analysis.Diagnostic{Pos: a, SuggestedFixes: c.fixes})
		if (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
