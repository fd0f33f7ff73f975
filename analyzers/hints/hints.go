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
	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/internal/limits"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

//go:embed doc.go
var doc string

// Analyzer is the check with default settings.
var Analyzer = New(config.Hints{}, nil)

// New returns the check, with the hints that profiles require. The names of the profiles
// must be known.
func New(s config.Hints, profiles []string) *analysis.Analyzer {
	required := slices.Clone(s.Require)
	for _, name := range profiles {
		if p, err := limits.Find(name); err == nil {
			required = append(required, p.Hints...)
		}
	}
	return report.Analyzer(doc, "hints", report.Documents(func(r *report.Reporter) { run(r, s.Missing, required) }))
}

func run(r *report.Reporter, missing bool, required []string) {
	c := &checker{r}
	careful := slices.ContainsFunc(c.Tools, func(t *schemafacts.Tool) bool {
		readOnly, destructive := hints(t)
		return readOnly.IsTrue() && destructive != nil && destructive.Kind == schema.Bool && !destructive.IsTrue()
	})
	for _, t := range c.Tools {
		c.titles(t)
		if missing {
			c.missing(t)
		}
		c.require(t, required)
		readOnly, destructive := hints(t)
		if !readOnly.IsTrue() || !destructive.IsTrue() {
			continue
		}
		is := "is both read-only and destructive"
		if !c.written(t, destructive) {
			is = "is destructive by default, unlike other read-only tools of the package"
			if !careful {
				continue
			}
		}
		d := report.About(t.Name, c.Place(t, readOnly.Pos, destructive.Pos), "contradiction", "tool %q %s; clients may ask before each call", t.Name, is)
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
	c.Tell(t.Name, c.Place(t, old.Pos, title.Pos), "title",
		"tool %q has the title %q and the annotation title %q; which one users see depends on the client", t.Name, first, second)
}

// missing reports a tool for which source sets no hint.
func (c *checker) missing(t *schemafacts.Tool) {
	all, known := annotations(t)
	if !known || slices.ContainsFunc(all.Members, func(m schema.Member) bool { return m.Name != "title" && c.written(t, m.Value) }) {
		return
	}
	has := "no hints"
	if all.Has("destructiveHint") {
		has = "only the hints that the SDK sets"
	}
	c.Tell(t.Name, c.Place(t), "missing", "tool %q has %s; clients must assume that it is destructive", t.Name, has)
}

// require reports a tool for which source does not set all required hints. A name may
// consist of alternatives, as in "readOnly|destructive".
func (c *checker) require(t *schemafacts.Tool, required []string) {
	all, known := annotations(t)
	if !known {
		return
	}
	var lacks []string
	for _, name := range required {
		alternatives := strings.Split(name, "|")
		if len(alternatives) > 1 && slices.ContainsFunc(alternatives, func(a string) bool { return slices.Contains(required, a) }) {
			continue
		}
		for i, hint := range alternatives {
			if hint != "title" {
				alternatives[i] += "Hint"
			}
		}
		set := func(hint string) bool {
			return c.written(t, all.Get(hint)) || hint == "title" && c.written(t, t.Doc.Get("title"))
		}
		if text := strings.Join(alternatives, " or "); !slices.ContainsFunc(alternatives, set) && !slices.Contains(lacks, text) {
			lacks = append(lacks, text)
		}
	}
	if len(lacks) > 0 {
		c.Tell(t.Name, c.Place(t), "explicit", "tool %q does not set %s", t.Name, strings.Join(lacks, ", "))
	}
}

// annotations returns the annotations of a tool. known is false for an SDK without
// annotations, for annotations that source does not determine, and for untraced tools,
// which other code may annotate.
func annotations(t *schemafacts.Tool) (all *schema.Node, known bool) {
	if !t.Traced || t.Dialect != "gosdk" && t.Dialect != "mcpgo" {
		return nil, false
	}
	all = t.Doc.Get("annotations")
	if all == nil || all.Kind == schema.Null {
		return &schema.Node{Kind: schema.Object}, true
	}
	return all, all.Kind == schema.Object
}

// written reports whether the server's author set a title or hint, and not the SDK: its
// position is not in the SDK, and differs from that of all annotations.
func (c *checker) written(t *schemafacts.Tool, n *schema.Node) bool {
	if n == nil || n.Kind == schema.String && n.Text == "" {
		return false
	}
	if all := t.Doc.Get("annotations"); all != nil && n.Pos == all.Pos && n != t.Doc.Get("title") {
		return false
	}
	return !schemafacts.OfSDK(c.Facts.PackageAt(n.Pos))
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
	path := enclosing.Path(c.Pass.Files, pos)
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
	return nil
}
