package enclosing

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ast/astutil"
)

// TestPath compares Path with astutil.PathEnclosingInterval at the places where nodes of
// the module's own source begin and where their parentheses open.
func TestPath(t *testing.T) {
	names, err := filepath.Glob("../../schemafacts/internal/*/*.go")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	fset := token.NewFileSet()
	for _, name := range names[:min(len(names), 40)] {
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		places := map[token.Pos]bool{}
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				places[call.Lparen] = true
			}
			if n != nil {
				places[n.Pos()] = true
			}
			return true
		})
		for pos := range places {
			want, _ := astutil.PathEnclosingInterval(f, pos, pos)
			if got := Path([]*ast.File{f}, pos); !slices.Equal(got, want) {
				t.Errorf("%s: %s, want %s", fset.Position(pos), types(got), types(want))
			}
		}
	}
}

func TestExpr(t *testing.T) {
	const text = "package p; var a, b = f(x).y + 1, []int{0, g(2)}"
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]string{"f(": "f(x).y + 1", "x)": "x", "g(": "g(2)", "1,": "1", "=": "", "a,": "a", "var": ""} {
		offset := f.FileStart + token.Pos(strings.Index(text, at))
		got := ""
		if e := Expr([]*ast.File{f}, offset); e != nil {
			got = text[e.Pos()-f.FileStart : e.End()-f.FileStart]
		}
		if got != want {
			t.Errorf("at %s: %q, want %q", at, got, want)
		}
	}
}

func types(path []ast.Node) string {
	var out []string
	for _, n := range path {
		out = append(out, strings.TrimPrefix(reflect.TypeOf(n).String(), "*ast."))
	}
	return strings.Join(out, " ")
}
