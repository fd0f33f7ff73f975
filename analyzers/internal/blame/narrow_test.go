package blame

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// TestWithin looks for positions in a long file: what Within returns is one declaration,
// statement or specification, and contains the position.
func TestWithin(t *testing.T) {
	src := "package p\n\nvar (\n" + strings.Repeat("\t_ = 1\n", 500) + ")\n\nfunc f() {\n" + strings.Repeat("\tf()\n", 500) + "}\n" + strings.Repeat("\ntype _ struct{ A int }\n", 500)
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"1", "f()\n}", "A int"} {
		pos := f.FileStart + token.Pos(strings.LastIndex(src, word))
		n, nodes := Within(f, pos), 0
		ast.Inspect(n, func(n ast.Node) bool { nodes++; return true })
		if nodes > 20 || pos < n.Pos() || n.End() < pos {
			t.Errorf("%q: a %T of %d nodes", word, n, nodes)
		}
	}
	if n := Within(f, f.Package); n != ast.Node(f) {
		t.Errorf("the package clause is in a %T", n)
	}
}
