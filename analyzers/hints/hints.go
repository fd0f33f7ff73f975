package hints

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/internal/lintdoc"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/types/typeutil"
)

//go:embed doc.go
var doc string

// Analyzer is the check.
var Analyzer = &analysis.Analyzer{
	Name:       "hints",
	Doc:        lintdoc.Must(doc, "hints"),
	URL:        "https://pkg.go.dev/github.com/schemavet/schemavet/analyzers/hints",
	Requires:   []*analysis.Analyzer{schemafacts.Analyzer},
	ResultType: report.ResultType,
	Run:        report.InProgram(run, nil),
}

func run(pass *analysis.Pass) (any, error) {
	c := &checker{report.New(pass)}
	for _, t := range c.Tools {
		hints := t.Doc.Get("annotations")
		readOnly, destructive := hints.Get("readOnlyHint"), hints.Get("destructiveHint")
		if !readOnly.IsTrue() || !destructive.IsTrue() {
			continue
		}
		d := report.Diagnostic{Tool: t.Name}
		d.Pos, d.Category = c.Place(t, readOnly.Pos, destructive.Pos), "contradiction"
		d.Message = fmt.Sprintf("tool %q is read-only and destructive at once", t.Name)
		if !c.Own(destructive.Pos) {
			d.SuggestedFixes = c.fix(readOnly.Pos)
		}
		c.Report(d)
	}
	return c.Result(), nil
}

type checker struct{ *report.Reporter }

// fix adds to the option that makes a tool read-only the one that makes it
// harmless: the function of the SDK that has the same name but for the hint.
func (c *checker) fix(pos token.Pos) []analysis.SuggestedFix {
	call := c.option(pos)
	if call == nil {
		return nil
	}
	fn := typeutil.StaticCallee(c.Pass.TypesInfo, call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == c.Pass.Pkg || !strings.Contains(fn.Name(), "ReadOnly") || len(call.Args) != 1 {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	pkg, ok := sel.X.(*ast.Ident)
	name := strings.Replace(fn.Name(), "ReadOnly", "Destructive", 1)
	other, isFunc := fn.Pkg().Scope().Lookup(name).(*types.Func)
	if !ok || !isFunc || !types.Identical(other.Type(), fn.Type()) {
		return nil
	}
	text := fmt.Sprintf(", %s.%s(false)", pkg.Name, name)
	return []analysis.SuggestedFix{{
		Message:   "Say that the tool is not destructive",
		TextEdits: []analysis.TextEdit{{Pos: call.End(), End: call.End(), NewText: []byte(text)}},
	}}
}

// option returns the call with one argument that stands at pos among others of a
// call.
func (c *checker) option(pos token.Pos) *ast.CallExpr {
	for _, f := range c.Pass.Files {
		if pos < f.FileStart || f.FileEnd < pos {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(f, pos, pos)
		for i, n := range path {
			call, ok := n.(*ast.CallExpr)
			if !ok || i+1 == len(path) {
				continue
			}
			switch outer := path[i+1].(type) {
			case *ast.CallExpr:
				if outer.Fun != call {
					return call
				}
			case *ast.CompositeLit:
				return call
			}
			return nil
		}
	}
	return nil
}
