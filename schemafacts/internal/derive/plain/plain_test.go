package plain_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/facts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/plain"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/settings"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/source/sourcetest"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

const app = `
-- example.com/app/app.go --
// Package app has tools.
//
//schemavet:group desk Tools of the desk.
package app

// Fetch gets an entry.
//
//schemavet:tool
func Fetch(id int) (string, error) { return "", nil }

// Other is no tool.
//
//schemavet:schema in.json
func Other() {}

//schemavet:tool

// Cut has an empty line above its comment.
func Cut() {}

/* schemavet:tool */
func Block() {}

// schemavet:tool is what this prose is about.
func Prose() {}
`

func functions(t *testing.T, s settings.Settings) *plain.Functions {
	t.Helper()
	pkg := sourcetest.Load(t, app)[0]
	pkg.Settings = s
	known := facts.Read(pkg)
	f := plain.New(known, listing.New(pkg, known))
	f.FindMarked()
	f.Find()
	return f
}

func TestTools(t *testing.T) {
	tools := functions(t, settings.Settings{}).Tools()
	if len(tools) != 1 {
		t.Fatalf("got %d tools", len(tools))
	}
	const want = `{"description":"Fetch gets an entry.","inputSchema":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"],"additionalProperties":false},"name":"Fetch","outputSchema":{"type":"object","properties":{"result":{"type":"string"}},"required":["result"],"additionalProperties":false,"x-schemavet-box":{"field":"result"}}}`
	if got := tools[0].Doc.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestAllIdle checks that each directive without a tool is reported.
func TestAllIdle(t *testing.T) {
	messages := func(f *plain.Functions, others []*tool.Tool, whole bool) (out []string) {
		for _, i := range plain.AllIdle([]plain.Package{{Functions: f}}, others, whole)["example.com/app"] {
			out = append(out, fmt.Sprint(f.Pass.Fset.Position(i.Pos).Line, ": ", i.Msg))
		}
		return out
	}
	other := `13: directive "schema" has no effect: function "Other" is not a tool`
	rest := []string{
		`16: directive "tool" has no effect: an empty line separates it from function "Cut"`,
		`21: directive is in a /* */ comment; write //schemavet:tool`,
	}
	all := append([]string{other}, rest...)
	check := func(what string, got, want []string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: got  %q\nwant %q", what, got, want)
		}
	}
	check("no registrations", messages(functions(t, settings.Settings{}), nil, false), all)
	registered := settings.Settings{Registrations: []settings.Registration{{Func: "example.com/lib.Register"}}}
	check("may be registered", messages(functions(t, registered), nil, false), rest)
	check("nobody registers it", messages(functions(t, registered), nil, true), all)
	check("registered", messages(functions(t, registered), []*tool.Tool{{Handler: "example.com/app.Other"}}, true), rest)
}

// TestRegisters checks that the settings name functions and their packages.
func TestRegisters(t *testing.T) {
	f := functions(t, settings.Settings{Registrations: []settings.Registration{{Func: "(*example.com/lib.Set).Add"}}})
	if !f.Registers("(*example.com/lib.Set).Add") || !f.Registers("(example.com/lib.Set).Add") || f.Registers("example.com/lib.Add") {
		t.Error("Registers")
	}
	if !f.RegistrationIn("example.com/lib") || f.RegistrationIn("example.com/app") {
		t.Error("RegistrationIn")
	}
}
