package dialects_test

import (
	"go/types"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
)

// TestAll checks that the names of dialects are unique, and that each path of an SDK
// belongs to a dialect.
func TestAll(t *testing.T) {
	names := map[string]bool{dialects.PlainFunctions: true}
	for _, d := range dialects.All {
		if names[d.Name] {
			t.Errorf("two dialects are named %q", d.Name)
		}
		names[d.Name] = true
		if d.Module == "" && !dialects.ByForm(d.Name) {
			t.Errorf("%s has no module and does not find tools by their form", d.Name)
		}
		for _, path := range d.Packages {
			// A package of a dialect without a module is evaluated like the user's own.
			if !dialects.IsPackage(path) || dialects.Has(path) != (d.Module != "") {
				t.Errorf("%s: package %s is not known", d.Name, path)
			}
		}
	}
	if dialects.IsPackage("example.com/app") || dialects.Has("example.com/app") || dialects.ByForm(dialects.PlainFunctions) {
		t.Error("a package of a user, or a plain function, belongs to an SDK")
	}
}

// TestReaches checks that imports are followed, and that visited packages are
// skipped.
func TestReaches(t *testing.T) {
	sdk := types.NewPackage(dialects.All[0].Packages[0], "sdk")
	lib, app, other := types.NewPackage("example.com/lib", "lib"), types.NewPackage("example.com/app", "app"), types.NewPackage("example.com/other", "other")
	lib.SetImports([]*types.Package{sdk})
	app.SetImports([]*types.Package{other, lib})
	seen := map[*types.Package]bool{}
	if dialects.Reaches(other, seen) || !dialects.Reaches(app, seen) || dialects.Reaches(app, seen) {
		t.Error("app reaches an SDK, and is asked once")
	}
}
