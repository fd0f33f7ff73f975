package tagdialect

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/types/typeutil"
)

// keywordTags are pairs of a tag key and a keyword of JSON Schema: other libraries
// read the tag as that keyword.
var keywordTags = [][2]string{
	{"default", "default"}, {"enum", "enum"}, {"enums", "enum"}, {"pattern", "pattern"}, {"format", "format"},
	{"minimum", "minimum"}, {"maximum", "maximum"}, {"exclusiveMinimum", "exclusiveMinimum"}, {"exclusiveMaximum", "exclusiveMaximum"},
	{"minLength", "minLength"}, {"maxLength", "maxLength"}, {"minItems", "minItems"}, {"maxItems", "maxItems"},
	{"example", "examples"}, {"examples", "examples"},
}

// keywords reports tags that name a keyword of JSON Schema if the schema lacks it
// because the SDK's library does not read the tag.
func (c *checker) keywords(f *field) {
	prop := f.prop
	if prop == nil || prop.Kind != schema.Object || len(prop.Holes()) > 0 || !strings.HasPrefix(f.at, "/inputSchema") {
		return
	}
	for _, k := range keywordTags {
		value, ok := f.Tag.Lookup(k[0])
		if !ok || value == "" || prop.Has(k[1]) || prop.Get("items").Has(k[1]) || c.readElsewhere(f, k[0]) {
			continue
		}
		c.report(f, "key", fmt.Sprintf("is not read; the schema has no %s", k[1]), nil, k[0])
	}
	value, ok := f.Tag.Lookup("required")
	if ok && value == "true" && f.optional() && !f.isRequired() && !c.readElsewhere(f, "required") {
		c.report(f, "key", "is not read; the field is optional", nil, "required")
	}
	if ok && value == "false" && f.isRequired() && !c.readElsewhere(f, "required") {
		c.report(f, "key", "is not read; the field is required", nil, "required")
	}
}

// isRequired reports whether the root of the schema requires the field.
func (f *field) isRequired() bool {
	root := f.tool.Doc.Lookup("/inputSchema")
	return root.Get("properties").Has(f.Name) && slices.Contains(root.Get("required").Strings(), f.Name)
}

// readElsewhere reports whether other code may read a tag of the field. That is so if
// the package looks up the tag's key itself, passes the struct to a package other
// than the SDK and the standard library, or has comments for a generator of API
// documents.
func (c *checker) readElsewhere(f *field, key string) bool {
	if f.Owner == nil {
		return false
	}
	if c.tagReaders == nil {
		c.findTagReaders()
	}
	return c.generated || c.tagReaders[key] || c.handed[f.Owner.Obj()]
}

// findTagReaders searches the package for code that may read tags.
func (c *checker) findTagReaders() {
	c.tagReaders, c.handed = map[string]bool{}, map[*types.TypeName]bool{}
	info := c.Pass.TypesInfo
	for _, file := range c.Pass.Files {
		for _, group := range file.Comments {
			c.generated = c.generated || strings.Contains(group.Text(), "@Router ")
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			fn, _ := typeutil.Callee(info, call).(*types.Func)
			if fn == nil || fn.Pkg() == nil {
				return true
			}
			if fn.Pkg().Path() == "reflect" && len(call.Args) == 1 {
				if v := info.Types[call.Args[0]].Value; v != nil && v.Kind() == constant.String {
					c.tagReaders[constant.StringVal(v)] = true
				}
			}
			if fn.Pkg() == c.Pass.Pkg || schemafacts.OfSDK(fn.Pkg().Path()) || isStandard(fn.Pkg().Path()) {
				return true
			}
			for _, arg := range call.Args {
				t := info.TypeOf(arg)
				t = jsonfields.Pointee(t)
				if named, ok := types.Unalias(t).(*types.Named); ok {
					c.handed[named.Obj()] = true
				}
			}
			return true
		})
	}
}

// isStandard reports whether a package belongs to the standard library.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}
