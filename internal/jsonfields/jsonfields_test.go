//lint:file-ignore SA5008 the test compares malformed tags with encoding/json

package jsonfields_test

import (
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

type Deep struct{ A, B int }

type Left struct {
	Deep
	Same int
	L    int
}

type Right struct {
	Deep
	Same int
	R    int `json:"L"`
}

type inner struct{ Seen int }

type text string

// In comes directly and through another struct.
type In struct{ Twice int }

type Once struct{ In }

// Outer is read by the test, and printed by encoding/json.
type Outer struct {
	Left
	Right
	*Once
	In
	inner
	text
	Named  Deep `json:"named"`
	Deep   Deep `json:"-"`
	Dash   int  `json:"-,"`
	Bad    int  `json:"a,b\"c"`
	Taken  int  `json:"taken,omitempty"`
	Plain  int
	Tagged int `json:"Plain"`
	unseen int
}

// TestOf compares the fields with the members that encoding/json writes, in order.
func TestOf(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "jsonfields_test.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importer.Default(), Error: func(error) {}}
	pkg, _ := conf.Check("p", fset, []*ast.File{f}, nil) // imports of this module are unknown
	if pkg == nil {
		t.Fatal("no package")
	}
	for name, v := range map[string]any{"Outer": Outer{Once: &Once{}, Taken: 1, text: "x", unseen: 1, inner: inner{1}}, "Left": Left{}, "Once": Once{}} {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		got, want := []string{}, keys(t, data)
		for _, f := range jsonfields.Of(pkg.Scope().Lookup(name).Type()) {
			got = append(got, f.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// keys returns the names of an object's members, in order.
func keys(t *testing.T, data []byte) []string {
	n, err := schema.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range n.Members {
		out = append(out, m.Name)
	}
	return out
}
