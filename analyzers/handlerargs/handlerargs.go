package handlerargs

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/blame"
	"github.com/schemavet/schemavet/analyzers/internal/says"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/lintdoc"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

//go:embed doc.go
var doc string

// Analyzer is the check with default settings.
var Analyzer = New(config.HandlerArgs{})

// New returns the check.
func New(s config.HandlerArgs) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "handlerargs",
		Doc:        lintdoc.Must(doc, "handlerargs"),
		URL:        lintdoc.URL("handlerargs"),
		Requires:   []*analysis.Analyzer{schemafacts.Analyzer},
		ResultType: report.ResultType,
		Run:        report.Source(func(r *report.Reporter) { run(r, s) }),
	}
}

func run(r *report.Reporter, s config.HandlerArgs) {
	c := &checker{Reporter: r, settings: s}
	if c.OnlyTests() {
		return
	}
	c.plainHandlers()
	for _, t := range c.Tools {
		blame.Report(r, t, "handlerargs")
		c.typed(t.Written())
	}
	for _, file := range c.Pass.Files {
		if strings.HasSuffix(c.Pass.Fset.Position(file.Package).Filename, "_test.go") {
			continue
		}
		for _, decl := range file.Decls {
			c.declaration(decl)
		}
	}
	c.idleFields()
	c.idleElsewhere()
	list := c.handlers()
	c.structs(list)
	for _, h := range list {
		if !h.doubtful {
			c.keys(h)
		}
	}
	c.reportShared()
	c.reportIdle()
}

type checker struct {
	*report.Reporter
	settings config.HandlerArgs
	// given are variables that hold the arguments in handlers that no SDK calls. If there
	// are any, recovers reports whether the package recovers from panics. The arguments
	// in validated were compared with the schema.
	given     []types.Object
	validated map[types.Object]bool
	recovers  bool
	// shared are what helpers read for tools that do not declare it.
	shared []*sharedRead
	// idle are parameters that handlers never read.
	idle []idleParam
	// schemas are the parameters by the position of their schemas, nil before the first use.
	schemas map[token.Pos]map[parameter]bool
}

// plainHandlers finds the variables that contain the arguments in handlers that the
// program calls without an SDK.
func (c *checker) plainHandlers() {
	for _, t := range c.Tools {
		for _, obj := range c.Facts.Given(t.Written()) {
			if !slices.Contains(c.given, obj) {
				c.given = append(c.given, obj)
			}
			if t.Dialect == schemafacts.PlainFunctions {
				if c.validated == nil {
					c.validated = map[types.Object]bool{}
				}
				c.validated[obj] = true
			}
		}
	}
	if len(c.given) == 0 {
		return
	}
	for _, obj := range c.Pass.TypesInfo.Uses {
		c.recovers = c.recovers || obj == types.Universe.Lookup("recover")
	}
}

// declaration examines a function and the function literals in it, which may share
// variables.
func (c *checker) declaration(decl ast.Decl) {
	r := newReading(c.Pass.TypesInfo, c.Facts.ArgumentsOf)
	for _, obj := range c.given {
		if isMap(obj.Type()) {
			r.maps[obj] = c.validated[obj]
		} else {
			r.calls[obj] = true
		}
	}
	r.recovers = len(c.given) > 0 && c.recovers
	if !r.follow(decl) {
		return
	}
	for _, a := range r.asserts {
		c.assertion(r, decl, a)
	}
	for _, a := range r.wholes {
		if r.withOK[a] || r.present || r.recovers {
			continue
		}
		d := report.Diagnostic{}
		d.Pos, d.Category = a.Type.Pos(), "unchecked"
		d.Message = "the arguments are asserted to be an object; a call without arguments panics"
		if t := c.tool(decl, a); t != nil {
			d.Tool, d.Message = t.Name, fmt.Sprintf("tool %q: %s", t.Name, d.Message)
		}
		c.Report(d)
	}
}

