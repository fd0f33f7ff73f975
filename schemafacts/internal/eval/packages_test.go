package eval_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/gostd"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
	"golang.org/x/tools/txtar"
)

// several is an environment of several packages, of which only what leads to
// emit is relevant: the rest are helpers.
type several struct {
	env
	units map[string]*ir.Unit
}

func (e *several) Unit(path string) *ir.Unit { return e.units[path] }
func (e *several) Units() []*ir.Unit         { return slices.Collect(maps.Values(e.units)) }
func (e *several) Registers(key string) bool { return strings.HasSuffix(key, ".emit") }
func (e *several) Func(key string) *ir.Func {
	if u := e.units[ir.PkgOf(key)]; u != nil {
		return u.Funcs[key]
	}
	return nil
}

func (e *several) Intrinsic(key string) eval.Intrinsic {
	if e.Registers(key) {
		return e.env.Intrinsic("p.emit")
	}
	return nil
}

// imports are the packages that were type-checked already.
type imports struct {
	types.Importer
	pkgs map[string]*types.Package
}

func (i imports) Import(path string) (*types.Package, error) {
	if p := i.pkgs[path]; p != nil {
		return p, nil
	}
	return i.Importer.Import(path)
}

// TestPackages runs the last of several packages, each of which may import
// those before it. A program imports those in the folder pkg.
func TestPackages(t *testing.T) {
	std := stdSource
	files, err := filepath.Glob("testdata/packages/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no testdata: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			n := len(ar.Files) - 1
			got := runPackages(t, std, ar.Files[:n])
			if *update {
				ar.Files[n].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(ar.Files[n].Data), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func runPackages(t *testing.T, std types.Importer, files []txtar.File) string {
	e := &several{units: map[string]*ir.Unit{}}
	order := lowerPackages(t, std, files, e)
	last := files[len(files)-1]
	m := eval.NewMachine(e, gostd.Library{}, nil)
	m.Imported = strings.HasPrefix(last.Name, "pkg/")
	m.RunUnit(e.units[path.Dir(last.Name)], order)
	if e.out.Len() == 0 {
		return fmt.Sprintln("nothing")
	}
	return e.out.String()
}

// lowerPackages lowers packages into e and returns the functions of the last one.
func lowerPackages(t *testing.T, std types.Importer, files []txtar.File, e *several) []*ir.Func {
	fset := token.NewFileSet()
	imp := imports{std, map[string]*types.Package{}}
	rel := lower.Relevance{Type: func(*types.TypeName) bool { return false }}
	rel.Func = func(key string) lower.Use {
		switch fn := e.Func(key); {
		case e.Registers(key) || fn != nil && fn.Makes:
			return lower.Makes
		case fn != nil && fn.Relevant:
			return lower.Mentions
		}
		return lower.Unrelated
	}
	var order []*ir.Func
	for _, f := range files {
		e.env = env{out: new(strings.Builder)}
		file, err := parser.ParseFile(fset, f.Name, f.Data, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{}, Implicits: map[ast.Node]types.Object{}}
		conf := types.Config{Importer: imp}
		pkg, err := conf.Check(path.Dir(f.Name), fset, []*ast.File{file}, info)
		if err != nil {
			t.Fatal(err)
		}
		imp.pkgs[pkg.Path()] = pkg
		e.units[pkg.Path()], order = lower.Lower(&lower.Source{Fset: fset, Files: []*ast.File{file}, Pkg: pkg, Info: info}, rel)
	}
	return order
}
