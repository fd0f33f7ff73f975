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
	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/analyzers/internal/says"
	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/internal/config"
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
	return handling.Check(doc, "handlerargs", report.Source(func(r *report.Reporter) { run(r, s) }))
}

func run(r *report.Reporter, s config.HandlerArgs) {
	c := &checker{Reporter: r, code: handling.Of(r), settings: s}
	if c.OnlyTests() {
		return
	}
	c.plainHandlers()
	for _, t := range c.Tools {
		blame.Report(r, t, "handlerargs")
		c.typed(t.Written())
		c.saidOther(t.Written())
	}
	for _, file := range c.Sources() {
		for _, decl := range file.Decls {
			c.declaration(decl)
		}
	}
	c.idleFields()
	c.idleElsewhere()
	list := c.handlers()
	c.structs(list)
	for _, h := range list {
		if !h.unnamed {
			c.keys(h)
		}
	}
	c.reportShared()
	c.reportIdle(list)
}

type checker struct {
	*report.Reporter
	code     *handling.Handlers
	settings config.HandlerArgs
	// given are variables that hold the arguments in handlers that no SDK calls, with
	// whether the arguments were compared with the schema. If there are any, recovers
	// reports whether the package recovers from panics.
	given    map[types.Object]bool
	recovers bool
	// sources and holders are the structs and variables of [checker.findSources].
	sources map[any]bool // by [identity]
	holders map[any][]*types.Var
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
	c.given = map[types.Object]bool{}
	for _, t := range c.Tools {
		for _, obj := range c.code.Given(t.Written()) {
			c.given[obj] = c.given[obj] || t.Dialect == schemafacts.PlainFunctions
		}
	}
	if len(c.given) == 0 {
		return
	}
	for _, obj := range c.Pass.TypesInfo.Uses {
		c.recovers = c.recovers || obj == types.Universe.Lookup("recover")
	}
}

// declaration reports the type assertions in a declaration that can fail.
func (c *checker) declaration(decl ast.Decl) {
	for _, a := range c.code.Assertions(decl, c.given) {
		t := c.tool(decl, a.Expr)
		d := report.Diagnostic{}
		d.Pos = a.Expr.Type.Pos()
		prefix := ""
		if t != nil {
			d.Tool, prefix = t.Name, fmt.Sprintf("tool %q: ", t.Name)
		}
		a.Recovers = a.Recovers || c.recovers
		if d.Category, d.Message = c.assertion(t, a); d.Message != "" {
			d.Message = prefix + d.Message
			c.Report(d)
		}
	}
}

// assertion returns the rule that a type assertion breaks and the message, or "" if it
// cannot fail.
func (c *checker) assertion(t *schemafacts.Tool, a handling.Assertion) (rule, message string) {
	want := c.Pass.TypesInfo.TypeOf(a.Expr.Type)
	checks := a.WithOK || a.Guarded || a.Recovers
	if a.Key == "" {
		if checks {
			return "", ""
		}
		return "unchecked", "the arguments are asserted to be an object; a call without arguments panics"
	}
	if want == nil || types.IsInterface(want) {
		return "", ""
	}
	typ := types.TypeString(want, func(p *types.Package) string { return p.Name() })
	outcome := "panics"
	if a.Recovers {
		outcome = "fails"
	}
	switch {
	case !a.Decoded && a.Others && (a.WithOK || a.Guarded):
		return "", ""
	case !a.Decoded && a.WithOK:
		return "never-holds", fmt.Sprintf("argument %q is %s; it is ignored", a.Key, neverA(typ))
	case !a.Decoded:
		return "never-holds", fmt.Sprintf("argument %q is %s; a call with it %s", a.Key, neverA(typ), outcome)
	case c.settings.Swallowed && a.WithOK && a.Direct && !a.Others && !a.Checked && t != nil && c.mayOmit(t, a.Key):
		return "swallowed", fmt.Sprintf("argument %q counts as missing if it is not %s", a.Key, says.Article(typ))
	case checks && !(c.settings.Types && a.Present && !a.WithOK && !a.Checked):
		return "", ""
	}
	without := "without it"
	if a.Present {
		without = "with another type"
	} else if !mayLack(t, a) {
		if t == nil || !declares(t) || !takesNull(t, a.Key) {
			return "", ""
		}
		without = "with null"
	}
	return "unchecked", fmt.Sprintf("argument %q is asserted to be %s; a call %s %s", a.Key, says.Article(typ), without, outcome)
}

// mayOmit reports whether a tool has an optional parameter without which its handler does
// not fail.
func (c *checker) mayOmit(t *schemafacts.Tool, key string) bool {
	h := c.code.Handling(t)
	return names(t) && offers(t, key) && !requires(t, key) && h != nil &&
		!slices.ContainsFunc(h.Reads, func(r handling.Read) bool { return r.Key == key && r.Demanded })
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

// mayLack reports whether a client can call the handler without an argument, or with
// an argument of another type.
func mayLack(t *schemafacts.Tool, a handling.Assertion) bool {
	if !a.Checked {
		return true
	}
	if t == nil || t.Input() == nil || t.Input().Kind != schema.Object {
		return false
	}
	return !walk.MayRequire(t.Input(), a.Key) && t.Input().Get("properties").Has(a.Key)
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

// handles reports whether the handler of a tool contains an expression in a declaration.
func (c *checker) handles(t *schemafacts.Tool, decl ast.Decl, at ast.Expr) bool {
	n := c.code.HandlerOf(t)
	if _, ok := n.(*ast.CompositeLit); ok { // the functions for actions
		return slices.ContainsFunc(c.code.Given(t), func(obj types.Object) bool { return decl.Pos() <= obj.Pos() && obj.Pos() < decl.End() })
	}
	return n != nil && n.Pos() <= at.Pos() && at.End() <= n.End()
}
