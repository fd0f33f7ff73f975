package load

import (
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestNeeded compares what is left of dependencies with the archive's part kept. Whatever
// is reached from exported declarations is the same as in export data.
func TestNeeded(t *testing.T) {
	const file = "testdata/needed.txtar"
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cfg := config(t, string(ar.Comment), extract(t, ar))
	compareTypes(t, cfg)
	prog, err := Load(cfg)
	if err != nil || len(prog.Errors) > 0 {
		t.Fatal(err, prog.Errors)
	}
	scopes := map[string]string{}
	collectScopes(prog.Roots[0].Types, scopes)
	var out strings.Builder
	for _, path := range slices.Sorted(maps.Keys(scopes)) {
		out.WriteString(path + ": " + scopes[path] + "\n")
	}
	kept := slices.IndexFunc(ar.Files, func(f txtar.File) bool { return f.Name == "kept" })
	if *update {
		ar.Files[kept].Data = []byte(out.String())
		if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if want := string(ar.Files[kept].Data); out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	for _, imp := range prog.Roots[0].Imports {
		if len(imp.Imports) > 0 {
			t.Errorf("%s has imports", imp.PkgPath)
		}
	}
}

// collectScopes adds the names that packages declare, by path.
func collectScopes(pkg *types.Package, to map[string]string) {
	if _, seen := to[pkg.Path()]; seen {
		return
	}
	to[pkg.Path()] = strings.Join(pkg.Scope().Names(), " ")
	for _, imp := range pkg.Imports() {
		collectScopes(imp, to)
	}
}
