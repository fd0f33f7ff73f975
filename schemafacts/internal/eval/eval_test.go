package eval_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/gostd"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the expected parts of testdata")

// stdSource imports the standard library from source. The tests share it, because
// type-checking encoding/json takes longer than most of them.
var stdSource = importer.ForCompiler(token.NewFileSet(), "source", nil)

// env is a package without a dialect: emit prints its argument.
type env struct {
	unit *ir.Unit
	out  *strings.Builder
}

func (e *env) Func(key string) *ir.Func                                 { return e.unit.Funcs[key] }
func (e *env) Unit(path string) *ir.Unit                                { return e.unit }
func (e *env) Watch(types.Type) bool                                    { return false }
func (e *env) Decode(*schema.Node, types.Type) (value.Value, bool)      { return nil, false }
func (e *env) Harmless(string) bool                                     { return false }
func (e *env) Request(types.Type) bool                                  { return false }
func (e *env) Units() []*ir.Unit                                        { return []*ir.Unit{e.unit} }
func (e *env) Leads(types.Type) bool                                    { return true }
func (e *env) Registers(string) bool                                    { return true }
func (e *env) Encode(*gojson.Encoder, value.Value) (*schema.Node, bool) { return nil, false }
func (e *env) Intrinsic(key string) eval.Intrinsic {
	switch key {
	case "p.handed":
		return func(c *eval.Call) value.Value { return c.Arg(0) }
	case "p.emit":
	default:
		return nil
	}
	return func(c *eval.Call) value.Value {
		enc := &gojson.Encoder{M: c.M}
		n := enc.Encode(c.Arg(0))
		fmt.Fprint(e.out, n)
		if c.M.Conditional() {
			fmt.Fprint(e.out, " conditional")
		}
		for _, h := range n.Holes() {
			fmt.Fprintf(e.out, " %s?%s", h.Path, h.Reason)
			if h.Partial != nil {
				fmt.Fprint(e.out, strings.TrimPrefix(h.String(), "is partly unresolved"))
			}
		}
		if enc.Err != nil {
			fmt.Fprint(e.out, " error: ", enc.Err.Msg)
		}
		e.out.WriteByte('\n')
		return value.Tuple{}
	}
}

// lowered type-checks a file and lowers all of it.
func lowered(t testing.TB, imp types.Importer, name, src string) (*token.FileSet, *types.Package, *ir.Unit, []*ir.Func) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name+".go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{}, Implicits: map[ast.Node]types.Object{}}
	conf := types.Config{Importer: imp}
	pkg, err := conf.Check("p", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	unit, order := lower.Lower(&lower.Source{Fset: fset, Files: []*ast.File{f}, Pkg: pkg, Info: info}, everything)
	return fset, pkg, unit, order
}

// check evaluates a file, directly and once more after its programs were encoded
// and decoded.
func check(t testing.TB, imp types.Importer, name, src string) (direct, decoded string) {
	fset, pkg, unit, order := lowered(t, imp, name, src)
	direct = run(unit, order)

	data := ir.Encode(fset, []*ir.Unit{unit})
	if again := ir.Encode(fset, []*ir.Unit{unit}); string(again) != string(data) {
		t.Error("encoded twice, the bytes differ")
	}
	units, err := ir.Decode(data, token.NewFileSet(), ir.NewTypeSpace(beside(pkg)), new(ir.Files))
	if err != nil {
		t.Fatal(err)
	}
	return direct, run(units[0], same(units[0], order))
}

// everything lowers all functions of a package.
var everything = lower.Relevance{Type: func(*types.TypeName) bool { return false }, Func: func(string) lower.Use { return lower.Unrelated }, All: true}

// run evaluates a package and returns what it emits.
func run(u *ir.Unit, order []*ir.Func) string { return runAs(u, order, false) }

// runAs is run for a package that nobody can import if it is a program.
func runAs(u *ir.Unit, order []*ir.Func, program bool) string {
	e := &env{u, new(strings.Builder)}
	m := eval.NewMachine(e, gostd.Library{}, nil)
	m.Program = program
	m.RunUnit(u, order)
	return e.out.String()
}

// TestProgram shows which functions are run for their own sake: those that nobody
// calls, and of a package that others may import those that it exports.
func TestProgram(t *testing.T) {
	_, _, unit, order := lowered(t, nil, "main", `package main

func emit(v any)

func Emit(v int) { emit(v) }

func main() { Emit(1) }

func init() { register(func() { Idle(2) }) }

func register(func()) {}

func Idle(v int) { emit(v) }
`)
	if got, want := runAs(unit, order, true), "2\n1\n"; got != want {
		t.Errorf("of a program:\n%swant:\n%s", got, want)
	}
	if got, want := run(unit, order), "2\nnull ?parameter v of p.Emit\n1\nnull ?parameter v of p.Idle\n"; got != want {
		t.Errorf("of a library:\n%swant:\n%s", got, want)
	}
}

// beside returns an empty package that imports what pkg does.
func beside(pkg *types.Package) *types.Package {
	empty := types.NewPackage("q", "q")
	empty.SetImports(pkg.Imports())
	return empty
}

// same returns the functions of a unit that was decoded, in the order of the
// original ones.
func same(u *ir.Unit, order []*ir.Func) []*ir.Func {
	out := make([]*ir.Func, len(order))
	for i, fn := range order {
		out[i] = u.Funcs[fn.Key]
	}
	return out
}

func Test(t *testing.T) {
	imp := stdSource
	files, _ := filepath.Glob("testdata/*.txtar")
	if len(files) == 0 {
		t.Fatal("no testdata")
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(ar.Files); i += 2 {
			src, want := ar.Files[i], &ar.Files[i+1]
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+src.Name, func(t *testing.T) {
				got, decoded := check(t, imp, src.Name, string(src.Data))
				if diff := cmp.Diff(got, decoded); diff != "" {
					t.Errorf("the decoded program does something else (-direct +decoded):\n%s", diff)
				}
				if *update {
					want.Data = []byte(got)
					return
				}
				if diff := cmp.Diff(string(want.Data), got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
		if *update {
			if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}
