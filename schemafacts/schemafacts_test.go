package schemafacts_test

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/internal/linttest"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/facts"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
)

func TestMain(m *testing.M) { linttest.Main(m) }

// Test derives the tools of each archive in one process and under go vet, where facts
// are encoded, and compares both with tools.json.
func Test(t *testing.T) { linttest.RunTools(t) }

// maxFactBytes limits the size of the facts of the example's packages. It was a
// quarter above the measured size when it was set (46.2 kB, of which 10 kB are tool
// facts of handlers). Raise it only with a reason. Reasons so far: what packages know
// about tools took 3.2 kB, by which a program recognizes what it need not report
// again; what handlers read, and where values of types with methods are created, took
// 1.5 kB; under Go 1.27, json.RawMessage is jsontext.Value, whose methods take 1.1
// kB; the ignore comments that a program must obey; and which results of a function are
// nil, and which arguments it refuses.
const maxFactBytes = 68_000

// TestFacts encodes the facts of the example. The bytes must always be the same, be
// decoded to the same fact, and be within the budget.
func TestFacts(t *testing.T) {
	total := 0
	for of, fact := range exampleFacts(t) {
		first := encode(t, fact)
		for range 9 {
			if !bytes.Equal(encode(t, fact), first) {
				t.Fatalf("%s: encoded twice, the bytes differ", of)
			}
		}
		decoded := reflect.New(reflect.TypeOf(fact).Elem()).Interface().(analysis.Fact)
		if err := gob.NewDecoder(bytes.NewReader(first)).Decode(decoded); err != nil {
			t.Fatalf("%s: %v", of, err)
		}
		if again := encode(t, decoded); !bytes.Equal(again, first) {
			t.Errorf("%s: decoded and encoded again, the bytes differ", of)
		}
		switch fact := fact.(type) {
		case *facts.Fact:
			if diff := cmp.Diff(fact.Tools, decoded.(*facts.Fact).Tools); diff != "" {
				t.Errorf("%s: tools of the decoded fact (-want +got):\n%s", of, diff)
			}
			if sorted := slices.Compact(slices.Sorted(slices.Values(fact.SDKs))); !slices.Equal(fact.SDKs, sorted) {
				t.Errorf("%s: SDKs are not sorted, or named twice: %s", of, fact.SDKs)
			}
		case *schemafacts.ToolFact:
			if diff := cmp.Diff(fact, decoded); diff != "" {
				t.Errorf("%s: the decoded fact (-want +got):\n%s", of, diff)
			}
		}
		t.Logf("%s: %d bytes, %s", of, len(first), fact)
		total += len(first)
	}
	t.Logf("%d bytes", total)
	if total == 0 || total > maxFactBytes {
		t.Errorf("the facts take %d bytes, want at most %d", total, maxFactBytes)
	}
}

func encode(t *testing.T, fact analysis.Fact) []byte {
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(fact); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// TestFolder encodes the facts of the same source in two folders, and expects the
// same bytes.
func TestFolder(t *testing.T) {
	modules := map[string]func(*testing.T) string{
		"example": exampleModule,
		"places":  func(t *testing.T) string { return linttest.Module(t, "testdata/places.txtar") },
	}
	for name, module := range modules {
		t.Run(name, func(t *testing.T) {
			here, there := factsIn(t, module(t)), factsIn(t, module(t))
			if len(here) == 0 || len(here) != len(there) {
				t.Errorf("%d and %d facts", len(here), len(there))
			}
			for of, fact := range here {
				a, b := encode(t, fact), encode(t, there[of])
				if !bytes.Equal(a, b) {
					t.Errorf("%s: the facts of the same sources differ in two folders:\n%q\n%q", of, a, b)
				}
				t.Logf("%s: %d bytes", of, len(a))
			}
		})
	}
}

func exampleFacts(t *testing.T) map[string]analysis.Fact { return factsIn(t, exampleModule(t)) }

// exampleModule copies the example, with stubs in place of its SDK.
func exampleModule(t *testing.T) string {
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
	return dir
}

// factsIn returns the facts of the packages of the module in dir and of their
// functions, by package or function.
func factsIn(t *testing.T, dir string) map[string]analysis.Fact {
	t.Helper()
	prog, err := load.Load(load.Config{Dir: dir})
	if err != nil || len(prog.Errors) > 0 {
		t.Fatal("the module does not load", err, prog)
	}
	return factsOf(t, prog, linttest.Facts())
}

// factsOf returns the facts that an analyzer exports for a program.
func factsOf(t *testing.T, prog *load.Program, a *analysis.Analyzer) map[string]analysis.Fact {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, prog.Roots, nil)
	if err != nil {
		t.Fatal(err)
	}
	facts := map[string]analysis.Fact{}
	for _, act := range graph.Roots {
		for _, f := range act.AllPackageFacts() {
			if f.Package == act.Package.Types {
				facts[fmt.Sprintf("%s %T", f.Package.Path(), f.Fact)] = f.Fact
			}
		}
		for _, f := range act.AllObjectFacts() {
			if f.Object.Pkg() == act.Package.Types {
				facts[f.Object.(*types.Func).FullName()] = f.Fact
			}
		}
	}
	return facts
}
