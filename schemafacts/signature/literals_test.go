package signature_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// TestLiterals compares the variables and constants of values_test.go, as Read
// returns them, with the JSON that encoding/json writes for them.
func TestLiterals(t *testing.T) {
	values := map[string]any{
		"constString": constString, "constInt": constInt, "constBig": uint64(constBig), "constFloat": constFloat,
		"constSmall": constSmall, "constThird": constThird, "constBool": constBool, "constColor": constColor, "constTime": constTime,
		"zero": zero, "empty": empty, "full": full, "slice": slice, "array": array, "pointer": pointer, "constant": constant,
		"parenthesis": parenthesis, "typed": typed, "anyStruct": anyStruct, "emptyMap": emptyMap,
	}
	unknown := map[string]any{"called": called, "copied": copied, "method": method, "withMethod": withMethod, "bytes": bytes,
		"indexed": indexed, "without": without, "changed": changed, "reached": reached, "viaPointer": viaPointer}
	src := "package signature_test\n"
	for _, m := range []map[string]any{values, unknown} {
		for name := range m {
			src += "//schemavet:param x default=" + name + "\n"
		}
	}
	vars := read(t, src+"func F(x int) {}\n").Vars
	if len(vars) != len(values)+len(unknown) {
		t.Errorf("%d variables, want %d", len(vars), len(values)+len(unknown))
	}
	for _, v := range vars {
		if _, ok := unknown[v.Name]; ok {
			if v.Reason == "" && len(v.Lost) == 0 {
				t.Errorf("%s is %s, want none", v.Name, v.Value)
			}
			continue
		}
		if v.Reason != "" {
			t.Errorf("%s: %s", v.Name, v.Reason)
			continue
		}
		data, err := json.Marshal(values[v.Name])
		if err != nil {
			t.Fatal(err)
		}
		want, err := schema.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		withoutNull(want, reflect.TypeOf(values[v.Name]))
		got, err := schema.Parse([]byte(v.Value))
		if err != nil {
			t.Errorf("%s is %s: %v", v.Name, v.Value, err)
		} else if !schema.Equal(got, want) {
			t.Errorf("%s is\n%s, want\n%s", v.Name, got, want)
		}
	}
}

// withoutNull removes null members of structs.
func withoutNull(n *schema.Node, t reflect.Type) {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t != nil && t.Kind() == reflect.Struct {
		n.Members = slices.DeleteFunc(n.Members, func(m schema.Member) bool { return m.Value.Kind == schema.Null })
	}
}

// read reads values_test.go together with another file.
func read(t *testing.T, more string) *signature.Package {
	fset := token.NewFileSet()
	var files []*ast.File
	for name, src := range map[string]any{"values_test.go": nil, "more.go": more} {
		f, err := parser.ParseFile(fset, name, src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.Default()}
	pkg, err := conf.Check("example.com/values", fset, files, info)
	if err != nil {
		t.Fatal(fmt.Errorf("values_test.go stands for itself: %w", err))
	}
	return signature.Read(fset, pkg, info, files, false)
}
