package wire

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// TestUntagged checks that a client's type without tags is a tool, of which the client sends only
// the members of tools, and that such a type of a program is not.
func TestUntagged(t *testing.T) {
	tool := func(path string) types.Type {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "p.go", `package copilot
type Tool struct {
	Name, Description string
	Parameters map[string]any
	Handler func()
}`, 0)
		if err != nil {
			t.Fatal(err)
		}
		pkg, err := (&types.Config{Importer: importer.Default()}).Check(path, fset, []*ast.File{f}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return pkg.Scope().Lookup("Tool").Type()
	}
	own, client := tool("example.com/agent"), tool("github.com/github/copilot-sdk/go")
	if formOf(own) != alike || formOf(client) != aTool {
		t.Errorf("forms %d and %d, want %d and %d", formOf(own), formOf(client), alike, aTool)
	}
	for typ, want := range map[types.Type]string{own: `{"Name":"x","Handler":null}`, client: `{"name":"x"}`} {
		handler := schema.NewUnresolved("unsupported type", token.NoPos)
		l := &listed{doc: schema.NewObject(), faults: []*value.Fault{{Hole: handler}}}
		l.doc.Set("Name", schema.NewString("x"))
		l.doc.Set("Handler", handler)
		l.lower(typ)
		if got := string(l.doc.JSON()); got != want || (typ == own) != (len(l.faults) == 1) {
			t.Errorf("%s: %s with %d faults, want %s", typ, got, len(l.faults), want)
		}
	}
}