// assertion reports a type assertion on an argument if it can fail.
func (c *checker) assertion(r *reading, decl ast.Decl, a assert) {
	want := c.Pass.TypesInfo.TypeOf(a.expr.Type)
	if want == nil || types.IsInterface(want) || r.set[a.key] {
		return
	}
	t := c.tool(decl, a.expr)
	subject := fmt.Sprintf("argument %q", a.key)
	name := ""
	if t != nil {
		name = t.Name
		subject = fmt.Sprintf("tool %q: %s", name, subject)
	}
	withOK := r.withOK[a.expr]
	typ := types.TypeString(want, func(p *types.Package) string { return p.Name() })
	d := report.Diagnostic{Tool: name}
	d.Pos = a.expr.Type.Pos()
	switch {
	case !decodes(want) && withOK:
		if r.others(a) {
			return
		}
		d.Category, d.Message = "never-holds", fmt.Sprintf("%s is %s; it is ignored", subject, neverA(typ))
	case !decodes(want):
		if r.guarded[a.key] && r.others(a) {
			return
		}
		d.Category, d.Message = "never-holds", fmt.Sprintf("%s is %s; a call with it %s", subject, neverA(typ), r.outcome())
	case withOK || r.guarded[a.key] || r.recovers:
		return
	case !mayLack(t, a) && t != nil && declares(t) && takesNull(t, a.key):
		d.Category, d.Message = "unchecked", fmt.Sprintf("%s is asserted to be %s; a call with null %s", subject, says.Article(typ), r.outcome())
	case !mayLack(t, a):
		return
	default:
		d.Category, d.Message = "unchecked", fmt.Sprintf("%s is asserted to be %s; a call without it %s", subject, says.Article(typ), r.outcome())
	}
	c.Report(d)
}

// neverA returns a clause such as "never an int, because JSON numbers are float64",
// for a Go type that decoded JSON never has.
func neverA(typ string) string {
	text := "never " + says.Article(typ)
	switch {
	case strings.HasPrefix(typ, "["):
		return text + ", because JSON arrays are []any"
	case strings.HasPrefix(typ, "map["):
		return text + ", because JSON objects are map[string]any"
	case strings.HasPrefix(typ, "int"), strings.HasPrefix(typ, "uint"), typ == "float32":
		return text + ", because JSON numbers are float64"
	}
	return text
}

// outcome returns a verb for what happens if a type assertion fails.
func (r *reading) outcome() string {
	if r.recovers {
		return "fails"
	}
	return "panics"
}

// mayLack reports whether a client can call the handler without an argument, or with
// an argument of another type.
func mayLack(t *schemafacts.Tool, a assert) bool {
	if !a.checked {
		return true
	}
	if t == nil || t.Input() == nil || t.Input().Kind != schema.Object {
		return false
	}
	required := t.Input().Get("required")
	if required == nil {
		return t.Input().Get("properties").Has(a.key)
	}
	if len(required.Holes()) > 0 {
		return false
	}
	for _, e := range required.Elems {
		if e.StringValue() == a.key {
			return false
		}
	}
	return t.Input().Get("properties").Has(a.key)
}

// decodes reports whether encoding/json produces values of a Go type when it decodes
// into an interface.
func decodes(t types.Type) bool {
	empty := func(t types.Type) bool {
		i, ok := types.Unalias(t).Underlying().(*types.Interface)
		return ok && i.Empty() && types.Unalias(t) == t.Underlying()
	}
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t.Kind() == types.String || t.Kind() == types.Float64 || t.Kind() == types.Bool
	case *types.Slice:
		return empty(types.Unalias(t.Elem()))
	case *types.Map:
		k, ok := types.Unalias(t.Key()).(*types.Basic)
		return ok && k.Kind() == types.String && empty(types.Unalias(t.Elem()))
	}
	return false
}

// tool returns the only tool that a function handles. It returns nil if the function
// handles no tool or several.
func (c *checker) tool(decl ast.Decl, at ast.Expr) *schemafacts.Tool {
	var found *schemafacts.Tool
	for _, t := range c.Tools {
		t = t.Written()
		if !c.handles(t, decl, at) {
			continue
		}
		if found != nil && found.Name != t.Name {
			return nil
		}
		found = t
	}
	return found
}

// handles reports whether a declaration is the handler of a tool, or contains the
// handler as a function literal around a position.
func (c *checker) handles(t *schemafacts.Tool, decl ast.Decl, at ast.Expr) bool {
	if given := c.Facts.Given(t); len(c.given) > 0 && len(given) > 0 {
		n := c.Facts.HandlerOf(t)
		if _, ok := n.(*ast.CompositeLit); ok { // the functions for actions
			return slices.ContainsFunc(given, func(obj types.Object) bool { return decl.Pos() <= obj.Pos() && obj.Pos() < decl.End() })
		}
		return n.Pos() <= at.Pos() && at.End() <= n.End()
	}
	fn, isFunc := decl.(*ast.FuncDecl)
	if isFunc && t.Handler != "" {
		obj, ok := c.Pass.TypesInfo.Defs[fn.Name].(*types.Func)
		return ok && obj.FullName() == t.Handler
	}
	if t.HandlerPos < decl.Pos() || decl.End() < t.HandlerPos {
		return false
	}
	around := false
	ast.Inspect(decl, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && lit.Pos() <= t.HandlerPos && t.HandlerPos <= lit.Type.End() && lit.Pos() <= at.Pos() && at.End() <= lit.End() {
			around = true
		}
		return true
	})
	return around
}
