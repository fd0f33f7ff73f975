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

// unresolved checks the types of tools whose schemas are unknown or silently omitted
// by the SDK. It needs no schema: the meaning of a tag depends only on the library
// that derives a schema from the type.
func (c *checker) unresolved(t *schemafacts.Tool) {
	for _, call := range handlers.Options(c.Pass.Files, t.NamePos) {
		fn, typ := c.reflected(call)
		if fn == nil {
			continue
		}
		part := schemafacts.Reflects(fn)
		n := t.Doc.Get(part)
		if read := c.reader(fn.Pkg()); part != "" && read != nil && (n == nil || n.Type == nil && hasNoProperties(n)) {
			c.fields(t, "/"+part, typ, read)
		}
	}
	in := t.Input()
	if in == nil || in.Kind != schema.Unresolved || in.Type != nil {
		return
	}
	args := c.find.Arguments(t)
	if args == nil {
		return
	}
	for _, r := range c.reflections() {
		if types.Identical(r.typ, args) {
			c.fields(t, "/inputSchema", args, r.read)
		}
	}
}

// reflection is a call that makes a library derive the schema of a type.
type reflection struct {
	typ  types.Type
	read func(*checker, *field)
}

// reflections returns the calls of the package that derive a schema, such as
// jsonschema.For[Input](nil).
func (c *checker) reflections() []reflection {
	if c.asked != nil {
		return c.asked
	}
	c.asked = []reflection{}
	for _, file := range c.Pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if fn, typ := c.reflected(call); fn != nil && readerOf(fn.Pkg().Path()) != nil {
					c.asked = append(c.asked, reflection{typ, readerOf(fn.Pkg().Path())})
				}
			}
			return true
		})
	}
	return c.asked
}

// fields checks the fields of a type whose schema is unknown.
func (c *checker) fields(t *schemafacts.Tool, pointer string, typ types.Type, read func(*checker, *field)) {
	for _, f := range leak.AllFields(typ) {
		if !c.editable(f.Pos()) {
			continue
		}
		if known := c.seen[f.Pos()]; known != nil {
			known.shares(t)
			continue
		}
		one := &field{c: c, tool: t, v: f.Var, owner: f.Owner, tag: f.Tag, at: pointer}
		c.seen[f.Pos()] = one
		if strings.Contains(f.Tag.Get("jsonschema"), "enum=") {
			continue // mcp-go reads enumerations from the tag by itself
		}
		c.json(one)
		read(c, one)
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
