package schemafacts_test

import (
	"bytes"
	"encoding/gob"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/internal/linttest"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

func TestMain(m *testing.M) { linttest.Main(m) }

// Test derives the tools of each archive in process and under go vet, where
// facts travel as bytes, and wants them to be those in its tools.json.
func Test(t *testing.T) { linttest.RunTools(t) }

// maxFactBytes is what the facts of the example's packages may take together:
// a quarter above what was measured when it was set (35.6 kB). It may only be
// raised with a reason.
const maxFactBytes = 44_500

// TestFacts encodes the facts of the example: always to the same bytes, decoded
// to the same fact, within the budget.
func TestFacts(t *testing.T) {
	total := 0
	for pkg, fact := range exampleFacts(t) {
		first := encode(t, fact)
		for range 9 {
			if !bytes.Equal(encode(t, fact), first) {
				t.Fatalf("%s: encoded twice, the bytes differ", pkg)
			}
		}
		decoded := new(schemafacts.Fact)
		if err := gob.NewDecoder(bytes.NewReader(first)).Decode(decoded); err != nil {
			t.Fatalf("%s: %v", pkg, err)
		}
		if again := encode(t, decoded); !bytes.Equal(again, first) {
			t.Errorf("%s: decoded and encoded again, the bytes differ", pkg)
		}
		if diff := cmp.Diff(fact.Tools, decoded.Tools); diff != "" {
			t.Errorf("%s: tools of the decoded fact (-want +got):\n%s", pkg, diff)
		}
		t.Logf("%s: %d bytes, %s", pkg, len(first), fact)
		total += len(first)
	}
	if total == 0 || total > maxFactBytes {
		t.Errorf("the facts take %d bytes, want at most %d", total, maxFactBytes)
	}
}

func encode(t *testing.T, fact *schemafacts.Fact) []byte {
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(fact); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// TestFolder encodes the facts of the same sources in two folders, to the same
// bytes.
func TestFolder(t *testing.T) {
	archives := []string{"", "testdata/registries.txtar", "testdata/places.txtar"}
	for _, archive := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(archive), ".txtar"), func(t *testing.T) {
			module := func() map[string]*schemafacts.Fact {
				if archive == "" {
					return exampleFacts(t)
				}
				return factsIn(t, linttest.Module(t, archive))
			}
			there := module()
			for pkg, fact := range module() {
				here, there := encode(t, fact), encode(t, there[pkg])
				if !bytes.Equal(here, there) {
					t.Errorf("%s: the facts of the same sources differ in two folders:\n%q\n%q", pkg, here, there)
				}
				t.Logf("%s: %d bytes", pkg, len(here))
			}
		})
	}
}

// exampleFacts analyses the example against the stubs and returns the facts of
// its packages.
func exampleFacts(t *testing.T) map[string]*schemafacts.Fact {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "testdata", "example"))); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sdk := filepath.Join(root, "testdata", "sdk", "gosdk")
	mod = append(mod, []byte("\nreplace github.com/modelcontextprotocol/go-sdk => "+filepath.Join(sdk, "go-sdk")+
		"\nreplace github.com/google/jsonschema-go => "+filepath.Join(sdk, "jsonschema-go")+"\n")...)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), mod, 0o666); err != nil {
		t.Fatal(err)
	}
	return factsIn(t, dir)
}

// factsIn returns the facts of the packages of the module in dir.
func factsIn(t *testing.T, dir string) map[string]*schemafacts.Fact {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: dir,
		Env: append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")}, "./...")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatal("the module does not load", err)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{schemafacts.Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	facts := map[string]*schemafacts.Fact{}
	for _, act := range graph.Roots {
		f := new(schemafacts.Fact)
		if act.PackageFact(act.Package.Types, f) {
			facts[act.Package.PkgPath] = f
		}
	}
	return facts
}
