package handlerargs

import (
	"go/ast"
	"go/constant"
	"go/token"

	"github.com/schemavet/schemavet/analyzers/internal/blame"
	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// property returns the position at which a tool declares a parameter. If several
// parameters share the value that is their schema, it returns the position of the
// parameter's name.
func (c *checker) property(t *schemafacts.Tool, name string) token.Pos {
	pointer := "/inputSchema"
	for _, name := range pathOf(t, name) {
		if name == "[]" {
			pointer += "/items"
		} else {
			pointer += "/properties/" + schema.EscapeToken(name)
		}
	}
	n := t.Doc.Lookup(pointer)
	if n == nil || t.InputType != "" || !c.sharesSchema(t, name, n.Pos) {
		return c.PlaceIn(t, pointer)
	}
	all := t.Doc.Lookup("/inputSchema/properties")
	if key := c.keyIn(all.Pos, name); key.IsValid() {
		return key
	}
	return c.PlaceIn(t, "/inputSchema/properties")
}

// sharesSchema reports whether the schema of another parameter has the same position.
func (c *checker) sharesSchema(t *schemafacts.Tool, name string, pos token.Pos) bool {
	if c.schemas == nil {
		c.schemas = map[token.Pos]map[parameter]bool{}
		for _, o := range c.Tools {
			o = o.Written()
			if o.Input() == nil {
				continue
			}
			for _, m := range properties(o) {
				if c.schemas[m.Value.Pos] == nil {
					c.schemas[m.Value.Pos] = map[parameter]bool{}
				}
				c.schemas[m.Value.Pos][parameter{o.Name, m.Name}] = true
			}
		}
	}
	own := c.schemas[pos][parameter{t.Name, name}]
	return len(c.schemas[pos]) > 1 || len(c.schemas[pos]) == 1 && !own
}

// parameter is a parameter of a tool.
type parameter struct{ tool, name string }

// keyIn returns the position of the key with a name in the composite literal at pos.
func (c *checker) keyIn(pos token.Pos, name string) token.Pos {
	lit, ok := enclosing.Expr(c.Pass.Files, pos).(*ast.CompositeLit)
	if !ok {
		return token.NoPos
	}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if v := c.Pass.TypesInfo.Types[kv.Key].Value; v != nil && v.Kind() == constant.String && constant.StringVal(v) == name {
				return kv.Key.Pos()
			}
		}
	}
	return token.NoPos
}

// typed compares the handwritten input schema of a tool with the type into which the SDK
// decodes the arguments.
func (c *checker) typed(t *schemafacts.Tool) {
	in := t.Input()
	if t.InputType != "" || in == nil || in.Kind != schema.Object || in.Type != nil || in.Reflector != "" || t.Dialect == schemafacts.PlainFunctions {
		return
	}
	args := c.code.Arguments(t)
	if args == nil {
		return
	}
	for _, p := range signature.Misfits(in, args) {
		blame.ReportOne(c.Reporter, t, schemafacts.Problem{Path: p.Path, Msg: p.Msg, Pos: p.Pos, Rule: p.Rule})
	}
}
