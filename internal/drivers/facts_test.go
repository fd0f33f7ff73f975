package drivers

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/internal/linttest"
	"github.com/schemavet/schemavet/internal/slow"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// TestFactReader builds the example of an analyzer that reads facts, which is in a
// separate module, and runs it under go vet.
func TestFactReader(t *testing.T) {
	slow.Skip(t)
	bin := filepath.Join(t.TempDir(), "factreader")
	cmd := exec.Command("go", "build", "-o", bin, ".")
	cmd.Dir = filepath.Join("..", "..", "testdata", "factreader")
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=readonly")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	dir := linttest.Module(t, "testdata/reader.txtar")
	want := []string{
		`callers/callers.go:12:2: factreader: Fetch is the handler of tool fetch: required [id]`,
		`callers/callers.go:13:2: factreader: Order is the handler of tool order: required [id]`,
		`callers/callers.go:14:2: factreader: Elsewhere is the handler of tool elsewhere: required [id]`,
		`shop/shop.go:35:9: factreader: hidden is the handler of tool hidden: required [id]`,
	}
	if diff := cmp.Diff(want, command(t, dir, "", "go", "vet", "-json", "-vettool="+bin, "./...")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// places is an analyzer that reports the position of each part of each tool, in files
// of the package and of other packages, and the encoded facts of the package.
var places = &analysis.Analyzer{
	Name:     "places",
	Doc:      "places: tell where tools come from, and what facts are as bytes",
	Requires: []*analysis.Analyzer{schemafacts.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		res := pass.ResultOf[schemafacts.Analyzer].(*schemafacts.Result)
		for _, l := range placesOf(pass.Fset, res) {
			pass.Reportf(pass.Files[0].Package, "%s", l)
		}
		// This driver shows facts of other analyzers.
		for _, f := range schemafacts.Analyzer.FactTypes {
			f = reflect.New(reflect.TypeOf(f).Elem()).Interface().(analysis.Fact)
			if pass.ImportPackageFact(pass.Pkg, f) {
				var buf bytes.Buffer
				if err := gob.NewEncoder(&buf).Encode(f); err != nil {
					return nil, err
				}
				pass.Reportf(pass.Files[0].Package, "bytes of %T: %x", f, sha256.Sum256(buf.Bytes()))
			}
		}
		return nil, nil
	},
}

func placesOf(fset *token.FileSet, res *schemafacts.Result) []string {
	var out []string
	at := func(t *schemafacts.Tool, what string, pos token.Pos) {
		if p := fset.Position(pos); p.IsValid() {
			out = append(out, fmt.Sprintf("%s: %s: %s:%d", t.Name, what, filepath.ToSlash(p.Filename), p.Line))
		}
	}
	for _, t := range slices.Concat(res.Tools, res.Foreign) {
		at(t, "name", t.NamePos)
		at(t, "definition", t.DefPos)
		at(t, "registration", t.RegPos)
		at(t, "handler", t.HandlerPos)
		for _, h := range t.Hops {
			at(t, h.Text, h.Pos)
		}
		t.Doc.Walk(func(path string, n *schema.Node) bool {
			at(t, path, n.Pos)
			return true
		})
	}
	return out
}

// TestPlaces compares the positions of tools that facts contain with the positions
// that one process with all packages has, and the bytes of the facts in two folders.
func TestPlaces(t *testing.T) {
	slow.Skip(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, module := range map[string]func(*testing.T) string{
		"example": example,
		"places": func(t *testing.T) string {
			return linttest.Module(t, filepath.Join("..", "..", "schemafacts", "testdata", "places.txtar"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			var runs [2][]string
			for i := range runs {
				dir := module(t)
				var told []string
				for _, l := range command(t, dir, "places", "go", "vet", "-json", "-vettool="+self, "./...") {
					told = append(told, strings.ReplaceAll(l, filepath.ToSlash(dir), "DIR"))
				}
				runs[i] = told
				var want, got []string
				for _, l := range told {
					if _, l, _ = strings.Cut(l, ": places: "); !strings.HasPrefix(l, "bytes of ") {
						got = append(got, l)
					}
				}
				for _, l := range placesInProcess(t, dir) {
					l = strings.ReplaceAll(l, filepath.ToSlash(dir), "DIR")
					// A type that export data does not show is made again, without
					// the place of its own, which parts of schemas have.
					if slices.Contains(got, l) || !strings.Contains(l, ": /inputSchema") {
						want = append(want, l)
					}
				}
				slices.Sort(want)
				slices.Sort(got)
				if diff := cmp.Diff(slices.Compact(want), slices.Compact(got)); diff != "" {
					t.Errorf("places (-in process +go vet):\n%s", diff)
				}
			}
			if diff := cmp.Diff(runs[0], runs[1]); diff != "" {
				t.Errorf("two folders (-one +other):\n%s", diff)
			}
			if n := strings.Count(strings.Join(runs[0], "\n"), "places: bytes of"); n < 5 {
				t.Errorf("%d facts, want more", n)
			}
		})
	}
}

func placesInProcess(t *testing.T, dir string) []string {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir}, "./...")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatalf("loading: %v", err)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{schemafacts.Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, act := range graph.Roots {
		out = append(out, placesOf(act.Package.Fset, act.Result.(*schemafacts.Result))...)
	}
	return out
}
