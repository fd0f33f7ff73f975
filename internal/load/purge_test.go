package load

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var purgeCases = []struct{ name, src, want string }{
	{"function", "func f() { g(1) }", "func f() {      }"},
	{"lines", "func f() {\n\tg()\n}", "func f() {\n    \n}"},
	{"type of result", "func f() struct{ a int } { return x }", "func f() struct{ a int } {          }"},
	{"type of parameter", "func f(x interface { m() }) interface{} { return x }", "func f(x interface { m() }) interface{} {          }"},
	{"comment before brace", "type t struct /* { */ { a int }", "type t struct /* { */ { a int }"},
	{"name like a keyword", "var x = xstruct{ a }", "var x = xstruct{   }"},
	{"type parameters", "func f[T interface{ ~[]E }, E any](x T) { g(x) }", "func f[T interface{ ~[]E }, E any](x T) {      }"},
	{"strings", "func f() { g(\"}\", `}\n}`, '}', '\\'') }", "func f() {          \n               }"},
	{"comments", "func f() { /* } */ g() // }\n}", "func f() {                 \n}"},
	{"division", "func f() { g(a / b) }", "func f() {          }"},
	{"directive of a line", "func f() {\n//line x.y:1\n/*line x.y:2*/ g() }", "func f() {\n//line x.y:1\n/*line x.y:2*/     }"},
	{"literal", "var x = map[string][]int{\"a\": {1}}", "var x = map[string][]int{        }"},
	{"generic literal", "var x = t[struct{}]{a: 1}", "var x = t[struct{}]{    }"},
	{"function literal", "var x = f(func() int { return 1 })", "var x = f(func() int {          })"},
	{"counted", "var x = [...]int{1, 2}\nvar y = [2]int{1, 2}", "var x = [...]int{1, 2}\nvar y = [2]int{    }"},
	{"counted in a group", "var (\n\tx = [...]struct {\n\t\ta int\n\t}{{1}}\n\ty = []int{1}\n)", "var (\n\tx = [...]struct {\n\t\ta int\n\t}{{1}}\n\ty = []int{ }\n)"},
	{"counted functions", "var x = [...]chan\nfunc() {f, g}", "var x = [...]chan\nfunc() {f, g}"},
	{"counted length", "type t [len([...]int{1, 2})]int\nfunc f() { g() }", "type t [len([...]int{1, 2})]int\nfunc f() {     }"},
	{"variadic", "func f(x ...int) { g(x...) }", "func f(x ...int) {         }"},
	{"preamble", "// int f() { return 1; }\nimport \"C\"\n\n//go:embed x\nvar x string", "// int f() { return 1; }\nimport \"C\"\n\n//go:embed x\nvar x string"},
	{"linkname", "//go:linkname f g\nfunc f()\nfunc h() { f() }", "//go:linkname f g\nfunc f()\nfunc h() {     }"},
	{"not closed", "func f() { g(1)", "func f() { g(1)"},
	{"left open", "var x = (1\nfunc f() { g(1) }", "var x = (1\nfunc f() { g(1) }"},
	{"not opened", "func f() { g(1) }}", "func f() { g(1) }}"},
	{"crossed", "var x = (1]\nfunc f() { g(1) }", "var x = (1]\nfunc f() { g(1) }"},
}

func TestPurge(t *testing.T) {
	for _, c := range purgeCases {
		src := []byte(c.src)
		purge(src)
		if got := string(src); got != c.want {
			t.Errorf("%s:\n%s\ngot\n%s\nwant\n%s", c.name, c.src, got, c.want)
		}
	}
}

// TestPurgeGo purges every fifth file of the standard library.
func TestPurgeGo(t *testing.T) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	root, n := filepath.Join(strings.TrimSpace(string(out)), "src"), 0
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "cmd" || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if n++; !strings.HasSuffix(name, ".go") || n%5 > 0 {
			return nil
		}
		src, err := os.ReadFile(name)
		if err == nil {
			comparePurged(t, name, src)
		}
		return err
	})
	if err != nil || n < 1000 {
		t.Errorf("%d files: %v", n, err)
	}
}

func FuzzPurge(f *testing.F) {
	for _, c := range purgeCases {
		f.Add("package p\n" + c.src)
	}
	f.Fuzz(func(t *testing.T, src string) { comparePurged(t, "p.go", []byte(src)) })
}

// comparePurged fails unless a purged file can be parsed if the original can, and has
// the same declarations at the same positions.
func comparePurged(t *testing.T, name string, src []byte) {
	before := token.NewFileSet()
	want, err := parser.ParseFile(before, name, src, parser.SkipObjectResolution)
	purged := slices.Clone(src)
	purge(purged)
	if bytes.Count(purged, []byte("\n")) != bytes.Count(src, []byte("\n")) {
		t.Errorf("%s: other lines", name)
	}
	if err != nil {
		return
	}
	after := token.NewFileSet()
	got, err := parser.ParseFile(after, name, purged, parser.SkipObjectResolution)
	if err != nil {
		t.Errorf("%s: %v\n%s", name, err, purged)
		return
	}
	if a, b := outline(t, before, want), outline(t, after, got); a != b {
		t.Errorf("%s:\n%s\nbecame\n%s", name, a, b)
	}
}

// outline returns the declarations of a file without statements and elements, and the
// positions of all remaining identifiers and braces.
func outline(t *testing.T, fset *token.FileSet, file *ast.File) string {
	var out strings.Builder
	for _, d := range file.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.BlockStmt:
				x.List = nil
			case *ast.CompositeLit:
				if a, ok := x.Type.(*ast.ArrayType); !ok || !isCounted(a) {
					x.Elts = nil
				}
			}
			if n != nil {
				out.WriteString(fset.Position(n.Pos()).String() + " ")
			}
			return true
		})
		if err := printer.Fprint(&out, fset, d); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

func isCounted(a *ast.ArrayType) bool {
	e, ok := a.Len.(*ast.Ellipsis)
	return ok && e.Elt == nil
}
