package static_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
)

// The comment of each function says what the analysis must answer about it.
const source = `package p

type Tool struct{ Name string }
type Maker interface{ Make() *Tool }
type maker struct{}

var all []*Tool
var title = "x"

func register(t *Tool) {}

// yields 2, registers
func start() { register(&Tool{}) }

// yields 2, builds
func document() string { return (&Tool{}).Name }

// yields 2
func shares() { all = append(all, &Tool{}) }

// yields 0
func reads(t *Tool) string { return t.Name }

// yields 1
func calls(f func() *Tool) { f() }

// yields 0, writes p.title
func rename() { title = "y" }

// yields 2, registers, writes p.title
func both() { rename(); start() }

// yields 2, registers
func deep() { func() { start() }() }

// yields 2
func (maker) Make() *Tool { return &Tool{} }

// yields 2; in a library, yields 1
func through(m Maker) *Tool { return m.Make() }

type Writer interface {
	Make() *Tool
	Write()
}

// yields 0
func throughOther(w Writer) *Tool { return w.Make() }

// yields 0
func copies(t Tool) string {
	u := t
	return u.Name
}

// yields 2
func changes(t Tool) Tool {
	u := t
	u.Name = "x"
	return u
}

// yields 2, builds
func changesOne(tools []Tool) {
	list := tools
	list[0].Name = "x"
}

// yields 2, builds
func changesByPointer(t *Tool) {
	u := t
	u.Name = "x"
}

// yields 2
func changesInLiteral(t Tool) func() Tool {
	u := t
	return func() Tool { u.Name = "x"; return u }
}

// yields 2
func lends(t Tool) Tool {
	u := t
	reads(&u)
	return u
}

// yields 0
func replaces(t Tool, tools []Tool) Tool {
	u := t
	for i, v := range tools {
		u = v
		tools[i] = t
	}
	return u
}

// yields 0
func literal(t *Tool) string {
	return func(t *Tool) string { return t.Name }(t)
}

type Reader interface{ Read() *Tool }

// yields 0
func asks(r Reader) *Tool { return r.Read() }

// yields 0
func lists(tools []*Tool) (named []*Tool) {
	var first *Tool
	for _, t := range tools {
		named, first = append(named, t), t
	}
	if first == nil {
		return make([]*Tool, 0)
	}
	return named
}

// yields 2
func renames(tools []Tool) (out []Tool) {
	for _, t := range tools {
		t.Name = "x"
		out = append(out, t)
	}
	return out
}

// yields 2
func zero() (t Tool) {
	var z Tool
	return z
}

// yields 2
func create() *Tool { return new(Tool) }

// yields 2
func converts(t struct{ Name string }) Tool { return Tool(t) }

// yields 0
func generic[T any]() T {
	var z T
	return z
}
`

type env struct{ unit *ir.Unit }

func (e env) Func(key string) *ir.Func  { return e.unit.Funcs[key] }
func (e env) Unit(string) *ir.Unit      { return e.unit }
func (e env) Units() []*ir.Unit         { return []*ir.Unit{e.unit} }
func (e env) Registers(key string) bool { return key == "p.register" }
func (e env) Request(types.Type) bool   { return false }
func (e env) Harmless(string) bool      { return true }
func (e env) Watch(t types.Type) bool   { return types.TypeString(t, nil) == "p.Tool" }
func (e env) Leads(t types.Type) bool   { return strings.Contains(types.TypeString(t, nil), "p.Tool") }

func TestAnswers(t *testing.T) {
	_, unit, want := lowered(t, source)
	unit.Funcs["(p.maker).Make"].Makes = true // lowering finds this by the SDK's types
	none := func(string, int) bool { return false }
	a, library := static.New(env{unit}, none, true), static.New(env{unit}, none, false)
	for key, fn := range unit.Funcs {
		if key == "p.register" {
			continue
		}
		got := []string{fmt.Sprintf("yields %d", a.Yields(fn))}
		if a.MayRegister(fn) {
			got = append(got, "registers")
		}
		if a.OnlyBuilds(fn) {
			got = append(got, "builds")
		}
		for _, g := range a.Globals(fn) {
			if g != "p.all" { // what tools lead to is mutable
				got = append(got, "writes "+g)
			}
		}
		want, inLibrary, differs := strings.Cut(want[key], "; in a library, ")
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
		if !differs {
			inLibrary, _, _ = strings.Cut(want, ",")
		}
		if got := fmt.Sprintf("yields %d", library.Yields(fn)); got != inLibrary {
			t.Errorf("%s in a library: %s, want %s", key, got, inLibrary)
		}
	}
}

// TestGlobalsOfLiterals checks what a function literal in an initializer may write, and what the
// result of a function leads to.
func TestGlobalsOfLiterals(t *testing.T) {
	_, unit, _ := lowered(t, `package p

var text = new(string)
var set = func() { *text = "x" }

func part() *string { return text }
`)
	a := static.New(env{unit}, func(string, int) bool { return false }, true)
	literal := unit.Vars["p.set"].Init.Fn
	for _, fn := range []*ir.Func{literal, unit.Funcs["p.part"]} {
		if got := a.Globals(fn); !slices.Contains(got, "p.text") {
			t.Errorf("%s: got %q", fn.Key, got)
		}
	}
}

// Each statement stands alone in a function; the comment says how it ends.
const exits = `package p

// leaves
func a() { return }

// leaves
func b(x bool) {
	if x {
		return
	} else {
		return
	}
}

//
func c(x bool) {
	if x {
		return
	}
}

// leaves, fails
func d() { panic("x") }

// leaves, fails
func e(err error) error { return err }

// leaves
func f() error { return nil }

//
func h() {
	for {
		break
	}
}

// recovers
func g() { _ = recover() }
`

func TestExits(t *testing.T) {
	_, unit, want := lowered(t, exits)
	for key, fn := range unit.Funcs {
		var got []string
		if static.Terminates(fn.Body, false) {
			got = append(got, "leaves")
		}
		if static.Fails(fn, fn.Body) {
			got = append(got, "fails")
		}
		if static.CallsRecover(fn.Body) {
			got = append(got, "recovers")
		}
		if got := strings.Join(got, ", "); got != want[key] {
			t.Errorf("%s: %s, want %s", key, got, want[key])
		}
	}
}

// lowered returns the programs of a package, and the comments of its functions.
func lowered(t *testing.T, src string) (*types.Package, *ir.Unit, map[string]string) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{}, Implicits: map[ast.Node]types.Object{}}
	pkg, err := new(types.Config).Check("p", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	comments := map[string]string{}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			comments[info.Defs[fn.Name].(*types.Func).FullName()] = strings.TrimSpace(fn.Doc.Text())
		}
	}
	unit, _ := lower.Lower(&lower.Source{Fset: fset, Files: []*ast.File{f}, Pkg: pkg, Info: info}, everything)
	return pkg, unit, comments
}

// everything lowers all functions of a package.
var everything = lower.Relevance{Type: func(*types.TypeName) bool { return false }, Func: func(string) lower.Use { return lower.Unrelated }, All: true}
