package jsonschemago

import (
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the wanted schemas")

// TestGolden infers the schema of every type of package p in testdata. The last part
// of an archive contains the schemas by version.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives in testdata: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := []byte(answers(load(t, ar).pkg))
			last := len(ar.Files) - 1
			if ar.Files[last].Name != "want" {
				ar.Files = append(ar.Files, txtar.File{Name: "want"})
				last++
			}
			if want := string(ar.Files[last].Data); want != string(got) {
				t.Errorf("schemas differ; run go test -update and review the change\n%s", diff(want, string(got)))
			}
			if ar.Files[last].Data = got; *update {
				if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// diff returns the lines that occur in only one of two texts.
func diff(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	var b strings.Builder
	for _, line := range w {
		if !slices.Contains(g, line) {
			fmt.Fprintln(&b, "-", line)
		}
	}
	for _, line := range g {
		if !slices.Contains(w, line) {
			fmt.Fprintln(&b, "+", line)
		}
	}
	return b.String()
}

// answers returns as text the schema of each type: for each version, and with an
// option if the option changes it.
func answers(pkg *types.Package) string {
	var b strings.Builder
	for _, name := range pkg.Scope().Names() {
		obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if named, _ := obj.Type().(*types.Named); !ok || named != nil && named.TypeParams().Len() > named.TypeArgs().Len() {
			continue
		}
		fmt.Fprintln(&b, name)
		plain := byVersion(obj.Type(), Options{})
		b.WriteString(ranges("", plain))
		if ignored := byVersion(obj.Type(), Options{IgnoreInvalidTypes: true}); !slices.Equal(ignored, plain) {
			b.WriteString(ranges("ignoring ", ignored))
		}
	}
	return b.String()
}

func byVersion(t types.Type, o Options) []string {
	var out []string
	for o.Version = V0_3_0; o.Version <= Latest; o.Version++ {
		n, err := Infer(t, o)
		if err != nil {
			out = append(out, "error: "+err.Error())
		} else {
			out = append(out, n.String())
		}
	}
	return out
}

// ranges returns answers as text, with one line for consecutive versions with the
// same answer.
func ranges(prefix string, answers []string) string {
	var b strings.Builder
	for from := 0; from < len(answers); {
		to := from
		for to+1 < len(answers) && answers[to+1] == answers[from] {
			to++
		}
		span := Version(from).String()
		if to > from {
			span += "-" + Version(to).String()
		}
		fmt.Fprintf(&b, "\t%s%s: %s\n", prefix, span, answers[from])
		from = to + 1
	}
	return b.String()
}

// source is a type-checked package p with the positions of its parts.
type source struct {
	fset *token.FileSet
	pkg  *types.Package
}

// load type-checks the packages of an archive in their order, and returns the last
// one, p.
func load(t testing.TB, ar *txtar.Archive) source {
	t.Helper()
	s := source{fset: token.NewFileSet()}
	pkgs := map[string]*types.Package{}
	for _, f := range ar.Files {
		if !strings.HasSuffix(f.Name, ".go") {
			continue
		}
		file, err := parser.ParseFile(s.fset, f.Name, f.Data, 0)
		if err != nil {
			t.Fatal(err)
		}
		cfg := types.Config{Importer: importer(pkgs)}
		dir := path.Dir(f.Name)
		if s.pkg, err = cfg.Check(dir, s.fset, []*ast.File{file}, nil); err != nil {
			t.Fatal(err)
		}
		pkgs[dir] = s.pkg
	}
	return s
}

type importer map[string]*types.Package

func (m importer) Import(path string) (*types.Package, error) {
	if p := m[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %q in the archive", path)
}

// check type-checks the text of one package, like load.
func check(t testing.TB, text string) source {
	t.Helper()
	return load(t, &txtar.Archive{Files: []txtar.File{{Name: "p/p.go", Data: []byte(text)}}})
}

func (s source) typ(name string) types.Type { return s.pkg.Scope().Lookup(name).Type() }

func (s source) line(pos token.Pos) int { return s.fset.Position(pos).Line }

func TestPositions(t *testing.T) {
	s := check(t, `package p

type Root struct {
	A int8 `+"`json:\"a\" jsonschema:\"number\"`"+`
	Inner
	L []Leaf
}

type Inner struct {
	B *string
}

type Leaf struct {
	N int
}
`)
	n, err := Infer(s.typ("Root"), Options{Version: Latest})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		line int
		typ  string
	}{
		{"", 3, "p.Root"},
		{"/properties/a", 4, "int8"},
		{"/properties/a/minimum", 4, ""},
		{"/properties/a/description", 4, ""},
		{"/properties/B", 10, "*string"},
		{"/properties/L", 6, "[]p.Leaf"},
		{"/properties/L/items", 6, "p.Leaf"},
		{"/properties/L/items/properties/N", 14, "int"},
		{"/required/1", 10, ""},
	} {
		at := n.Lookup(c.path)
		if at == nil {
			t.Errorf("%s: nothing in %s", c.path, n)
			continue
		}
		typ := ""
		if at.Type != nil {
			typ = at.Type.String()
		}
		if s.line(at.Pos) != c.line || typ != c.typ {
			t.Errorf("%s: line %d, type %q; want line %d, type %q", c.path, s.line(at.Pos), typ, c.line, c.typ)
		}
	}
	if !n.EscapeHTML {
		t.Error("the root does not ask for HTML escaping")
	}
}

func TestErrorPlaces(t *testing.T) {
	s := check(t, `package p

type Root struct {
	A int
	In []struct {
		M map[string]Deep
	}
}

type Deep struct {
	F func()
}

type Tag struct {
	A int `+"`jsonschema:\"enum=a\"`"+`
}

type Cycle struct {
	Next *Cycle
}
`)
	for _, c := range []struct {
		root string
		line int
	}{{"Root", 11}, {"Tag", 15}, {"Cycle", 19}} {
		_, err := Infer(s.typ(c.root), Options{Version: Latest})
		var te *TypeError
		if !errors.As(err, &te) {
			t.Errorf("%s: error %v, want a TypeError", c.root, err)
			continue
		}
		if s.line(te.Pos) != c.line {
			t.Errorf("%s: line %d, want %d", c.root, s.line(te.Pos), c.line)
		}
	}
}

func TestUnresolvable(t *testing.T) {
	s := check(t, `package p

type Box[T any] struct{ Value []T }

type Map[K comparable] map[K]int

type Loop *Loop

type Wide0 struct{ A, B, C, D, E, F, G, H, I, J Wide1 }
type Wide1 struct{ A, B, C, D, E, F, G, H, I, J Wide2 }
type Wide2 struct{ A, B, C, D, E, F, G, H, I, J Wide3 }
type Wide3 struct{ A, B, C, D, E, F, G, H, I, J Wide4 }
type Wide4 struct{ A, B, C, D, E, F, G, H, I, J Wide5 }
type Wide5 struct{ A, B, C, D, E, F, G, H, I, J int }
`)
	invalid := types.NewStruct([]*types.Var{types.NewField(0, s.pkg, "A", types.Typ[types.Invalid], false)}, nil)
	for _, c := range []struct {
		typ  types.Type
		want string
	}{
		{s.typ("Box"), "depends on the type parameter T"},
		{s.typ("Map"), "depends on the type parameter K"},
		{s.typ("Loop"), "a pointer type that points to itself"},
		{s.typ("Wide0"), "a schema of more than 200000 parts"},
		{types.NewSlice(invalid), "a type that did not compile"},
	} {
		_, err := Infer(c.typ, Options{Version: Latest, IgnoreInvalidTypes: true})
		var u *Unresolvable
		if !errors.As(err, &u) || u.Reason != c.want {
			t.Errorf("%s: %v, want %s", c.typ, err, c.want)
		}
	}
}

func TestTypeSchemas(t *testing.T) {
	s := check(t, `package p

type Over struct{ A, B int }

type Field struct {
	O Over `+"`jsonschema:\"said\"`"+`
	P *Over
}

type Embed struct {
	Over
	Z int
}
`)
	for _, c := range []struct {
		root, over string
		version    Version
		want       string
	}{
		{"Field", `{"type":"string","format":"x"}`, V0_3_0, `{"type":"object","required":["O","P"],"properties":{"O":{"type":"string","description":"said","format":"x"},"P":{"type":"string","format":"x"}},"additionalProperties":false}`},
		{"Field", `{"type":"string","format":"x"}`, V0_4_3, `{"type":"object","properties":{"O":{"type":"string","description":"said","format":"x"},"P":{"type":["null","string"],"format":"x"}},"required":["O","P"],"additionalProperties":false}`},
		{"Field", `true`, V0_4_3, `{"type":"object","properties":{"O":null,"P":null},"required":["O","P"],"additionalProperties":false}`},
		{"Embed", `{"type":"object","properties":{"A":{"type":"string"}}}`, V0_3_0, `{"type":"object","required":["A","B","Z"],"properties":{"A":{"type":"integer"},"B":{"type":"integer"},"Z":{"type":"integer"}},"additionalProperties":false}`},
		{"Embed", `{"type":"object","properties":{"A":{"type":"string"}}}`, V0_4_3, `error: an embedded p.Over, whose schema is not made from its fields`},
	} {
		n, err := schema.Parse([]byte(c.over))
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Version: c.version, TypeSchemas: []TypeSchema{{s.typ("Over"), n}}}
		res, err := Infer(s.typ(c.root), o)
		got := res.String()
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != c.want {
			t.Errorf("%s with %s in %s:\n got %s\nwant %s", c.root, c.over, c.version, got, c.want)
		}
	}
}

func BenchmarkInfer(b *testing.B) {
	ar, err := txtar.ParseFile("testdata/kinds.txtar")
	if err != nil {
		b.Fatal(err)
	}
	typ := load(b, ar).typ("Kinds")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Infer(typ, Options{Version: Latest}); err != nil {
			b.Fatal(err)
		}
	}
}
