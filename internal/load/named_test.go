package load

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

const namedModule = `
-- go.mod --
module example.com/server

go 1.26

require example.com/dep v1.0.0

replace example.com/dep => ./dep
-- main.go --
package main

import "example.com/dep"

func main() { dep.F() }
-- dep/go.mod --
module example.com/dep

go 1.26
-- dep/dep.go --
package dep

import (
	"example.com/dep/inside/v1"
	"example.com/dep/outside/v1"
)

// F returns a T, with the help of a package whose name is not that of its folder.
func F() v1.T { return v1.T(helper.N) }
-- dep/inside/v1/v1.go --
package helper

const N = 1
-- dep/outside/v1/v1.go --
package v1

type T int
`

// TestNamed loads a package with one import that a declaration names, and one that
// only the body of a function names.
func TestNamed(t *testing.T) {
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(namedModule)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	prog, err := Load(Config{Dir: dir, NoExportData: true})
	if err != nil || len(prog.Errors) > 0 {
		t.Fatal(err, prog.Errors)
	}
	dep := prog.Roots[0].Imports["example.com/dep"]
	if got := dep.Types.Scope().Lookup("F").String(); got != "func example.com/dep.F() example.com/dep/outside/v1.T" {
		t.Error(got)
	}
	if dep.Imports["example.com/dep/inside/v1"] != nil {
		t.Error("a package that only the body of a function names was loaded")
	}
	if dep.Imports["example.com/dep/outside/v1"] == nil {
		t.Error("a package that a declaration names was not loaded")
	}
}
