package source_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/settings"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/source"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/source/sourcetest"
	"golang.org/x/tools/go/analysis"
)

// TestWhose checks to whom a package belongs, by its module or, with drivers that
// know no modules, by its files.
func TestWhose(t *testing.T) {
	for _, c := range []struct {
		name, path, file string
		module           *analysis.Module
		mine, downloaded bool
		of               string // the module
	}{
		{"the user's", "example.com/app/tools", "/src/tools.go", &analysis.Module{Path: "example.com/app"}, true, false, "example.com/app"},
		{"downloaded", "example.com/lib", "/mod/lib@v1.2.0/lib.go", &analysis.Module{Path: "example.com/lib", Version: "v1.2.0"}, false, true, "example.com/lib@v1.2.0"},
		{"a path that only begins like the module's", "example.com/apples", "/src/a.go", &analysis.Module{Path: "example.com/app"}, false, false, ""},
		{"nogo, own file", "example.com/app", "tools/tools.go", nil, true, false, ""},
		{"go vet of the standard library", "io", "/usr/go/src/io/io.go", nil, false, false, ""},
		{"nogo, module cache", "example.com/lib", "external/gazelle/pkg/mod/example.com/lib@v1.2.0/lib.go", nil, false, true, ""},
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, c.file, "package p", 0)
		if err != nil {
			t.Fatal(err)
		}
		p := source.New(&analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: types.NewPackage(c.path, "p"), Module: c.module}, nil)
		if p.Mine() != c.mine || p.Downloaded() != c.downloaded || p.Module() != c.of {
			t.Errorf("%s: mine %t, downloaded %t, module %q", c.name, p.Mine(), p.Downloaded(), p.Module())
		}
	}
}

// TestSettings checks that packages of downloaded modules have settings only if the
// settings name the package, because drivers share their facts.
func TestSettings(t *testing.T) {
	lookup := func(dir string) settings.Settings {
		return settings.Settings{Modules: []string{"example.com/listed/..."}, DefaultText: []string{dir}}
	}
	for path, want := range map[string][]string{"example.com/listed/a": {""}, "example.com/other": nil} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "/mod/p.go", "package p", 0)
		if err != nil {
			t.Fatal(err)
		}
		pass := &analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: types.NewPackage(path, "p"), Module: &analysis.Module{Path: path, Version: "v1.0.0"}}
		if p := source.New(pass, lookup); !slices.Equal(p.Settings.DefaultText, want) || p.Listed != (want != nil) {
			t.Errorf("%s: %+v, listed %t", path, p.Settings, p.Listed)
		}
		pass.Module.Version = ""
		if p := source.New(pass, lookup); !slices.Equal(p.Settings.DefaultText, []string{"/mod"}) || p.Listed {
			t.Errorf("%s in the user's module: %+v", path, p.Settings)
		}
	}
}

// TestFiles checks that files and declarations exclude tests, although positions in
// tests belong to the package.
func TestFiles(t *testing.T) {
	pkgs := sourcetest.Load(t, `
-- example.com/app/app.go --
package app

func A() {}
-- example.com/app/app_test.go --
package app

func B() {}
-- example.com/other/other.go --
package other
`)
	p := pkgs[0]
	var names []string
	for fn := range maps.Keys(p.Declarations()) {
		names = append(names, fn.Name())
	}
	if len(p.Files()) != 1 || !slices.Equal(names, []string{"A"}) {
		t.Errorf("%d files, declarations %v", len(p.Files()), names)
	}
	test, other := p.Pass.Files[1], pkgs[1].Pass.Files[0]
	if !p.Owns(test.Name.Pos()) || p.Owns(other.Name.Pos()) || p.FileAt(test.Name.Pos()) != test || p.FileAt(other.Name.Pos()) != nil {
		t.Error("positions")
	}
	if p.Dir() != "/example.com/app" {
		t.Errorf("dir %s", p.Dir())
	}
}
