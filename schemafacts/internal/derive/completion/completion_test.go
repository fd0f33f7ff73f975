package completion_test

import (
	"go/token"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/completion"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/facts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/source/sourcetest"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

const program = `
-- example.com/lib/lib.go --
package lib

const Name = "fetch"
-- example.com/app/app.go --
package main

import "example.com/lib"

var name = lib.Name
`

// TestFind checks Find for a program that registers a tool which a library defines. In
// each case, the library, or a package between the program and the library, has recorded
// what it knows about the tool. want names the lists of the result that must contain the
// tool.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		name string
		told func(known *facts.Known, t *tool.Tool) []facts.Digests
		want string // which list of the completion has the tool
	}{
		{"nothing told", func(*facts.Known, *tool.Tool) []facts.Digests { return nil }, "tools"},
		{"the library knows less", func(known *facts.Known, t *tool.Tool) []facts.Digests {
			less := t.Clone()
			less.RegPos = token.NoPos
			return []facts.Digests{{By: "example.com/lib", Home: "example.com/lib", Tools: []facts.ToolDigest{known.DigestOf(less)}}}
		}, "tools at home"},
		{"a package in between knows as much", func(known *facts.Known, t *tool.Tool) []facts.Digests {
			return []facts.Digests{{By: "example.com/between", Home: "example.com/lib", Tools: []facts.ToolDigest{known.DigestOf(t)}}}
		}, "settled"},
		{"a package in between knows less", func(known *facts.Known, t *tool.Tool) []facts.Digests {
			less := t.Clone()
			less.Traced = false
			return []facts.Digests{{By: "example.com/between", Home: "example.com/lib", Tools: []facts.ToolDigest{known.DigestOf(less)}}}
		}, "tools below"},
	} {
		t.Run(c.name, func(t *testing.T) {
			pkgs := sourcetest.Load(t, program)
			lib, app := facts.Read(pkgs[0]), facts.Read(pkgs[1])
			fetch := &tool.Tool{Name: "fetch", Doc: schema.NewObject(), Traced: true, NamePos: pkgs[0].Pass.Pkg.Scope().Lookup("Name").Pos(), RegPos: pkgs[1].Pass.Pkg.Scope().Lookup("name").Pos()}
			below := new(facts.Fact)
			below.Keep(lib, nil)
			app.Facts = []*facts.Fact{below}
			told := c.told(app, fetch)
			below.SetDigests(func() []facts.Digests { return told })
			own := completion.Found{Known: app, Foreign: []*tool.Tool{fetch}, Followed: func() bool { return true }}
			found := completion.Find(own)
			if len(found) != 1 || found[0].Package != "example.com/lib" || !found[0].Program || !found[0].Followed {
				t.Fatalf("got %+v", found)
			}
			got := ""
			for _, list := range []struct {
				name  string
				tools []*tool.Tool
			}{{"tools", found[0].Tools}, {" at home", found[0].AtHome}, {" below", found[0].Below}, {"settled", found[0].Settled}, {"unseen", found[0].Unseen}} {
				if len(list.tools) > 0 {
					got += list.name
				}
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			// The program tells of the tool if nobody below it knew as much.
			passedOn := len(completion.Digests(own, found)) - len(told)
			if want := len(found[0].Tools); passedOn != want {
				t.Errorf("tells of %d, want %d", passedOn, want)
			}
		})
	}
}
