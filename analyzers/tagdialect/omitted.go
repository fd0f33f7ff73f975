package tagdialect

import (
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/analyzers/internal/leak"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// omitted checks the types of schemas that the SDK silently omits. It needs no schema: the
// meaning of a tag depends only on the library that derives a schema from the type.
func (c *checker) omitted(t *schemafacts.Tool) {
	for _, call := range handling.Reflections(c.Reporter, t) {
		part := schemafacts.Reflects(call.Func)
		n := t.Doc.Get(part)
		if read := c.reader(call.Func.Pkg()); part != "" && read != nil && (n == nil || n.Type == nil && hasNoProperties(n)) {
			for _, f := range leak.AllFields(call.Type) {
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
