package invopop

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the want parts")

// archive is a fixture: Go packages by directory, of which package p in types.go is
// under test, options.json with a list of options, and the want part. mapper.json
// contains the schemas that a Mapper returns, for options with "Mapped".
type archive struct {
	fset    *token.FileSet
	pkgs    map[string]*types.Package
	sources map[string]string
	methods map[token.Pos]string // the comment of a method says what it gives
	mapper  []byte
}

// library declares the types that the methods in fixtures mention.
const library = `package jsonschema
type Schema struct{}
`

func load(t testing.TB, ar *txtar.Archive) *archive {
	a := &archive{token.NewFileSet(), map[string]*types.Package{}, map[string]string{Path: library, EinoPath: library}, map[token.Pos]string{}, nil}
	for _, f := range ar.Files {
		if f.Name == "mapper.json" {
			a.mapper = f.Data
		}
		if strings.HasSuffix(f.Name, ".go") {
			a.sources[strings.TrimSuffix(filepath.ToSlash(filepath.Dir(f.Name)), "/")] = string(f.Data)
		}
	}
	if _, err := a.Import("."); err != nil {
		t.Fatal(err)
	}
	return a
}

// Import type-checks a package of the archive.
func (a *archive) Import(path string) (*types.Package, error) {
	if pkg := a.pkgs[path]; pkg != nil {
		return pkg, nil
	}
	src, ok := a.sources[path]
	if !ok {
		return nil, fmt.Errorf("the fixture has no package %s", path)
	}
	f, err := parser.ParseFile(a.fset, path+"/types.go", src, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Doc != nil {
			a.methods[fn.Name.Pos()] = strings.TrimSpace(fn.Doc.Text())
		}
	}
	name := path
	if path == "." {
		name = "example.test/p"
	}
	conf := types.Config{Importer: a}
	pkg, err := conf.Check(name, a.fset, []*ast.File{f}, nil)
	a.pkgs[path] = pkg
	return pkg, err
}

// node parses the doc comment of a method of t as JSON. It returns false if the method has
// no doc comment or if the comment is not JSON.
func (a *archive) node(t types.Type, method string) (*schema.Node, bool) {
	sel := types.NewMethodSet(t).Lookup(nil, method)
	n, err := schema.Parse([]byte(a.methods[sel.Obj().Pos()]))
	return n, err == nil
}

// mapped returns the Mapper of mapper.json. "shared" is one schema for all types that
// ask for it, true is an unknown schema.
func (a *archive) mapped(t *testing.T) func(types.Type) (*schema.Node, bool) {
	all, err := schema.Parse(a.mapper)
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	return func(t types.Type) (*schema.Node, bool) {
		n := all.Get(typeString(t))
		again := asked[typeString(t)]
		asked[typeString(t)] = true
		switch {
		case n == nil, typeString(t) == "p.Once" && !again:
			return nil, true
		case n.StringValue() == "shared":
			return all.Get("shared"), true
		case n.Kind != schema.Object:
			return nil, false
		}
		return n.Clone(), true
	}
}

func (a *archive) evaluator() Methods {
	return Methods{
		Schema: func(t types.Type) (*schema.Node, bool) { return a.node(t, "JSONSchema") },
		Extend: func(t types.Type, n *schema.Node) (*schema.Node, bool) {
			more, ok := a.node(t, "JSONSchemaExtend")
			if ok {
				for _, m := range more.Members {
					n.Set(m.Name, m.Value)
				}
			}
			return n, ok
		},
	}
}

// show returns a line of the want part.
func show(t types.Type, o Options) string {
	n, err := Reflect(t, o)
	var te *TypeError
	var un *Unresolvable
	switch {
	case errors.As(err, &un):
		return "unresolvable: " + un.Reason
	case errors.As(err, &te):
		return fmt.Sprintf("error: %s fatal=%v marshal=%v", te.Msg, te.Fatal, te.Marshal)
	}
	s := n.String()
	for _, h := range n.Holes() {
		s += fmt.Sprintf("\n  hole %s: %s", h.Path, h.Reason)
	}
	return s
}

// TestReflect reflects every type of package p whose name begins with a capital
// letter, with each of the options, in each version. It shows only versions that
// differ from the one before. Options with "Eino" are for the fork, in addition to
// the version from which it was made.
func TestReflect(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no fixtures", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			a := load(t, ar)
			opts := []json.RawMessage{[]byte("{}")}
			var want *txtar.File
			for i := range ar.Files {
				switch f := &ar.Files[i]; f.Name {
				case "options.json":
					if err := json.Unmarshal(f.Data, &opts); err != nil {
						t.Fatal(err)
					}
				case "want":
					want = f
				}
			}
			got := a.results(t, opts)
			if *update {
				want.Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != string(want.Data) {
				t.Errorf("got\n%s\nwant\n%s", got, want.Data)
			}
		})
	}
}

