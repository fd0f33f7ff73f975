package callgraph_test

import (
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/callgraph"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/source/sourcetest"
)

// The functions whose names begin with never are behind fields that no code sets.
const optional = `
-- example.com/lib/lib.go --
package lib

type Doer interface{ Do(o Options) }
type Base struct{ Deep bool }
type Limits struct{ Bytes int }
type Options struct {
	Base
	Doer                                                                    Doer
	Files                                                                   []string
	Limits                                                                  Limits
	Text                                                                    string
	Off, Unset, Given, Changed, Counted, Copied, Method, Pointer, Any, Both bool
	Ranged                                                                  [1]bool
}

func (o *Options) Set()  { o.Method = true }
func (o Options) Check() {}

func All(o Options) {
	if o.Unset { o.Changed = true }
	o.Check()
	o.Doer.Do(o)
	build(o)
}

func build(o Options) {
	copied := o
	copied.Copied = true
	o.Changed = true
	if o.Doer != nil { neverDo() } else if o.Unset { neverElse() } else { always() }
	if len(o.Files) > 0 || o.Limits.Bytes != 0 || o.Deep { neverFiles() }
	if o.Text != "" && o.Given { neverText() }
	if o.Off || o.Unset { neverOff() }
	if x := initial(); x && o.Unset { neverX() }
	if copied.Unset { neverCopied() }
	if copied.Copied { copy() }
	if o.Changed { changed() }
	if o.Given { given() }
	if o.Unset || o.Given { either() }
	if !o.Unset { not() }
	if o.Unset == false { equal() }
}

func Both(o Options) { if o.Both { both() } }
func Value(o Options) { if o.Any { value() } }
func Set(o Options) { o.Set(); if o.Method { method() } }
func Pointer(o Options) { p := &o; p.Pointer = true; if o.Pointer { pointer() } }
func Pointed(o *Options) { if o.Unset { pointed() } }
func Variadic(all ...Options) { for _, o := range all { if o.Any { variadic() } } }
func Two(o Options, err error) { if o.Any { two() } }
func Get() (o Options, err error) { if o.Any { got() }; return Options{Any: true}, nil }
func Positional(l Limits) { if l.Bytes > 0 { positional() } }
func Switched(v any) { switch o := v.(type) { case Options: if o.Any { switched() }; o = Options{} } }
func Literal() { f := func(o Options) { if o.Any { literal() }; o = Options{} }; f(Options{Any: true}) }
func Mapped() { m := map[string]Options{"k": {Any: true}}; o := m["k"]; if o.Any { mapped() } }
func Several() { var a, o = options(); if o.Any { several() }; a.Check() }
func options() (a, b Options) { b.Any = false; return Options{}, Options{Any: true} }
func (b Base) Method(o Options) { if o.Any { received() }; o = Options{} }

func initial() bool { return true }
func always() {}; func copy() {}; func changed() {}; func given() {}; func either() {}; func not() {}; func equal() {}
func both() {}; func value() {}; func method() {}; func pointer() {}; func pointed() {}; func variadic() {}; func two() {}
func got() {}; func positional() {}; func switched() {}; func literal() {}; func mapped() {}; func several() {}; func received() {}
func neverDo() {}; func neverElse() {}; func neverFiles() {}; func neverText() {}; func neverOff() {}; func neverX() {}; func neverCopied() {}
-- example.com/app/app.go --
package main

import (
	"os"

	"example.com/lib"
)

func main() {
	lib.All(lib.Options{Given: len(os.Args) > 1})
	lib.Both(lib.Options{})
	lib.Both(lib.Options{Both: true})
	call := lib.Value
	call(lib.Options{Any: true})
	lib.Set(lib.Options{})
	lib.Pointer(lib.Options{})
	lib.Pointed(&lib.Options{Unset: true})
	lib.Variadic(lib.Options{Any: true})
	lib.Two(lib.Get())
	lib.Positional(lib.Limits{1})
	lib.Switched(lib.Options{Any: true})
	lib.Literal()
	lib.Several()
	lib.Mapped()
	lib.Base{}.Method(lib.Options{Any: true})
}
`

func TestUnsetFields(t *testing.T) {
	var sources []callgraph.Source
	for _, p := range sourcetest.Load(t, optional) {
		sources = append(sources, callgraph.Source{Pkg: p.Pass.Pkg, Info: p.Pass.TypesInfo, Files: p.Pass.Files})
	}
	m := callgraph.FindMentioned(sources)
	for _, name := range sources[0].Pkg.Scope().Names() {
		if sources[0].Pkg.Scope().Lookup(name).Type().Underlying().String() != "func()" {
			continue
		}
		if key := "example.com/lib." + name; m.Runs(key) == strings.HasPrefix(name, "never") {
			t.Errorf("%s: runs is %v", name, m.Runs(key))
		}
	}
}
