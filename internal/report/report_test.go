package report

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

const source = `package p

var one = 1
var two = 2 //schemavet:ignore check it is wanted
var three = 3 //schemavet:ignore check
var four = 4 //schemavet:ignore other it is not this check
`

// pass returns a pass of a check named "check" over files, and the text to which it
// writes its reports.
func pass(t *testing.T, pkg string, files ...string) (*analysis.Pass, *strings.Builder) {
	out := &strings.Builder{}
	p := &analysis.Pass{
		Analyzer: &analysis.Analyzer{Name: "check"}, Fset: token.NewFileSet(), Pkg: types.NewPackage(pkg, "p"),
		ResultOf: map[*analysis.Analyzer]any{schemafacts.Analyzer: &schemafacts.Result{Tools: []*schemafacts.Tool{{Name: "tool"}}}},
	}
	at := func(pos token.Pos) string { return p.Fset.Position(pos).String() }
	p.Report = func(d analysis.Diagnostic) {
		fmt.Fprintf(out, "%s: %s: %s", at(d.Pos), d.Category, d.Message)
		for _, r := range d.Related {
			fmt.Fprintf(out, " (%s: %s)", at(r.Pos), r.Message)
		}
		out.WriteByte('\n')
	}
	for _, name := range files {
		f, err := parser.ParseFile(p.Fset, filepath.FromSlash(name), source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		p.Files = append(p.Files, f)
	}
	return p, out
}

func line(p *analysis.Pass, file, n int) token.Pos {
	return p.Fset.File(p.Files[file].FileStart).LineStart(n)
}

func diagnostic(pos token.Pos, msg string) Diagnostic {
	return Diagnostic{Diagnostic: analysis.Diagnostic{Pos: pos, Category: "rule", Message: msg}, Tool: "tool", Level: "breaking"}
}

func TestReport(t *testing.T) {
	p, out := pass(t, "example.com/p", "/src/p.go")
	r := New(p)
	r.Report(diagnostic(line(p, 0, 3), "first"))
	r.Report(diagnostic(line(p, 0, 3), "first")) // once
	r.Report(diagnostic(line(p, 0, 3), "second"))
	other := diagnostic(line(p, 0, 3), "first")
	other.Tool = "other" // the same words of another tool
	r.Report(other)
	r.Report(diagnostic(token.NoPos, "nowhere"))
	r.Report(diagnostic(line(p, 0, 4), "ignored"))
	r.Report(diagnostic(line(p, 0, 5), "without a reason"))
	r.Report(diagnostic(line(p, 0, 6), "of another check"))
	d := diagnostic(line(p, 0, 3), "elsewhere")
	d.Cause = line(p, 0, 6)
	r.Report(d)
	d.Message, d.Cause = "here", d.Pos
	r.Report(d)
	const want = `/src/p.go:3:1: rule: first
/src/p.go:3:1: rule: second
/src/p.go:3:1: rule: first
/src/p.go:5:1: rule: without a reason
/src/p.go:6:1: rule: of another check
/src/p.go:3:1: rule: elsewhere (/src/p.go:6:1: declared here)
/src/p.go:3:1: rule: here
`
	if got := filepath.ToSlash(out.String()); got != want {
		t.Errorf("reported\n%swant\n%s", got, want)
	}
	res := r.Result()
	if len(res.Findings) != 7 || len(res.Ignores) != 1 || p.Fset.Position(res.Ignores[0]).Line != 4 {
		t.Errorf("%d findings, comments used at %v", len(res.Findings), res.Ignores)
	}
	i := slices.IndexFunc(res.Findings, func(f Finding) bool { return f.Message == "second" })
	if f := res.Findings[i]; f.Tool != "tool" || f.Level != "breaking" {
		t.Errorf("the second: %+v", f)
	}
}

func TestPlace(t *testing.T) {
	p, _ := pass(t, "example.com/p", "/src/p.go")
	r := New(p)
	foreign := token.Pos(p.Fset.AddFile("/src/other.go", -1, 100).Base() + 5)
	at := func(n int) token.Pos { return line(p, 0, n) }
	doc := schema.NewObject().At(at(2))
	input := schema.NewObject().At(at(3))
	doc.Set("inputSchema", input)
	input.Set("x", schema.NewString("").At(foreign))
	input.Set("y", schema.NewString("").At(at(4)))
	for _, c := range []struct {
		name   string
		tool   *schemafacts.Tool
		places []token.Pos
		want   token.Pos
	}{
		{"a place", &schemafacts.Tool{NamePos: at(4)}, []token.Pos{foreign, at(3)}, at(3)},
		{"name", &schemafacts.Tool{NamePos: at(4), DefPos: at(5), RegPos: at(6)}, []token.Pos{foreign}, at(4)},
		{"definition", &schemafacts.Tool{NamePos: foreign, DefPos: at(5), RegPos: at(6)}, nil, at(5)},
		{"registration", &schemafacts.Tool{NamePos: foreign, RegPos: at(6)}, nil, at(6)},
		{"hop", &schemafacts.Tool{NamePos: foreign, Hops: []schemafacts.Hop{{Pos: foreign}, {Pos: at(3)}}}, nil, at(3)},
		{"clause", &schemafacts.Tool{NamePos: foreign}, nil, p.Files[0].Name.Pos()},
		{"no tool", nil, nil, p.Files[0].Name.Pos()},
	} {
		if got := r.Place(c.tool, c.places...); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, p.Fset.Position(got), p.Fset.Position(c.want))
		}
	}
	tool := &schemafacts.Tool{Doc: doc, NamePos: at(6)}
	for pointer, want := range map[string]token.Pos{"/inputSchema/y": at(4), "/inputSchema/x": at(3), "/inputSchema/z": at(3), "/title": at(6), "": at(6)} {
		if got := r.PlaceIn(tool, pointer); got != want {
			t.Errorf("%q: %s, want %s", pointer, p.Fset.Position(got), p.Fset.Position(want))
		}
	}
	if r.Own(foreign) || r.Own(token.NoPos) || !r.Own(p.Files[0].FileStart) || !r.Own(p.Files[0].FileEnd) {
		t.Error("the package owns other files than its own")
	}
}

