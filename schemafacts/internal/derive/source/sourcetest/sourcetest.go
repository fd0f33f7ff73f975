// Package sourcetest makes packages for tests of single packages below derive, which
// need syntax and types and no driver.
package sourcetest

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/source"
)

// Load type-checks the packages of an archive, whose files are named by import path,
// and returns them in the order of the archive. A package may import packages before
// it, and the standard library. All packages are in one module, the user's.
func Load(t *testing.T, archive string) []*source.Package {
	t.Helper()
	fset := token.NewFileSet()
	known := known{importer.ForCompiler(fset, "source", nil), map[string]*types.Package{}}
	var order []string
	files := map[string][]*ast.File{}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		file, err := parser.ParseFile(fset, "/"+f.Name, f.Data, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		dir := path.Dir(f.Name)
		if files[dir] == nil {
			order = append(order, dir)
		}
		files[dir] = append(files[dir], file)
	}
	var out []*source.Package
	for _, dir := range order {
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}, Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{}}
		pkg, err := (&types.Config{Importer: known}).Check(dir, fset, files[dir], info)
		if err != nil {
			t.Fatal(err)
		}
		known.packages[dir] = pkg
		out = append(out, source.New(&analysis.Pass{Fset: fset, Files: files[dir], Pkg: pkg, TypesInfo: info, Module: &analysis.Module{Path: dir}}, nil))
	}
	return out
}

type known struct {
	std      types.Importer
	packages map[string]*types.Package
}

func (k known) Import(path string) (*types.Package, error) {
	if pkg := k.packages[path]; pkg != nil {
		return pkg, nil
	}
	return k.std.Import(path)
}
