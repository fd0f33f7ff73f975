package generate

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"

	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/signature"
	"golang.org/x/tools/go/analysis"
)

// NewInput returns the input for the package of a pass: the tools that directives make
// of its functions. The caller sets the fields Settings, Module and Types.
func NewInput(pass *analysis.Pass, facts *schemafacts.Result) Input {
	in := Input{Pkg: pass.Pkg, Groups: Groups(pass.Files), Options: facts.PlainOptions()}
	byPos := map[token.Pos]*schemafacts.Tool{}
	for _, t := range facts.Plain() {
		byPos[t.DefPos] = t
	}
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok || byPos[d.Name.Pos()] == nil {
				continue
			}
			fn, ok := pass.TypesInfo.Defs[d.Name].(*types.Func)
			if !ok {
				continue
			}
			t := newTool(byPos[d.Name.Pos()], fn, d)
			t.constraint = constraintOf(filepath.Base(pass.Fset.File(f.FileStart).Name()), f)
			in.Tools = append(in.Tools, t)
		}
	}
	in.constrain()
	Sort(in.Tools)
	return in
}

// newTool returns the tool that facts know about a function. It refuses a tool with a
// directive or tag that cannot be read, because the served schema would lack what it
// restricts.
func newTool(t *schemafacts.Tool, fn *types.Func, d *ast.FuncDecl) Tool {
	out := Tool{Name: t.Name, Description: t.Doc.Get("description").StringValue(), Title: t.Doc.Get("title"), Annotations: t.Doc.Get("annotations"),
		Func: fn, Shape: signature.NewComment("", d.Doc).Shape(), Input: t.Doc.Get("inputSchema"), Output: t.Doc.Get("outputSchema")}
	for _, d := range directives(d.Doc) {
		switch {
		case d.Inline:
		case d.Verb == "schema":
			out.InputFile = d.Arg
		case d.Verb == "output":
			out.OutputFile = d.Arg
		}
	}
	for _, p := range t.Remarks {
		r := Refusal{fn, p.Pos, p.Msg}
		switch p.Rule {
		case signature.RuleDirective, signature.RuleMarker, signature.RuleDefault:
			if !p.Foreign {
				out.Refused = append(out.Refused, r)
				continue
			}
			out.Warnings = append(out.Warnings, r)
		case signature.RuleUnknownType:
			out.Warnings = append(out.Warnings, r)
		}
	}
	return out
}
