package eval_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/gostd"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
	"golang.org/x/tools/txtar"
)

type noImports struct{}

func (noImports) Import(string) (*types.Package, error) { return nil, errors.New("no imports") }

// FuzzEval evaluates arbitrary programs, most of which do not compile: that
// must end, within the step budget, and without a panic. What was encoded must
// decode.
func FuzzEval(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range ar.Files {
			if !strings.HasSuffix(part.Name, ".out") {
				f.Add(string(part.Data))
			}
		}
	}
	f.Add("package p\nfunc main() { for { if x() { break } } }\nfunc x() bool { return y }\nvar y bool")
	f.Add("package p\nfunc f(n int) int { return f(n+1) }\nfunc main() { f(0); var a []int; a[3]++ }")
	f.Fuzz(func(t *testing.T, src string) {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{}, Implicits: map[ast.Node]types.Object{}}
		conf := types.Config{Importer: noImports{}, Error: func(error) {}}
		pkg, _ := conf.Check("p", fset, []*ast.File{file}, info)
		if pkg == nil {
			return
		}
		rel := lower.Relevance{Type: func(*types.TypeName) bool { return false }, Func: func(string) lower.Use { return lower.Unrelated }, All: true}
		unit, order := lower.Lower(&lower.Source{Fset: fset, Files: []*ast.File{file}, Pkg: pkg, Info: info}, rel)
		eval.NewMachine(&env{unit, new(strings.Builder)}, gostd.Library{}, nil).RunUnit(unit, order)
		data := ir.Encode(fset, []*ir.Unit{unit})
		if _, err := ir.Decode(data, token.NewFileSet(), ir.NewTypeSpace(types.NewPackage("q", "q")), new(ir.Files)); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzDecode checks that ir.Decode does not panic on bytes that do not encode a program.
func FuzzDecode(f *testing.F) {
	f.Add([]byte{})
	f.Add(ir.Encode(token.NewFileSet(), []*ir.Unit{{Path: "p", Funcs: map[string]*ir.Func{"p.F": {Key: "p.F", Body: &ir.Node{Op: ir.OpBlock}}}}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		ir.Decode(data, token.NewFileSet(), ir.NewTypeSpace(types.NewPackage("q", "q")), new(ir.Files))
	})
}
