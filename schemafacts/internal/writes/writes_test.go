package writes_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/writes"
)

// Each function has a comment with its set: written roots, then kept ones after "keeps", then
// methods after "calls". A parameter is $ and its index.
const source = `
package p

import ("embed"; "fmt"; "sort")

type T struct { s string; next *T; m map[string]string }
type loud struct{ t *T }
type Hook interface { Fire(string) }

var text = "a"
var texts = map[string]string{}
var list = []string{"a"}
var ptr = &T{}
var all = []*T{ptr}
var plain T
var array [2]string
var pointer = &text
var hook Hook
var fn func()
var enum = []any{"x"}
var files embed.FS

func assign() { text = "b" } // text
func entry() { texts["k"] = "b" } // texts
func remove() { delete(texts, "k") } // texts
func local() { t := plain; t.s = "b" } //
func copied() { m := map[string]string{}; m["k"] = text } //
func alias() { m := texts; m["k"] = "b" } // texts
func field() { ptr.s = "b" } // ptr
func deep() { ptr.next.s = "b" } // ptr
func element() { array[0] = "b" } // array
func through() { *pointer = "b" } // pointer text
func initial() { all[0].s = "b" } // all ptr
func ranged() { for _, t := range all { t.s = "b" } } // all ptr
func param(t *T) { t.s = "b" } // $0
func value(t T) { t.s = "b" } //
func inner(t T) { t.next.s = "b" } // $0
func (t *T) set() { t.s = "b" } // $0
func method() { ptr.set() } // ptr
func address() { plain.set() } // plain
func argument() { param(&plain) } // plain
func fresh() { param(&T{}) } //
func inside() { param(&T{m: texts}) } //
func insideDeep(t *T) { t.m["k"] = "b" } // $0
func throughArg() { insideDeep(&T{m: texts}) } // texts
func get() *T { return ptr } //
func result() { get().s = "b" } // ptr
func literal() { f := func() { text = "b" }; f() } // text
func named() { g := assign; g() } // text
func sorted() { sort.Strings(list) } // list
func printed() { fmt.Println(list) } //
func (l loud) String() string { l.t.s = "b"; return "" } // $0
func (l loud) Less(i, j int) bool { return false } //
func (l loud) Len() int { return 1 } //
func (l loud) Swap(i, j int) { text = "b" } // text
func checkedLoud(l loud) { sort.IsSorted(l) } // $0 text keeps $0
func printedLoud() { fmt.Println(map[string]any{"k": loud{ptr}}) } // ptr
func stored(t *T) { t.m = texts } // $0 keeps texts
func built() *T { t := &T{m: texts}; t.s = "b"; return t } //
func called() { fn() } // keeps fn
func dynamic() { hook.Fire(text) } // keeps hook calls Fire
func deferred() { defer assign() } // text
func embedded() any { files.ReadFile("a"); return files } //
func enumerated() map[string]any { m := map[string]any{"enum": enum}; m["type"] = "string"; return m } //
func keyed() map[*T]bool { return map[*T]bool{ptr: true} } //
var getter = func() *T { return ptr }
type source interface { T() *T }
type first struct{}
func (first) T() *T { return ptr } //
func got() { getter().s = "b" } // getter ptr keeps getter
func gotFrom(g map[string]func() *T) { g["k"]().s = "b" } // $0 ptr keeps $0
func gotThrough(s source) { s.T().s = "b" } // $0 ptr keeps $0 calls T
type chain interface { Next() chain; T() *T }
func chained(c chain) { c.Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().Next().T().s = "b" } // $0 ptr keeps $0 calls Next T
func recursive(n int) { if n > 0 { recursive(n - 1) }; texts["k"] = "b" } // texts
`

func TestSets(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Implicits: map[ast.Node]types.Object{}}
	pkg, err := (&types.Config{Importer: importer.ForCompiler(fset, "source", nil)}).Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	decls, want := map[string]ast.Node{}, map[string]string{}
	lines := strings.Split(source, "\n")
	for _, d := range file.Decls {
		if d, ok := d.(*ast.FuncDecl); ok {
			key := ir.Key(info.Defs[d.Name].(*types.Func))
			decls[key] = d
			_, comment, _ := strings.Cut(lines[fset.Position(d.Pos()).Line-1], " //")
			want[key] = strings.TrimSpace(comment)
		}
	}
	sets := writes.Of(&writes.Source{Pkg: pkg, Info: info,
		Known: func(string) (*ir.WriteSet, bool) { return nil, false },
		Effect: func(key string, i int) writes.Effect {
			switch key {
			case "sort.Strings":
				return writes.Writes
			case "fmt.Println":
				return writes.Reads
			}
			return writes.Keeps
		}}, decls)
	for _, key := range slices.Sorted(maps.Keys(decls)) {
		if got := show(sets[key]); got != want[key] {
			t.Errorf("%s: got %q, want %q", key, got, want[key])
		}
	}
}

// show prints a set as the comments do.
func show(s *ir.WriteSet) string {
	if s == nil {
		return ""
	}
	list := func(roots []ir.Root) []string {
		var out []string
		for _, r := range roots {
			if r.Var == "" {
				out = append(out, fmt.Sprintf("$%d", r.Param))
			} else {
				out = append(out, strings.TrimPrefix(r.Var, "p."))
			}
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	out := list(s.Written)
	if kept := list(s.Kept); len(kept) > 0 {
		out = append(append(out, "keeps"), kept...)
	}
	if len(s.Dynamic) > 0 {
		out = append(append(out, "calls"), s.Dynamic...)
	}
	return strings.Join(out, " ")
}
