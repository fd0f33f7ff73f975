package ignores_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/analyzers/ignores"
	"github.com/schemavet/schemavet/internal/report"
	"golang.org/x/tools/go/analysis"
)

const source = `package p

//schemavet:ignore toolname heeded
var heeded = 1

//schemavet:ignore toolname unheeded
var unheeded = 2

//schemavet:ignore hints does not run
var silent = 3

//schemavet:ignore toolname
var unreasoned = 4

//schemavet:ignore
var unnamed = 5

//schemavet:ignore tolname misspelt
var misspelt = 6

//schemavet:ignore toolname,hints one of them runs
var both = 7

//schemavet:ignore toolname,tolname one is misspelt
var second = 8

//schemavet:ignore partial sees not all
var partial = 9
`

// Test checks ignore comments when two of the checks that they name run, and one of these
// may report here in passes over other packages.
func Test(t *testing.T) {
	check := &analysis.Analyzer{Name: "toolname", ResultType: report.ResultType}
	partial := &analysis.Analyzer{Name: "partial", ResultType: report.ResultType}
	for _, c := range []struct{ file, want string }{
		{"a.go", "6 ignore-unused\n12 ignore-incomplete\n15 ignore-incomplete\n18 ignore-unknown\n21 ignore-unused\n24 ignore-unknown\n"},
		{"a_test.go", ""},
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, c.file, source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		a := ignores.New([]*analysis.Analyzer{check, partial}, []string{"toolname", "hints", "partial"})
		pass := &analysis.Pass{Analyzer: a, Fset: fset, Files: []*ast.File{file},
			ResultOf: map[*analysis.Analyzer]any{check: &report.Result{Ignores: []token.Pos{file.Comments[0].Pos()}}, partial: &report.Result{Partial: true}},
			Report: func(d analysis.Diagnostic) {
				got.WriteString(strings.TrimPrefix(fset.Position(d.Pos).String(), c.file+":"))
				got.WriteString(" " + d.Category + "\n")
			}}
		if _, err := a.Run(pass); err != nil {
			t.Fatal(err)
		}
		if out := strings.ReplaceAll(got.String(), ":1 ", " "); out != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.file, out, c.want)
		}
	}
}
