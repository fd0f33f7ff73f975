package gosdk

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
)

// TestRules describes the rules of each version in words. It contains each version in
// which a rule begins or ends, and the version before it.
func TestRules(t *testing.T) {
	for _, c := range []struct{ version, want string }{
		{"v1.0.0", "objectOutput escapesHTML"}, {"v1.2.1", "objectOutput escapesHTML"},
		{"v1.3.0", "objectOutput tree escapesHTML"}, {"v1.3.1", "objectOutput tree escapesHTML"},
		{"v1.4.0", "objectOutput tree"}, {"v1.6.1", "objectOutput tree"},
		{"v1.7.0", "tree plainHints headers"}, {"v1.8.0", "tree plainHints headers"}, {"v2.0.0", "tree plainHints headers"},
	} {
		v, ok := parse(c.version)
		var got []string
		r := reflect.ValueOf(v.rules())
		for i := range r.NumField() {
			if r.Field(i).Bool() {
				got = append(got, r.Type().Field(i).Name)
			}
		}
		if s := strings.Join(got, " "); !ok || s != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.version, s, c.want)
		}
	}
}

func TestParse(t *testing.T) {
	for s, want := range map[string]string{
		"v1.8.0": "1.8", "v1.10.2": "1.10", "v1.8.0-pre.1": "1.8", "v1.3.1-0.20250820000000-0123456789ab": "1.3",
		"": "", "v1": "", "v1.8": "", "(devel)": "", "1.8.0": "", "vx.y.z": "",
	} {
		got := ""
		if v, ok := parse(s); ok {
			got = fmt.Sprintf("%d.%d", v.major, v.minor)
		}
		if got != want {
			t.Errorf("parse(%q) = %q, want %q", s, got, want)
		}
	}
}

// api returns declarations of the SDK's package that first occur in a version.
func api(since string) string {
	switch since {
	case "0":
		return "type Tool struct{ InputSchema *Schema }\ntype Schema struct{}\n"
	case "none":
		return "var Something int\n"
	}
	decls := "type Tool struct{ InputSchema any; " + map[bool]string{true: "Icons int"}[since >= "1.2"] + " }\n"
	for _, added := range [][2]string{
		{"1.1", "type ServerOptions struct{ Logger int }"},
		{"1.3", "var SchemaCache int"},
		{"1.4", "type ClientCapabilities struct{}; func (ClientCapabilities) AddExtension() {}"},
		{"1.6", "var CodeHeaderMismatch int"},
		{"1.7", "type CallToolResult struct{ InputRequests int }"},
		{"1.8", "var SupportedProtocolVersions int"},
	} {
		if added[0] <= since {
			decls += added[1] + "\n"
		}
	}
	return decls
}

// TestDetect checks that the version is taken from the file path first, then from the
// API, then from the driver.
func TestDetect(t *testing.T) {
	const cache = "/m/github.com/modelcontextprotocol/go-sdk@"
	for _, c := range []struct{ file, api, said, want string }{
		{cache + "v1.4.0/mcp/tool.go", "1.8", "v1.8.0", "1.4"},
		{`C:\Users\x\go\pkg\mod\github.com\modelcontextprotocol\go-sdk@v1.4.0\mcp\tool.go`, "1.8", "", "1.4"},
		{"/src/vendor/tool.go", "1.8", "v1.8.2", "1.8"},
		{"/src/vendor/tool.go", "1.8", "v1.9.0", "1.9"},
		{"/src/vendor/tool.go", "1.8", "v1.7.0", "1.8"}, // replaced
		{"/src/vendor/tool.go", "1.8", "", "1.8"},
		{"/src/vendor/tool.go", "1.7", "v1.8.0", "1.7"},
		{"/src/vendor/tool.go", "1.7", "", "1.7"},
		{"/src/vendor/tool.go", "1.6", "", "1.6"},
		{"/src/vendor/tool.go", "1.4", "v1.5.0", "1.5"},
		{"/src/vendor/tool.go", "1.4", "v1.6.0", "1.4"},
		{"/src/vendor/tool.go", "1.3", "", "1.3"},
		{"/src/vendor/tool.go", "1.2", "", "1.2"},
		{"/src/vendor/tool.go", "1.1", "", "1.1"},
		{"/src/vendor/tool.go", "1.0", "v1.0.0", "1.0"},
		{"/src/vendor/tool.go", "1.0", "v1.1.0", "1.0"},
		{"/src/vendor/tool.go", "1.0", "", "1.0"},
		{"/src/vendor/tool.go", "0", "v0.7.0", "0.7"},
		{"/src/vendor/tool.go", "0", "v1.0.0", "0.0"},
		{cache + "v0.8.0/mcp/tool.go", "1.0", "", "0.8"},
		{"/src/vendor/tool.go", "none", "", "1.8"},
		{"/src/vendor/tool.go", "none", "v1.7.0", "1.8"},
	} {
		v := detect(host(t, c.file, api(c.api), c.said))
		if got := fmt.Sprintf("%d.%d", v.major, v.minor); got != c.want {
			t.Errorf("file %s, API of %s, said %q: %s, want %s", c.file, c.api, c.said, got, c.want)
		}
	}
}

// TestDetectUnseen checks which version detect returns for a package that does not
// import the SDK.
func TestDetectUnseen(t *testing.T) {
	for said, want := range map[string]release{"v1.3.0": {1, 3}, "": {1, 8}} {
		if got := detect(host(t, "", "", said)); got != want {
			t.Errorf("said %q: %+v, want %+v", said, got, want)
		}
	}
}

// host returns an sdk.Host for a package that imports the SDK's package mcp with the
// declarations decls, or nothing if decls is empty. said is the version that the driver
// reports.
func host(t *testing.T, file, decls, said string) *sdk.Host {
	fset := token.NewFileSet()
	pkgs := packages{}
	check := func(path, file, src string) *types.Package {
		f, err := parser.ParseFile(fset, file, src, 0)
		if err != nil {
			t.Fatal(err)
		}
		pkg, err := (&types.Config{Importer: pkgs}).Check(path, fset, []*ast.File{f}, nil)
		if err != nil {
			t.Fatal(err)
		}
		pkgs[path] = pkg
		return pkg
	}
	imports := ""
	if decls != "" {
		check(mcpPath, file, "package mcp\n"+decls)
		imports = "import _ \"" + mcpPath + "\"\n"
	}
	user := check("example.com/p", "/p/p.go", "package p\n"+imports)
	return &sdk.Host{Imports: reflector.Imports{Fset: fset, Types: ir.NewTypeSpace(user), Version: func(string) string { return said }}}
}

type packages map[string]*types.Package

func (p packages) Import(path string) (*types.Package, error) {
	if pkg := p[path]; pkg != nil {
		return pkg, nil
	}
	return importer.Default().Import(path)
}