func (a *archive) results(t *testing.T, opts []json.RawMessage) string {
	var b strings.Builder
	scope := a.pkgs["."].Scope()
	for _, raw := range opts {
		var o Options
		var more struct{ Mapped, Eino bool }
		if err := errors.Join(json.Unmarshal(raw, &o), json.Unmarshal(raw, &more)); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "# %s\n", raw)
		for _, name := range scope.Names() {
			obj, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || !obj.Exported() {
				continue
			}
			o.Methods = a.evaluator()
			last := ""
			versions := releases[:]
			if more.Eino {
				versions = []Version{V0_13_0, Eino1_0_2, Eino1_0_3}
			}
			for _, v := range versions {
				o.Version = v
				if more.Mapped {
					o.Mapper = a.mapped(t)
				}
				if s := show(obj.Type(), o); s != last {
					fmt.Fprintf(&b, "%s %s %s\n", name, v, s)
					last = s
				}
			}
		}
	}
	return b.String()
}

// TestPositions checks that a property has the position of its field.
func TestPositions(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/struct.txtar")
	if err != nil {
		t.Fatal(err)
	}
	a := load(t, ar)
	typ := a.pkgs["."].Scope().Lookup("Basic").Type()
	n, err := Reflect(typ, Options{Version: V0_14_0, DoNotReference: true})
	if err != nil {
		t.Fatal(err)
	}
	if n.Type != typ || !n.Pos.IsValid() {
		t.Errorf("the root has type %v at %v", n.Type, n.Pos)
	}
	st := typ.Underlying().(*types.Struct)
	for i, m := range n.Get("properties").Members {
		f := st.Field(i)
		if m.Value.Pos != f.Pos() || m.Value.Type != f.Type() {
			t.Errorf("property %q is at %v with type %v, its field at %v with type %v",
				m.Name, m.Value.Pos, m.Value.Type, f.Pos(), f.Type())
		}
		if d := m.Value.Get("description"); d != nil && d.Pos != f.Pos() {
			t.Errorf("the description of %q is at %v, not at its field", m.Name, d.Pos)
		}
	}
}

func TestVersions(t *testing.T) {
	for in, want := range map[string]string{
		"v0.12.0": "v0.12.0", "v0.12.3": "v0.12.0", "v0.13.0": "v0.13.0", "v0.14.0": "v0.14.0", "v0.15.1": "v0.14.0",
		"v1.0.0": "v0.14.0", "v0.13.1-0.20250101000000-abcdef": "v0.13.0", "v0.7.0": "", "": "", "(devel)": "", "v1": "", "v0.": "",
	} {
		v, ok := ParseVersion(in)
		if ok != (want != "") || ok && v.String() != want {
			t.Errorf("ParseVersion(%q) = %v, %v, want %q", in, v, ok, want)
		}
	}
}

func TestDetectVersion(t *testing.T) {
	const old = "type Schema struct{ Properties map[string]*Schema }\ntype Reflector struct{ AdditionalFields func() }\n"
	const v13 = "type Schema struct{ Properties map[string]*Schema }\ntype Reflector struct{ AdditionalFields, LookupComment func() }\n"
	const v14 = "type Schema struct{ Properties *pb.OrderedMap }\ntype Reflector struct{ AdditionalFields, LookupComment func() }\n"
	for _, c := range []struct{ decls, file, required, want string }{
		{v13, "/m/github.com/invopop/jsonschema@v0.14.0/reflect.go", "v0.12.0", "v0.14.0"},
		{v13, "/src/vendor/github.com/invopop/jsonschema/reflect.go", "v0.14.0", "v0.13.0"},
		{v13, "", "v0.12.0", "v0.13.0"},
		{old, "", "v0.12.0", "v0.12.0"},
		{v14, "/home/me/fork/reflect.go", "", "v0.14.0"},
		{"", "", "v0.13.0", "v0.13.0"},
		{"", "", "", ""},
	} {
		src := "package jsonschema\n" + c.decls
		if strings.Contains(src, "pb.") {
			src = strings.Replace(src, "\n", "\nimport pb \"github.com/pb33f/ordered-map/v2\"\n", 1)
		}
		a := load(t, &txtar.Archive{Files: []txtar.File{
			{Name: "types.go", Data: []byte(src)},
			{Name: "github.com/pb33f/ordered-map/v2/map.go", Data: []byte("package orderedmap\ntype OrderedMap struct{}\n")},
		}})
		v, ok := DetectVersion(a.pkgs["."], c.file, c.required)
		if ok != (c.want != "") || ok && v.String() != c.want {
			t.Errorf("DetectVersion(%q, %q, %q) = %v, %v, want %q", c.decls, c.file, c.required, v, ok, c.want)
		}
	}
}

