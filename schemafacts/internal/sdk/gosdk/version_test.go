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
	const (
		before02 = "keepsTool typesMaps infersMaps bindsFaults tree escapesHTML"
		v02      = "keepsTool typesMaps infersMaps bindsFaults infersOutput tree escapesHTML"
		after02  = "keepsTool typesMaps bindsFaults infersOutput needsSchema tree escapesHTML"
		v03      = "infersOutput anyObject needsSchema objectInput objectOutput tree escapesHTML"
		v08      = "infersOutput anyObject needsSchema objectInput objectOutput anySchema escapesHTML"
		v13      = "infersOutput anyObject needsSchema objectInput objectOutput anySchema tree escapesHTML"
		v14      = "infersOutput anyObject needsSchema objectInput objectOutput anySchema tree"
		v17      = "infersOutput anyObject needsSchema objectInput anySchema tree plainHints headers"
	)
	for _, c := range []struct{ version, want string }{
		{"v0.0.0-20250601000000-0123456789ab", before02},
		{"v0.1.0", before02},
		{"v0.2.0", v02},
		{"v0.2.1-0.20250723200159-0123456789ab", v02},
		{"v0.2.1-0.20250723200200-0123456789ab", after02},
		{"v0.1.1-0.20250724000000-0123456789ab", "keepsTool typesMaps bindsFaults tree escapesHTML"},
		{"v0.3.0", v03}, {"v0.7.0", v03},
		{"v0.8.0", v08}, {"v1.0.0", v08}, {"v1.2.1", v08},
		{"v1.3.0", v13}, {"v1.3.1", v13},
		{"v1.4.0", v14}, {"v1.6.1", v14},
		{"v1.7.0", v17}, {"v1.8.0", v17}, {"v2.0.0", v17},
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

func TestLibrary(t *testing.T) {
	for version, want := range map[string]string{
		"v0.1.0":                               "sdk-v0.1",
		"v0.2.0":                               "sdk-v0.2",
		"v0.0.0-20250710175122-0123456789ab":   "sdk-v0.1",
		"v0.0.0-20250710175123-0123456789ab":   "sdk-v0.2",
		"v0.2.1-0.20250721000000-0123456789ab": "sdk-v0.2",
		"v0.2.1-0.20250721000001-0123456789ab": "",
	} {
		v, _ := parse(version)
		got := ""
		if l, ok := v.library(); ok {
			got = l.String()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", version, got, want)
		}
	}
	if _, ok := (release{minor: 2, options: true}).library(); ok {
		t.Error("a library with options is known")
	}
}

func TestParse(t *testing.T) {
	for s, want := range map[string]string{
		"v1.8.0": "1.8", "v1.10.2": "1.10", "v1.8.0-pre.1": "1.8", "v0.3.1-0.20250820000000-0123456789ab": "0.3 2025-08-20",
		"": "", "v1": "", "v1.8": "", "(devel)": "", "1.8.0": "", "vx.y.z": "",
	} {
		got := ""
		if v, ok := parse(s); ok {
			got = fmt.Sprintf("%d.%d", v.major, v.minor)
			if !v.made.IsZero() {
				got += v.made.Format(" 2006-01-02")
			}
		}
		if got != want {
			t.Errorf("parse(%q) = %q, want %q", s, got, want)
		}
	}
}

// api returns declarations of the SDK's package that first occur in a version.
func api(since string) string {
	switch since {
	case "0.0":
		return "type Tool struct{ InputSchema *jsonschema.Schema }\nfunc NewServerTool() {}\n"
	case "0.2":
		return "type Tool struct{ InputSchema *jsonschema.Schema }\n"
	case "0.3":
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
		{"/src/vendor/tool.go", "0.8", "v1.0.0", "1.0"},
		{"/src/vendor/tool.go", "0.8", "v1.1.0", "0.8"},
		{"/src/vendor/tool.go", "0.8", "", "0.8"},
		{"/src/vendor/tool.go", "0.3", "v0.7.0", "0.7"},
		{"/src/vendor/tool.go", "0.3", "v0.8.0", "0.3"},
		{"/src/vendor/tool.go", "0.3", "v0.2.0", "0.3"},
		{"/src/vendor/tool.go", "0.2", "v0.2.0", "0.2"},
		{"/src/vendor/tool.go", "0.2", "v0.3.0", "0.2"},
		{"/src/vendor/tool.go", "0.2", "v0.1.0", "0.2"},
		{"/src/vendor/tool.go", "0.0", "v0.1.0", "0.1"},
		{"/src/vendor/tool.go", "0.0", "v0.2.0", "0.0"},
		{"/src/vendor/tool.go", "none", "", "1.8"},
		{"/src/vendor/tool.go", "none", "v1.7.0", "1.8"},
		// Made after what v0.3 changed, and before.
		{cache + "v0.2.1-0.20250820233634-0123456789ab/mcp/tool.go", "0.3", "", "0.3"},
		{cache + "v0.2.1-0.20250820233633-0123456789ab/mcp/tool.go", "0.3", "", "0.2"},
		{cache + "v0.8.1-0.20251101000000-0123456789ab/mcp/tool.go", "0.8", "", "0.8"},
	} {
		own := ""
		if strings.Contains(api(c.api), "jsonschema.") {
			own = "type Schema struct{}"
		}
		v := detect(host(t, c.file, api(c.api), own, c.said))
		if got := fmt.Sprintf("%d.%d", v.major, v.minor); got != c.want {
			t.Errorf("file %s, API of %s, said %q: %s, want %s", c.file, c.api, c.said, got, c.want)
		}
	}
}

// TestDetectOptions detects a library that belongs to no release.
func TestDetectOptions(t *testing.T) {
	for decls, want := range map[string]bool{"type Schema struct{}": false, "type Schema struct{}\ntype ForOptions struct{}": true} {
		if got := detect(host(t, "/src/tool.go", api("0.2"), decls, "v0.2.0")).options; got != want {
			t.Errorf("%s: %v", decls, got)
		}
	}
}

// TestDetectLibrary checks which version of the SDK detect returns for a package that
// imports only the SDK's schema library, or no package of the SDK. said is the version
// that the driver reports.
func TestDetectLibrary(t *testing.T) {
	for _, c := range []struct {
		own, said string
		want      release
	}{
		{"type Schema struct{}", "v0.2.0", minor(0, 2)},
		{"type Schema struct{}", "v0.1.0", minor(0, 1)},
		{"type Schema struct{}", "v0.3.0", release{options: true}}, // it had none
		{"type Schema struct{}", "", release{options: true}},
		{"", "v1.3.0", minor(1, 3)},
		{"", "", minor(1, 8)},
	} {
		if got := detect(host(t, "", "", c.own, c.said)); got != c.want {
			t.Errorf("library %q, said %q: %+v, want %+v", c.own, c.said, got, c.want)
		}
	}
}

// host returns an sdk.Host for a package that imports the SDK's package mcp with the
// declarations decls or, if decls is empty, only the package jsonschema with the
// declarations own.
func host(t *testing.T, file, decls, own, said string) *sdk.Host {
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
	if own != "" {
		check(ownPath, "/src/schema.go", "package jsonschema\n"+own)
		imports = "import _ \"" + ownPath + "\"\n"
	}
	if decls != "" {
		if strings.Contains(decls, "jsonschema.") {
			decls = strings.Replace(imports, "_ ", "", 1) + decls
		}
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
