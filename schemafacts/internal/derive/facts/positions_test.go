package facts

import (
	"go/token"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/source/sourcetest"
	"golang.org/x/tools/go/analysis"
)

const program = `
-- example.com/lib/lib.go --
package lib

const Name = "fetch"
-- example.com/between/between.go --
package between

import "example.com/lib"

const Name = lib.Name
-- example.com/app/app.go --
package app

import "example.com/between"

const Name = between.Name
`

// programs returns what each package of the program knows, including the facts of the
// packages that it imports.
func programs(t *testing.T) []*Known {
	var out []*Known
	for i, pkg := range sourcetest.Load(t, program) {
		known := Read(pkg)
		if i > 0 {
			f := new(Fact)
			f.Keep(out[i-1], nil)
			known.Facts = []*Fact{f}
		}
		out = append(out, known)
	}
	return out
}

func namePos(k *Known) token.Pos { return k.Pass.Pkg.Scope().Lookup("Name").Pos() }

// TestWhere checks that positions consist of package and file, with a column only in
// the package itself.
func TestWhere(t *testing.T) {
	all := programs(t)
	lib, between, app := all[0], all[1], all[2]
	for _, c := range []struct {
		pos         token.Pos
		where, line string
	}{
		{namePos(app), "example.com/app/app.go:5:7", "example.com/app/app.go:5"},
		{namePos(between), "example.com/between/between.go:5", "example.com/between/between.go:5"},
		{namePos(lib), "example.com/lib/lib.go:3", "example.com/lib/lib.go:3"},
		{token.NoPos, "", ""},
	} {
		if got := app.Where(c.pos); got != c.where {
			t.Errorf("where %q, want %q", got, c.where)
		}
		if got := app.Line(c.pos); got != c.line {
			t.Errorf("line %q, want %q", got, c.line)
		}
	}
	if got := lib.Where(namePos(app)); got != "" {
		t.Errorf("a library knows %q", got)
	}
}

// TestElsewhere checks that the module in a package's fact decides whether the
// package was downloaded.
func TestElsewhere(t *testing.T) {
	all := programs(t)
	all[0].Pass.Module = &analysis.Module{Path: "example.com/lib", Version: "v1.0.0"}
	app := all[2]
	if !app.Elsewhere(namePos(all[0])) || app.Elsewhere(namePos(all[1])) || app.Elsewhere(namePos(app)) {
		t.Error("only the library is elsewhere")
	}
}

// TestLocate checks that the declarations of another package determine its folder.
func TestLocate(t *testing.T) {
	all := programs(t)
	for _, c := range []struct{ pkg, base, want string }{
		{"example.com/lib", "lib.go", "/example.com/lib/lib.go"},
		{"example.com/lib", "other.go", "/example.com/lib/other.go"},
		{"example.com/app", "app.go", "/example.com/app/app.go"},
		{"example.com/unknown", "u.go", "example.com/unknown/u.go"},
	} {
		if got := all[2].files.Locate(c.pkg, c.base); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.pkg, c.base, got, c.want)
		}
	}
}
