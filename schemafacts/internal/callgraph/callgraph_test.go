package callgraph_test

import (
	"go/types"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/callgraph"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/source/sourcetest"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
)

const program = `
-- example.com/lib/lib.go --
package lib

type Runner interface{ Run() }
type Made struct{}
type Unmade struct{}

func (*Made) Run()   { byInterface() }
func (*Made) Other() {}
func (*Unmade) Run() { unmade() }

func New() Runner   { return &Made{} }
func Unused() *Made { return nil }

func byInterface() {}
func unmade()      {}
func Called()      { helper() }
func helper()      {}
func Value()       {}
-- example.com/app/app.go --
package main

import "example.com/lib"

func main() {
	lib.New().Run()
	lib.Called()
	take(lib.Value)
}

func take(f func()) {}

func unused() { lib.Unused() }
`

// load returns the input of New for the program.
func load(t *testing.T) (callgraph.Code, map[string]*ir.Func) {
	t.Helper()
	funcs := map[string]*ir.Func{}
	var code callgraph.Code
	for _, p := range sourcetest.Load(t, program) {
		unit, _ := lower.Lower(&lower.Source{Fset: p.Pass.Fset, Files: p.Pass.Files, Pkg: p.Pass.Pkg, Info: p.Pass.TypesInfo},
			lower.Relevance{All: true, Type: func(*types.TypeName) bool { return true }, Func: func(string) lower.Use { return lower.Makes }})
		for key, fn := range unit.Funcs {
			funcs[key] = fn
		}
		code.Units = append(code.Units, unit)
		code.Pkg = p.Pass.Pkg
	}
	space := ir.NewTypeSpace(code.Pkg)
	code.Func, code.Object = func(key string) *ir.Func { return funcs[key] }, space.Func
	return code, funcs
}

// TestComesTo checks that a program may reach the functions that it mentions, and
// methods with names that it calls through interfaces.
func TestComesTo(t *testing.T) {
	code, _ := load(t)
	g := callgraph.New(code)
	for key, want := range map[string]bool{
		"example.com/app.main": true, "example.com/app.take": true, "example.com/app.unused": false,
		"example.com/lib.New": true, "example.com/lib.Called": true, "example.com/lib.helper": true, "example.com/lib.Value": true,
		"(*example.com/lib.Made).Run": true, "(*example.com/lib.Made).Other": false, "example.com/lib.byInterface": true,
		"(*example.com/lib.Unmade).Run": true, "example.com/lib.unmade": true, "example.com/lib.Unused": false,
	} {
		if got := g.MayReach(key); got != want {
			t.Errorf("%s: %t", key, got)
		}
	}
}

// TestRun checks that a run has seen all calls of the functions that it executed,
// unless a function is also used as a value.
func TestRun(t *testing.T) {
	code, funcs := load(t)
	executed := map[*ir.Func]bool{}
	for key, fn := range funcs {
		executed[fn] = key != "example.com/app.unused" && key != "example.com/lib.Unused"
	}
	run := callgraph.Run{Graph: callgraph.New(code), Executed: executed}
	for key, want := range map[string]bool{"example.com/lib.Called": true, "example.com/lib.helper": true, "example.com/lib.Value": false, "example.com/app.main": false} {
		if got := run.Followed(key); got != want {
			t.Errorf("%s: %t", key, got)
		}
	}
	if (callgraph.Run{Graph: run.Graph}).Followed("example.com/lib.Called") {
		t.Error("nothing was run")
	}
}
