package signature

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"go/version"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"os"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the want parts")

// module is the module path for those packages of a fixture whose directories contain
// no dot. The package in the root is under test.
const module = "example.com/app"

// fixture consists of Go packages by directory, options.json, files that directives
// name, and the want part.
type fixture struct {
	fset    *token.FileSet
	std     types.Importer
	sources map[string][]txtar.File // by import path
	pkgs    map[string]*types.Package
	read    map[string]*Package
	files   map[string][]byte
	root    []*ast.File
	opts    Options
}

// sdks are the SDKs of the fixtures.
var sdks = []SDK{
	{"example.org/sdk", []string{"Server", "*Request", "*Session", "Progress*"},
		[]string{"example.org/sdk/mcp.CallToolResult", "example.org/sdk/mcp.Content", "example.org/sdk/mcp.TextContent"}},
	{"example.org/other", []string{"MCPServer", "*Request", "*Session"},
		[]string{"example.org/other/mcp.CallToolResult", "example.org/other/mcp.ServerResult", "example.org/other/mcp.EmbeddedResource"}},
}

var std = importer.Default()

func load(t testing.TB, ar *txtar.Archive) *fixture {
	fx := &fixture{token.NewFileSet(), std, map[string][]txtar.File{}, map[string]*types.Package{}, map[string]*Package{},
		map[string][]byte{}, nil, Options{}}
	for _, f := range ar.Files {
		switch {
		case strings.HasSuffix(f.Name, ".go"):
			dir := path.Dir(f.Name)
			if !strings.Contains(strings.Split(dir, "/")[0], ".") || dir == "." {
				dir = path.Join(module, dir)
			}
			fx.sources[dir] = append(fx.sources[dir], f)
		case f.Name == "options.json":
			dec := json.NewDecoder(bytes.NewReader(f.Data))
			dec.DisallowUnknownFields()
			var o struct {
				Strict, UnknownAsText, WarnMissingDocs, Nullable bool
				Contexts                                         []string
			}
			if err := dec.Decode(&o); err != nil {
				t.Fatal(err)
			}
			fx.opts = Options{Strict: o.Strict, UnknownAsText: o.UnknownAsText, WarnMissingDocs: o.WarnMissingDocs, Nullable: o.Nullable, Contexts: o.Contexts}
		case f.Name != "want":
			fx.files[f.Name] = f.Data
		}
	}
	fx.opts.SDKs = sdks
	fx.opts.File = func(pkg, name string) ([]byte, error) {
		if data, ok := fx.files[name]; ok && pkg == module {
			return data, nil
		}
		return nil, os.ErrNotExist
	}
	if _, err := fx.Import(module); err != nil {
		t.Fatal(err)
	}
	return fx
}

// Import type-checks a package of the fixture, and reads it in the form in which
// other packages see it: encoded and decoded.
func (fx *fixture) Import(p string) (*types.Package, error) {
	if pkg := fx.pkgs[p]; pkg != nil {
		return pkg, nil
	}
	if len(fx.sources[p]) == 0 {
		return fx.std.Import(p)
	}
	var files []*ast.File
	for _, src := range fx.sources[p] {
		f, err := parser.ParseFile(fx.fset, src.Name, src.Data, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: fx}
	pkg, err := conf.Check(p, fx.fset, files, info)
	if err != nil {
		return nil, err
	}
	fx.pkgs[p] = pkg
	if strings.HasPrefix(p, module) {
		fx.read[p] = Read(fx.fset, pkg, info, files, true)
	}
	if p == module {
		fx.root = files
	}
	return pkg, nil
}

// funcs returns the exported functions and methods under test in source order, except
// methods that encoding/json calls.
func (fx *fixture) funcs() (out []Func) {
	for _, f := range fx.root {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || !fd.Name.IsExported() || strings.Contains(fd.Name.Name, "arshal") {
				continue
			}
			var obj types.Object
			if fd.Recv == nil {
				obj = fx.pkgs[module].Scope().Lookup(fd.Name.Name)
			} else {
				typ, name, _ := strings.Cut(declName(fd), ".")
				obj, _, _ = types.LookupFieldOrMethod(types.NewPointer(fx.pkgs[module].Scope().Lookup(typ).Type()), true, fx.pkgs[module], name)
			}
			out = append(out, Func{Object: obj.(*types.Func), Comment: NewFuncComment(fx.fset, f, declName(fd), fd.Doc, fd.Type)})
		}
	}
	return out
}

func (fx *fixture) source(p string) *Package { return fx.read[p] }

