package borrow

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRead reads functions of small packages. The text before "--" is the file of the
// function F, the rest is another file of the package.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      bool
	}{
		{"generic", "func F[T any](v T) *T { return &v }", true},
		{"constraint", "func F[T comparable](v T) *T { return &v }", true},
		{"basic", "func F(v string) *string { return &v }", true},
		{"new", "func F(v bool) *bool { p := new(bool); *p = v; return p }", true},
		{"reads", "func F(p *int, d int) int { if p != nil { return *p }; return d }", true},
		{"delegates", "func F[T any](p *T) T { if p == nil { return Zero[T]() }; return *p } -- func Zero[T any]() (z T) { return z }", true},
		{"unexported", "func F(v string) *string { return f(v) }; func f(v string) *string { return &v }", false},
		{"variable", "var last string; func F(v string) *string { last = v; return &v }", false},
		{"global", "var G string; func F(v string) *string { return &G }", false},
		{"constant", "const c = 1; func F(p *int) int { return *p + c }", false},
		{"own type", "type S string; func F(v string) *string { s := S(v); r := string(s); return &r }", false},
		{"import", "import \"os\"; func F(v string) *string { os.Exit(1); return &v }", false},
		{"dot import", "import . \"strings\"; var _ = Repeat; func F(v string) *string { return &v }", false},
		{"method", "func F(p *error) *string { s := (*p).Error(); return &s }", true},
		{"loop", "func F(v string) *string { for { v += v } }", false},
		{"elements", "func F[T, R any](s []T, f func(T, int) R) []R { out := make([]R, len(s)); for i := range s { out[i] = f(s[i], i) }; return out }", true},
		{"some elements", "func F[T any, S ~[]T](s S, f func(T) bool) S { out := make(S, 0, len(s)); for _, e := range s { if !f(e) { continue }; out = append(out, e) }; return out } -- func S() {}", true},
		{"break", "func F[T any](s []T) (out []T) { for _, e := range s { if len(out) > 2 { break }; out = append(out, e) }; return out }", false},
		{"closure", "func F(v string) *string { return func() *string { return &v }() }", false},
		{"long", "func F(v string) *string { " + strings.Repeat("v += v; ", 40) + "return &v }", false},
		{"recursion", "func F[T any](v T) *T { return F(v) }", true},
		{"nil of its own", "func F(p *int) int { if p != nil { return *p }; return 0 } -- var nil = new(int)", false},
		{"true of its own", "func F(p *bool) bool { return *p == true } -- const ( a = iota; true = 2 < 1 )", false},
		{"new of its own", "func F(v bool) *bool { return new(v) } -- func new(v bool) *bool { return &v }", false},
		{"type of its own", "func F(v string) *string { s := string(v); return &s } -- type string = []byte", false},
		{"a method of such a name", "func F(p *int) int { if p != nil { return *p }; return 0 } -- type T int; func (T) nil() {}", true},
		{"no body", "func F(v string) *string", false},
	} {
		dir := t.TempDir()
		pkg, fset := write(t, dir, c.src)
		fn := pkg.Scope().Lookup("F").(*types.Func)
		if got := (&Reader{Fset: fset}).Read(fn) != nil; got != c.want {
			t.Errorf("%s: read is %v, want %v", c.name, got, c.want)
		}
	}
}

func write(t *testing.T, dir, src string) (*types.Package, *token.FileSet) {
	fset := token.NewFileSet()
	var files []*ast.File
	for i, part := range strings.Split(src, " -- ") {
		name := filepath.Join(dir, []string{"f.go", "other.go"}[i])
		if err := os.WriteFile(name, []byte("package p\n\n"+part+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	conf := types.Config{Error: func(error) {}, Importer: nothing{}}
	pkg, _ := conf.Check("example.org/p", fset, files, nil)
	return pkg, fset
}

type nothing struct{}

func (nothing) Import(path string) (*types.Package, error) { return types.NewPackage(path, path), nil }

// TestMoved checks that a function is not read from a file that differs from the one
// that was type-checked.
func TestMoved(t *testing.T) {
	const src = "func F(v string) *string { return &v }"
	for name, change := range map[string]func(file string) error{
		"gone":  os.Remove,
		"moved": func(f string) error { return os.WriteFile(f, []byte("package p\n\n\n"+src), 0o666) },
		"other type": func(f string) error {
			return os.WriteFile(f, []byte("package p\n\nfunc F(v []byte) *[]byte { return &v }"), 0o666)
		},
		"other package": func(f string) error { return os.WriteFile(f, []byte("package q\n\n"+src), 0o666) },
		"a method": func(f string) error {
			return os.WriteFile(f, []byte("package p\n\nfunc (string) F(v string) *string { return &v }"), 0o666)
		},
		"does not parse": func(f string) error { return os.WriteFile(f, []byte("package p\n\nfunc F(v string"), 0o666) },
	} {
		dir := t.TempDir()
		pkg, fset := write(t, dir, src)
		if err := change(filepath.Join(dir, "f.go")); err != nil {
			t.Fatal(err)
		}
		if (&Reader{Fset: fset}).Read(pkg.Scope().Lookup("F").(*types.Func)) != nil {
			t.Errorf("%s: read all the same", name)
		}
	}
}

// TestTrimmed checks that a function is not read if its file name is relative, as
// with the flag -trimpath.
func TestTrimmed(t *testing.T) {
	t.Chdir(t.TempDir())
	pkg, fset := write(t, ".", "func F(v string) *string { return &v }")
	if (&Reader{Fset: fset}).Read(pkg.Scope().Lookup("F").(*types.Func)) != nil {
		t.Error("read from the current folder")
	}
}

func TestCandidate(t *testing.T) {
	pkg, _ := write(t, t.TempDir(), `
func Generic[T any](v T) *T { return &v }
func Pointer(v string) *string { return &v }
func Value(p *string, d string) string { return d }
func First[T any](s []T) T { return s[0] }
func Plain(s string) string { return s }
func None() *string { return nil }
func Two(v *string) (string, bool) { return *v, true }
func Takes[T any](v T, f func(T, int) (T, bool), m map[string]T) *T { return &v }
func Calls[T any](v T, f func(error)) *T { return &v }
func Struct(s struct{ A int }) *int { return &s.A }
func private[T any](v T) *T { return &v }
`)
	for _, name := range pkg.Scope().Names() {
		want := strings.Contains("Generic Pointer Value First Takes", name)
		if got := Candidate(pkg.Scope().Lookup(name).(*types.Func)); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
