package eval_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/schemavet/schemavet/internal/slow"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
	"golang.org/x/tools/txtar"
)

// programs returns the Go files of the fixtures.
func programs(tb testing.TB) []string {
	var out []string
	for _, pattern := range []string{"testdata/*.txtar", "../testdata/*.txtar"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				tb.Fatal(err)
			}
			for _, part := range ar.Files {
				if strings.Contains(string(part.Data), "package ") {
					out = append(out, string(part.Data))
				}
			}
		}
	}
	if len(out) == 0 {
		tb.Fatal("no fixtures")
	}
	return out
}

// someStd imports a few packages of the standard library. Others, like those
// that do not exist, are missing.
type someStd struct{ types.Importer }

var stdPackages = []string{"bytes", "encoding/json", "errors", "fmt", "io", "maps", "os", "reflect", "slices", "sort", "strconv", "strings"}

func (s someStd) Import(path string) (*types.Package, error) {
	if !slices.Contains(stdPackages, path) {
		return nil, fmt.Errorf("no package %s", path)
	}
	return s.Importer.Import(path)
}

// tolerant type-checks what it can of a file and reports whether it compiles.
// It returns nil for what does not parse.
func tolerant(imp types.Importer, src string) (s *lower.Source, ok bool) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, false
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{}, Implicits: map[ast.Node]types.Object{}}
	ok = true
	conf := types.Config{Importer: imp, Error: func(error) { ok = false }}
	pkg, _ := conf.Check("p", fset, []*ast.File{file}, info)
	return &lower.Source{Fset: fset, Files: []*ast.File{file}, Pkg: pkg, Info: info}, ok
}

// shuffle puts an expression or statement in the place of another, mostly of
// one of the same type, which leaves a program that parses and may compile.
func shuffle(imp types.Importer, src string, r *rand.Rand) string {
	s, _ := tolerant(imp, src)
	if s == nil {
		return src
	}
	var exprs, stmts []ast.Node
	byType := map[string][]ast.Node{}
	typeOf := func(n ast.Node) string {
		if e, ok := n.(ast.Expr); ok && s.Info.TypeOf(e) != nil {
			return s.Info.TypeOf(e).String()
		}
		return ""
	}
	ast.Inspect(s.Files[0], func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.KeyValueExpr, *ast.BlockStmt:
		case ast.Expr:
			exprs = append(exprs, n)
			byType[typeOf(n)] = append(byType[typeOf(n)], n)
		case ast.Stmt:
			stmts = append(stmts, n)
		}
		return true
	})
	nodes := exprs
	if len(stmts) > 0 && r.IntN(4) == 0 {
		nodes = stmts
	}
	if len(nodes) == 0 {
		return src
	}
	at := func(p token.Pos) int { return s.Fset.Position(p).Offset }
	to := nodes[r.IntN(len(nodes))]
	if typ := typeOf(to); typ != "" && r.IntN(8) > 0 {
		nodes = byType[typ]
	}
	from := nodes[r.IntN(len(nodes))]
	return src[:at(to.Pos())] + src[at(from.Pos()):at(from.End())] + src[at(to.End()):]
}

// patience is what the step budget of a small program takes at most.
const patience = 30 * time.Second

// agree evaluates a program, which need not compile, and, if it does, once more
// after it was encoded and decoded: the evaluations end and are the same.
func agree(t *testing.T, imp types.Importer, src string) (compiles bool) {
	s, ok := tolerant(imp, src)
	if s == nil {
		return false
	}
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%v in\n%s", r, src)
			panic(r)
		}
	}()
	late := time.AfterFunc(patience, func() { panic("no end of\n" + src) })
	defer late.Stop()
	unit, order := lower.Lower(s, everything)
	direct := run(unit, order)
	units, err := ir.Decode(ir.Encode(s.Fset, []*ir.Unit{unit}), token.NewFileSet(), ir.NewTypeSpace(beside(s.Pkg)), new(ir.Files))
	if !ok {
		return false
	}
	if err != nil {
		t.Errorf("%v in\n%s", err, src)
		return true
	}
	if decoded := run(units[0], same(units[0], order)); decoded != direct {
		t.Errorf("the decoded program does something else:\n%s\nthan the original:\n%s\nwhich is\n%s", decoded, direct, src)
	}
	return true
}

// TestShuffled evaluates the fixtures' programs after changes that few of them
// survive.
func TestShuffled(t *testing.T) {
	imp := someStd{stdSource}
	compiled := 0
	for i, src := range programs(t) {
		r := rand.New(rand.NewPCG(1, uint64(i)))
		for range slow.Count(2, 20) {
			changed := src
			for range 1 + r.IntN(4) {
				changed = shuffle(imp, changed, r)
			}
			if agree(t, imp, changed) {
				compiled++
			}
		}
	}
	if compiled == 0 {
		t.Error("none of the changed programs compiles")
	}
	t.Logf("%d programs compiled", compiled)
}

// FuzzShuffled is [TestShuffled] without an end.
func FuzzShuffled(f *testing.F) {
	for _, src := range programs(f) {
		f.Add(src, uint64(0), uint8(0))
	}
	imp := someStd{stdSource}
	f.Fuzz(func(t *testing.T, src string, seed uint64, changes uint8) {
		r := rand.New(rand.NewPCG(2, seed))
		for range changes % 8 {
			src = shuffle(imp, src, r)
		}
		if len(src) < 20_000 {
			agree(t, imp, src)
		}
	})
}