// show returns the schema of a function as JSON.
func (fx *fixture) show(s Schema) *schema.Node {
	n := schema.NewObject()
	n.Set("name", schema.NewString(s.Name))
	if s.Description != "" {
		n.Set("description", schema.NewString(s.Description))
	}
	if s.Tool {
		n.Set("tool", schema.NewBool(true))
	}
	schemas := schema.NewObject()
	for name, v := range map[string]*schema.Node{"inputSchema": s.Input, "outputSchema": s.Output, "inferred": s.Inferred, "inferredOutput": s.InferredOutput} {
		if v != nil {
			n.Set(name, v)
			schemas.Set(name, v)
		}
	}
	n.SortMembers()
	schemas.SortMembers()
	holes := schema.NewArray()
	for _, h := range schemas.Holes() {
		holes.Elems = append(holes.Elems, schema.NewString(fmt.Sprintf("%s:%s: %s", h.Path, fx.line(h.Pos), h.Reason)))
	}
	if len(holes.Elems) > 0 {
		n.Set("unresolved", holes)
	}
	problems := schema.NewArray()
	for _, p := range s.Problems {
		kind := "warning"
		if p.Error {
			kind = "error"
		}
		problems.Elems = append(problems.Elems, schema.NewString(fmt.Sprintf("%s:%s: %s %s: %s", p.Path, fx.line(p.Pos), kind, p.Rule, p.Msg)))
		if p.Path != "" && schemas.Lookup(p.Path) == nil {
			problems.Elems = append(problems.Elems, schema.NewString("the path leads nowhere"))
		}
	}
	if len(problems.Elems) > 0 {
		n.Set("problems", problems)
	}
	return n
}

func (fx *fixture) line(pos token.Pos) string {
	if !pos.IsValid() {
		return "-"
	}
	p := fx.fset.Position(pos)
	return fmt.Sprintf("%d:%d", p.Line, p.Column)
}

// TestContract describes the exported functions of each fixture.
func TestContract(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no fixtures", err)
	}
	for _, p := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(p), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(p)
			if err != nil {
				t.Fatal(err)
			}
			if fields := "url.URL"; bytes.Contains(ar.Files[0].Data, []byte(fields)) && version.Compare(runtime.Version(), "go1.26") < 0 {
				t.Skip(fields + " has another order of fields before Go 1.26")
			}
			fx := load(t, ar)
			all := schema.NewObject()
			for _, f := range fx.funcs() {
				s := Describe(f, fx.source, fx.opts)
				checkPlaces(t, f, s)
				all.Set(FuncName(f.Object), fx.show(s))
			}
			got := string(all.Canonical())
			i := len(ar.Files) - 1
			if ar.Files[i].Name != "want" {
				ar.Files = append(ar.Files, txtar.File{Name: "want"})
				i++
			}
			if *update {
				ar.Files[i].Data = []byte(got)
				if err := os.WriteFile(p, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(ar.Files[i].Data), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// checkPlaces reports nodes without a position.
func checkPlaces(t *testing.T, f Func, s Schema) {
	for name, root := range map[string]*schema.Node{"input": s.Input, "output": s.Output} {
		root.Walk(func(path string, n *schema.Node) bool {
			if !n.Pos.IsValid() {
				t.Errorf("%s: %s%s has no position: %s", f.Object.Name(), name, path, n)
			}
			return true
		})
	}
}

// TestPackage checks that the contents of a package survive encoding, that equal
// contents have equal bytes, and that they are complete: a function is described from
// them as it is from its own syntax.
func TestPackage(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.txtar")
	for _, p := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(p), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(p)
			if err != nil {
				t.Fatal(err)
			}
			fx, again := load(t, ar), load(t, ar)
			far := map[string]*Package{}
			for path, pkg := range fx.read {
				a, b := encode(t, pkg), encode(t, again.read[path])
				if !bytes.Equal(a, b) {
					t.Errorf("package %s is not encoded the same way twice", path)
				}
				far[path] = new(Package)
				if err := gob.NewDecoder(bytes.NewReader(a)).Decode(far[path]); err != nil {
					t.Fatal(err)
				}
			}
			for _, f := range fx.funcs() {
				near := Describe(f, fx.source, fx.opts)
				f.Comment = Comment{}
				s := Describe(f, func(p string) *Package { return far[p] }, fx.opts)
				if near.Input.String() != s.Input.String() || near.Output.String() != s.Output.String() || near.Name != s.Name || near.Description != s.Description {
					t.Errorf("%s differs from afar:\n%s\n%s", f.Object.Name(), near.Input, s.Input)
				}
			}
		})
	}
}

func encode(t *testing.T, p *Package) []byte {
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(p); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}
