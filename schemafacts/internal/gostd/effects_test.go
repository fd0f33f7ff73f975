package gostd

import (
	"bytes"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
)

// callable are the packages whose functions TestEffects calls with random arguments:
// those that have no effects outside of the process.
var callable = []string{"bytes", "cmp", "encoding/hex", "encoding/json", "errors", "fmt", "html", "maps", "net/url", "path", "path/filepath",
	"regexp", "slices", "sort", "strconv", "strings", "unicode", "unicode/utf8"}

// skipped are functions that TestEffects does not call, with the reason.
var skipped = map[string]string{
	"path/filepath.Walk":         "reads folders",
	"path/filepath.WalkDir":      "reads folders",
	"path/filepath.Glob":         "reads folders",
	"path/filepath.EvalSymlinks": "reads folders",
	"path/filepath.Abs":          "depends on the working directory",
	"fmt.Print":                  "prints",
	"fmt.Printf":                 "prints",
	"fmt.Println":                "prints",
	"strings.Repeat":             "may take all memory",
	"bytes.Repeat":               "may take all memory",
	"errors.As":                  "panics unless its target is a pointer to an error",
}

// TestEffects calls the functions that the table says read their arguments, with random
// arguments, and compares the arguments before and after, also after writes to the results.
func TestEffects(t *testing.T) {
	var calls []string
	imports := map[string]bool{}
	imp := importer.ForCompiler(token.NewFileSet(), "source", nil)
	for _, path := range callable {
		pkg, err := imp.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range pkg.Scope().Names() {
			fn, ok := pkg.Scope().Lookup(name).(*types.Func)
			if !ok || !fn.Exported() || skipped[fn.FullName()] != "" || (Library{}).Effect(fn.FullName()).Kind != eval.Reads {
				continue
			}
			if fn.Signature().TypeParams().Len() > 0 {
				if returnsElements(fn.Signature()) {
					t.Errorf("%s returns elements of its arguments, which may be pointers", fn.FullName())
				}
			} else {
				imports[path] = true
				calls = append(calls, fmt.Sprintf("\tcheck(%q, %s.%s)\n", fn.FullName(), pkg.Name(), name))
			}
		}
	}
	if len(calls) < 200 {
		t.Fatalf("only %d functions", len(calls))
	}
	var b bytes.Buffer
	b.WriteString("package main\n\nimport (\n")
	for _, path := range slices.Sorted(maps.Keys(imports)) {
		fmt.Fprintf(&b, "\t%q\n", path)
	}
	fmt.Fprintf(&b, ")\n\nfunc calls() {\n%s}\n", strings.Join(calls, ""))
	dir := t.TempDir()
	check, err := os.ReadFile("testdata/check.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"go.mod": []byte("module example.com/effects\n\ngo 1.25\n"), "calls.go": b.Bytes(), "check.go": check} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// returnsElements reports whether a generic function returns values of its type parameters,
// unless these are numbers or texts.
func returnsElements(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		for p := range sig.TypeParams().TypeParams() {
			if strings.Contains(v.Type().String(), p.Obj().Name()) && p.Constraint().String() != "cmp.Ordered" {
				return true
			}
		}
	}
	return false
}

// TestEffectOf looks up functions in each form that the table has.
func TestEffectOf(t *testing.T) {
	for key, want := range map[string]eval.Effect{
		"strings.NewReplacer":             {Kind: eval.Reads, Arg: eval.AllArgs},
		"(net/http.Header).Set":           {Kind: eval.Writes, Arg: eval.AllArgs},
		"(net/http.Header).Get":           {Kind: eval.Reads, Arg: eval.AllArgs},
		"encoding/json.Unmarshal":         {Kind: eval.Writes, Arg: 1},
		"(*encoding/json.Decoder).Decode": {Kind: eval.Writes, Arg: 0},
		"bytes.NewBuffer":                 {Kind: eval.Keeps, Arg: eval.AllArgs},
		"(error).Error":                   {Kind: eval.Reads, Arg: eval.AllArgs},
		"container/list.New":              {},
		"golang.org/x/exp/slices.Sort":    {Kind: eval.Writes, Arg: eval.AllArgs},
	} {
		if got := (Library{}).Effect(key); got != want {
			t.Errorf("%s: %v, want %v", key, got, want)
		}
	}
}
