package internal

import (
	"go/ast"
	"os"
	"strings"
	"testing"
)

// TestLength checks that files and functions have at most the lines that CONTRIBUTING.md allows,
// except in tests.
func TestLength(t *testing.T) {
	tr, err := readTree(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, src := range tr.sources {
		if strings.Contains(src.path, "testdata/") || strings.HasSuffix(src.path, "_test.go") {
			continue
		}
		line := func(n ast.Node, end bool) int {
			if end {
				return src.fset.Position(n.End()).Line
			}
			return src.fset.Position(n.Pos()).Line
		}
		if n := src.fset.File(src.file.Pos()).LineCount(); n > 401 { // the last one is empty
			t.Errorf("%s has %d lines", src.path, n)
		}
		for _, decl := range src.file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				if n := line(fn, true) - line(fn, false) + 1; n > 60 {
					t.Errorf("%s: %s has %d lines", src.path, fn.Name.Name, n)
				}
			}
		}
	}
}