func TestMarshal(t *testing.T) {
	for in, want := range map[string]string{
		`{}`:                                    `true`,
		`{"title":"","deprecated":false}`:       `true`,
		`{"required":[]}`:                       `{}`,
		`{"type":"x","$id":"i","items":{}}`:     `{"$id":"i","items":true,"type":"x"}`,
		`{"default":"","const":null}`:           `{"default":""}`,
		`{"properties":{"b":{},"a":{}}}`:        `{"properties":{"b":true,"a":true}}`,
		`{"$defs":{"b":{},"a":{"not":{}}}}`:     `{"$defs":{"a":{"not":true},"b":true}}`,
		`{"\u0000extras":{"b":1,"a":"<"}}`:      `{"a":"\u003c","b":1}`,
		`false`:                                 `false`,
		`{"allOf":[{"minLength":0},true]}`:      `{"allOf":[{"minLength":0},true]}`,
		`{"dependentRequired":{"b":[],"a":[]}}`: `{"dependentRequired":{"a":[],"b":[]}}`,
	} {
		n, err := schema.Parse([]byte(in))
		if err != nil {
			t.Fatal(err)
		}
		got, err := Marshal(n, V0_14_0)
		if err != nil || got.String() != want {
			t.Errorf("Marshal(%s) = %v, %v, want %s", in, got, err, want)
		}
	}
	n, err := schema.Parse([]byte(`{"type":["string","null"],"title":"t","items":{"type":"x","title":"u"},"\u0000extras":{"a":1}}`))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"items":{"title":"u","type":"x"},"title":"t","type":["string","null"],"a":1}`
	if got, err := Marshal(n, Eino1_0_3); err != nil || got.String() != want {
		t.Errorf("Marshal of the fork = %v, %v, want %s", got, err, want)
	}
}

// TestDetectEino checks that the versions of the fork are distinguished.
func TestDetectEino(t *testing.T) {
	const old, now = "type Reflector struct{ AdditionalFields func() }", "type Reflector struct{ AdditionalFields, SchemaModifier func() }"
	for _, c := range []struct{ decls, file, required, want string }{
		{old, "", "", ""},
		{old, "", "v1.0.3", ""},
		{now, "", "", "eino-v1.0.3"},
		{now, "", "v1.0.2", "eino-v1.0.2"},
		{now, "", "v1.0.0", ""},
		{"type Schema struct{}", "", "v1.2.0", "eino-v1.0.3"},
		{now, "/m/github.com/eino-contrib/jsonschema@v1.0.0/reflect.go", "", ""},
		{old, "/m/github.com/eino-contrib/jsonschema@v1.0.2/reflect.go", "v1.0.3", "eino-v1.0.2"},
		{old, "/m/github.com/invopop/jsonschema@v1.0.2/reflect.go", "", ""},
	} {
		a := load(t, &txtar.Archive{Files: []txtar.File{{Name: "types.go", Data: []byte("package jsonschema\n" + c.decls)}}})
		v, ok := DetectEino(a.pkgs["."], c.file, c.required)
		if ok != (c.want != "") || ok && v.String() != c.want {
			t.Errorf("DetectEino(%q, %q, %q) = %v, %v, want %q", c.decls, c.file, c.required, v, ok, c.want)
		}
	}
	if _, ok := DetectEino(nil, "", "v1.0.3"); ok {
		t.Error("no package is the fork")
	}
	if Eino1_0_2.Path() != EinoPath || V0_13_0.Path() != Path {
		t.Error("the paths are exchanged")
	}
}

func BenchmarkReflect(b *testing.B) {
	var src strings.Builder
	src.WriteString("package p\ntype Leaf struct {\n\tA string `json:\"a\" jsonschema:\"title=t,enum=x,enum=y\"`\n\tB []int\n}\ntype Wide struct {\n")
	for i := range 200 {
		fmt.Fprintf(&src, "\tF%d map[string]Leaf `json:\"f%d,omitempty\" jsonschema:\"required,description=field\"`\n", i, i)
	}
	src.WriteString("}\n")
	a := load(b, &txtar.Archive{Files: []txtar.File{{Name: "types.go", Data: []byte(src.String())}}})
	t := a.pkgs["."].Scope().Lookup("Wide").Type()
	for _, mode := range []Options{{Version: V0_14_0}, {Version: V0_14_0, DoNotReference: true, Anonymous: true}} {
		b.Run(fmt.Sprintf("inline=%v", mode.DoNotReference), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Reflect(t, mode); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
