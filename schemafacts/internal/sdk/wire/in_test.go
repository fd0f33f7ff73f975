package wire

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"testing"
)

// TestIn distinguishes packages that make tools from packages that only know their
// types.
func TestIn(t *testing.T) {
	const tool = "\ntype Tool struct {\n\tName string `json:\"name\"`\n\tInputSchema any `json:\"inputSchema\"`\n}\n"
	for name, c := range map[string]struct {
		src  string
		want bool
	}{
		"a client":            {"package main\nimport \"encoding/json\"" + tool + "var l []Tool\nfunc main() { json.Unmarshal(nil, &l); for _, t := range l { println(t.Name) } }", false},
		"an empty literal":    {"package main" + tool + "func main() { t := Tool{}; println(t.Name) }", false},
		"a literal":           {"package main" + tool + "var t = Tool{Name: \"a\"}", true},
		"literals without it": {"package main" + tool + "var t = []Tool{{\"a\", nil}}", true},
		"a pointer's":         {"package main" + tool + "var t = []*Tool{{Name: \"a\"}}", true},
		"a field":             {"package main" + tool + "func main() { var t Tool; t.Name = \"a\" }", true},
		"a part of a field":   {"package main" + tool + "func main() { var t [2]*Tool; *(&t[1].Name), t[0].Name = \"a\", \"b\" }", true},
		"a conversion":        {"package main" + tool + "func f(x struct { Name string `json:\"name\"`; InputSchema any `json:\"inputSchema\"` }) Tool { return Tool(x) }", true},
		"a list from a file":  {"package main\nimport (\"encoding/json\"; \"os\")" + tool + "type List struct { Tools []Tool `json:\"tools\"` }\nfunc main() { var l List; data, _ := os.ReadFile(\"tools.json\"); json.Unmarshal(data, &l); show(l) }\nfunc show(v any) { json.NewEncoder(os.Stdout).Encode(v) }", true},
		"a list in a map":     {"package main" + tool + "var l []Tool\nfunc f() map[string]any { return map[string]any{\"tools\": l} }", true},
		"a list as a result":  {"package main" + tool + "var l []Tool\nfunc f() (any, error) { return l, nil }", true},
		"a list in a field":   {"package main" + tool + "var l []Tool\nvar r struct { Result any }\nfunc f() { r.Result = &l }", true},
		"a list in a list":    {"package main" + tool + "var l []Tool\nfunc f() int { return len([]any{l}) }", true},
		"a list in a var":     {"package main" + tool + "var l []Tool\nvar a any = l", true},
		"a var in a list":     {"package main" + tool + "var t Tool\nvar l = []Tool{t}", false},
		"a file":              {"package main\nimport _ \"embed\"" + tool + "//go:embed a.json\nvar a []byte", true},
		"its own imports":     {"package main\nimport \"example.com/me/data\"" + tool + "var _ = data.List", true},
		"other imports":       {"package main\nimport \"example.com/you/data\"" + tool + "var _ = data.List", false},
		"a library":           {"package lib" + tool, true},
		"no tool":             {"package lib\ntype T struct { Name string }\nvar t = T{\"a\"}", false},
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "a.go", c.src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}}
		conf := types.Config{Importer: empty{}, Error: func(error) {}}
		conf.Check("example.com/me/tool", fset, []*ast.File{f}, info)
		if got := in(info, []*ast.File{f}, func(*types.TypeName) bool { return false }); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// empty imports packages without declarations.
type empty struct{}

func (empty) Import(name string) (*types.Package, error) {
	p := types.NewPackage(name, path.Base(name))
	p.MarkComplete()
	return p, nil
}
