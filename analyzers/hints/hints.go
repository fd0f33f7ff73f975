package hints

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/lintdoc"
	"github.com/schemavet/schemavet/internal/realpos"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/types/typeutil"
)

//go:embed doc.go
var doc string

// Analyzer is the check with default settings.
var Analyzer = New(config.Hints{})

// New returns the check.
func New(s config.Hints) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "hints",
		Doc:        lintdoc.Must(doc, "hints"),
		URL:        lintdoc.URL("hints"),
		Requires:   []*analysis.Analyzer{schemafacts.Analyzer},
		ResultType: report.ResultType,
		Run:        report.Documents(func(r *report.Reporter) { run(r, s) }),
	}
}

func run(r *report.Reporter, s config.Hints) {
	c := &checker{r}
	careful := slices.ContainsFunc(c.Tools, func(t *schemafacts.Tool) bool {
		readOnly, destructive := hints(t)
		return readOnly.IsTrue() && destructive != nil && destructive.Kind == schema.Bool && !destructive.IsTrue()
	})
	for _, t := range c.Tools {
		c.titles(t)
		if s.Missing {
			c.missing(t)
		}
		readOnly, destructive := hints(t)
		if !readOnly.IsTrue() || !destructive.IsTrue() {
			continue
		}
		d := report.Diagnostic{Tool: t.Name}
		d.Pos, d.Category = c.Place(t, readOnly.Pos, destructive.Pos), "contradiction"
		switch {
		case c.written(readOnly.Pos, destructive.Pos):
			d.Message = fmt.Sprintf("tool %q is both read-only and destructive; clients may ask before each call", t.Name)
		case careful:
			d.Message = fmt.Sprintf("tool %q is destructive by default, unlike other read-only tools of the package; clients may ask before each call", t.Name)
		case s.Default:
			d.Category = "default"
			d.Message = fmt.Sprintf("tool %q is read-only, and destructive by default; clients may ask before each call", t.Name)
		default:
			continue
		}
		if !c.Own(destructive.Pos) {
			d.SuggestedFixes = c.fix(readOnly.Pos)
		}
		c.Report(d)
	}
}

// hints returns the hints readOnlyHint and destructiveHint of a tool, each nil if it
// is absent.
func hints(t *schemafacts.Tool) (readOnly, destructive *schema.Node) {
	all := t.Doc.Get("annotations")
	return all.Get("readOnlyHint"), all.Get("destructiveHint")
}

type checker struct{ *report.Reporter }

// titles reports a tool whose two titles differ. Empty titles are never sent, and a
// title that source does not determine is not compared.
func (c *checker) titles(t *schemafacts.Tool) {
	title, old := t.Doc.Get("title"), t.Doc.Get("annotations").Get("title")
	first, second := strings.TrimSpace(title.StringValue()), strings.TrimSpace(old.StringValue())
	if first == "" || second == "" || first == second {
		return
	}
	d := report.Diagnostic{Tool: t.Name}
	d.Pos, d.Category = c.Place(t, old.Pos, title.Pos), "title"
	d.Message = fmt.Sprintf("tool %q has the title %q and the annotation title %q; which one users see depends on the client", t.Name, first, second)
	c.Report(d)
}

// missing reports a tool that is listed without a hint. It ignores tools of SDKs
// without annotations, and untraced tools, which other code may annotate.
func (c *checker) missing(t *schemafacts.Tool) {
	if !t.Traced || t.Dialect != "gosdk" && t.Dialect != "mcpgo" {
		return
	}
	all := t.Doc.Get("annotations")
	if all != nil && all.Kind != schema.Object && all.Kind != schema.Null {
		return
	}
	if all != nil && slices.ContainsFunc(all.Members, func(m schema.Member) bool { return m.Name != "title" }) {
		return
	}
	d := report.Diagnostic{Tool: t.Name}
	d.Pos, d.Category = c.Place(t), "missing"
	d.Message = fmt.Sprintf("tool %q has no hints; clients must assume that it is destructive", t.Name)
	c.Report(d)
}

// written reports whether the server's author, and not the SDK's default, marked a
// tool as destructive: the value is in this package or next to the read-only hint.
func (c *checker) written(readOnly, destructive token.Pos) bool {
	file := func(pos token.Pos) string { return realpos.Of(c.Pass.Fset, pos).Filename }
	return c.Own(destructive) || destructive.IsValid() && readOnly.IsValid() && file(readOnly) == file(destructive)
}

// fix returns the fix that adds, next to the option that makes a tool read-only, the
// option that makes it non-destructive. That is the SDK's function with the
// corresponding name.
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
		Message:   "Mark the tool as not destructive",
		TextEdits: []analysis.TextEdit{{Pos: call.End(), End: call.End(), NewText: []byte(text)}},
	}}
}

// option returns the call at pos if it has one argument and is itself an argument of
// another call.
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