// TestFiles checks that a Reporter uses the folder and the package clause of the
// package's first Go file, by name, that is not a test file and not a file that cgo
// generated. A package with only test files has neither.
func TestFiles(t *testing.T) {
	for _, c := range []struct {
		pkg    string
		files  []string
		dir    string // of the clause, "" for none
		clause int
	}{
		{"example.com/p", []string{"/src/z.go", "/src/b.go", "/src/c.go"}, "/src", 1},
		{"example.com/p", []string{"/src/a_test.go", "/src/b.go"}, "/src", 1},
		{"example.com/p", []string{"/cache/abc", "/src/b.go"}, "/src", 1}, // made by cgo
		{"example.com/p_test", []string{"/src/a_test.go"}, "", 0},
		{"example.com/p.test", []string{"/cache/main.go"}, "", 0},
		{"example.com/p", nil, "", 0},
	} {
		p, _ := pass(t, c.pkg, c.files...)
		r := New(p)
		var f *ast.File
		if c.dir != "" {
			f = p.Files[c.clause]
		}
		clause := token.NoPos
		if f != nil {
			clause = f.Name.Pos()
		}
		if filepath.ToSlash(r.Dir()) != c.dir || r.OnlyTests() != (c.dir == "") || r.PackageClause() != clause {
			t.Errorf("%v: folder %q, only tests %v, clause %s", c.files, r.Dir(), r.OnlyTests(), p.Fset.Position(r.PackageClause()))
		}
	}
	p, _ := pass(t, "example.com/p", "/src/p.go")
	if r := New(p); len(r.Tools) != 1 || r.Tools[0].Name != "tool" {
		t.Errorf("tools %v", r.Tools)
	}
}
