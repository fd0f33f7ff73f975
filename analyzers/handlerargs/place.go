package handlerargs

import (
	"go/ast"
	"go/constant"
	"go/token"

	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// property returns where a tool declares a parameter. If the schema of the parameter
// is a value that several parameters share, it is where the tool names the parameter.
func (c *checker) property(t *schemafacts.Tool, name string) token.Pos {
	pointer := "/inputSchema/properties/" + schema.EscapeToken(name)
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

// sharesSchema reports whether another parameter has its schema from the same place.
func (c *checker) sharesSchema(t *schemafacts.Tool, name string, pos token.Pos) bool {
	for _, o := range c.Tools {
		o = o.Written()
		if o.Input() == nil {
			continue
		}
		for _, m := range properties(o) {
			if m.Value.Pos == pos && (m.Name != name || o.Name != t.Name) {
				return true
			}
		}
	}
	return false
}

// keyIn returns the key of a name in the composite literal at a position.
func (c *checker) keyIn(pos token.Pos, name string) token.Pos {
	found := token.NoPos
	for _, file := range c.Pass.Files {
		if pos < file.FileStart || file.FileEnd < pos {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok || lit.Pos() != pos {
				return n == nil || n.Pos() <= pos && pos < n.End()
			}
			for _, e := range lit.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					if v := c.Pass.TypesInfo.Types[kv.Key].Value; v != nil && v.Kind() == constant.String && constant.StringVal(v) == name {
						found = kv.Key.Pos()
					}
				}
			}
			return false
		})
	}
	return found
}
