package tagdialect

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/handlers"
	"github.com/schemavet/schemavet/analyzers/internal/leak"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/types/typeutil"
)

// omitted checks the types of schemas that the SDK silently omits. It needs no schema: the
// meaning of a tag depends only on the library that derives a schema from the type.
func (c *checker) omitted(t *schemafacts.Tool) {
	for _, call := range handlers.Options(c.Pass.Files, t.NamePos) {
		fn, typ := c.reflected(call)
		if fn == nil {
			continue
		}
		part := schemafacts.Reflects(fn)
		n := t.Doc.Get(part)
		if read := c.reader(fn.Pkg()); part != "" && read != nil && (n == nil || n.Type == nil && hasNoProperties(n)) {
			for _, f := range leak.AllFields(typ) {
				one := c.field(t, "/"+part, f)
				if one == nil || strings.Contains(f.Tag.Get("jsonschema"), "enum=") {
					continue // mcp-go reads enumerations from the tag by itself
				}
				c.json(one)
				read(c, one)
			}
		}
	}
}

// reflected returns the called generic function and its type argument, as in
// WithInputSchema[Input](). It returns nil for any other call.
func (c *checker) reflected(call *ast.CallExpr) (*types.Func, types.Type) {
	fn, _ := typeutil.Callee(c.Pass.TypesInfo, call).(*types.Func)
	id := handlers.Instantiated(call.Fun)
	if fn == nil || fn.Pkg() == nil || id == nil {
		return nil, nil
	}
	args := c.Pass.TypesInfo.Instances[id].TypeArgs
	if args == nil || args.Len() != 1 {
		return nil, nil
	}
	return fn, args.At(0)
}

// reader returns the function that checks the tags of the library with which a
// package of an SDK derives schemas. It returns nil if the package uses several known
// libraries or none.
func (c *checker) reader(pkg *types.Package) func(*checker, *field) {
	var found func(*checker, *field)
	for _, path := range c.Facts.Libraries(pkg) {
		if read := readerOf(path); read != nil {
			if found != nil {
				return nil
			}
			found = read
		}
	}
	return found
}

func hasNoProperties(n *schema.Node) bool {
	p := n.Get("properties")
	return p == nil || len(p.Members) == 0
}
