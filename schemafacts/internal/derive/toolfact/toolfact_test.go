package toolfact_test

import (
	"go/types"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/facts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/source/sourcetest"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/toolfact"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

const app = `
-- example.com/app/app.go --
package app

type Server struct{}

func Exported()       {}
func unexported()     {}
func (*Server) Method() {}
`

// TestExport checks that each function that handles a tool has a fact, and that the
// package has facts for tools whose handlers other packages cannot name.
func TestExport(t *testing.T) {
	pkg := sourcetest.Load(t, app)[0]
	got := map[string]string{}
	pkg.Pass.ExportObjectFact = func(obj types.Object, f analysis.Fact) { got[obj.Name()] = f.(*toolfact.ToolFact).String() }
	pkg.Pass.ExportPackageFact = func(f analysis.Fact) { got["package"] = f.(*toolfact.ToolFact).String() }
	pos := pkg.Pass.Files[0].Name.Pos()
	var own []*tool.Tool
	for name, handler := range map[string]string{"a": "example.com/app.Exported", "b": "example.com/app.unexported", "c": "(*example.com/app.Server).Method", "d": ""} {
		own = append(own, &tool.Tool{Name: name, Doc: schema.NewObject(), NamePos: pos, RegPos: pos, Handler: handler})
	}
	toolfact.New(facts.Read(pkg)).Export(own, nil)
	want := map[string]string{"Exported": "tools(a)", "unexported": "tools(b)", "Method": "tools(c)", "package": "tools(b, d)"}
	for name, w := range want {
		if got[name] != w {
			t.Errorf("%s: got %q, want %q", name, got[name], w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %v", got)
	}
}
