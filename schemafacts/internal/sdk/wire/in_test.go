package wire

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// TestIn distinguishes packages that know the types of tools, or make tools without a type,
// from others.
func TestIn(t *testing.T) {
	const tool = "\ntype Tool struct {\n\tName string `json:\"name\"`\n\tInputSchema any `json:\"inputSchema\"`\n}\n"
	for name, c := range map[string]struct {
		src  string
		want bool
	}{
		"a literal":   {tool + "var t = Tool{Name: \"a\"}", true},
		"a variable":  {tool + "var l []*Tool", true},
		"a type":      {tool, true},
		"another's":   {"\ntype other struct {\n\tName string `json:\"name\"`\n\tInputSchema any `json:\"inputSchema\"`\n}\n", false},
		"a map":       {"\nvar t = map[string]any{\"name\": \"a\", \"inputSchema\": nil}", true},
		"a text":      {"\nvar t = `{\"name\": \"a\", \"inputSchema\": {\"type\": \"object\"}}`", true},
		"no tool":     {"\ntype T struct { Name string }\nvar t = T{\"a\"}", false},
		"other texts": {"\nvar t = `the schema of \"name\" is its inputSchema`", false},
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "a.go", "package lib\n"+c.src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}}
		if _, err := new(types.Config).Check("example.com/me/tool", fset, []*ast.File{f}, info); err != nil {
			t.Fatal(err)
		}
		if got := in(info, []*ast.File{f}, func(tn *types.TypeName) bool { return tn.Name() == "other" }); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
