package internal

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/mod/modfile"

	"github.com/schemavet/schemavet/schemafacts"
)

const module = "github.com/schemavet/schemavet/"

// TestRequires checks that go.mod requires no libraries for servers: go get -tool
// would otherwise raise their versions in the go.mod of a user.
func TestRequires(t *testing.T) {
	data, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := modfile.Parse("go.mod", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range mod.Require {
		if slices.ContainsFunc(ofServers, func(lib string) bool { return within(r.Mod.Path, lib) }) {
			t.Errorf("go.mod requires %s; a module in testdata/conformance may", r.Mod.Path)
		}
	}
	if len(mod.Require) == 0 {
		t.Error("go.mod requires nothing")
	}
}

// ofServers are the modules of SDKs and schema libraries, by prefix.
var ofServers = []string{
	"github.com/modelcontextprotocol", "github.com/mark3labs", "github.com/metoro-io", "github.com/google/jsonschema-go", "github.com/invopop",
	"github.com/santhosh-tekuri", "github.com/xeipuuv", "github.com/cloudwego", "github.com/firebase", "google.golang.org",
	"github.com/openai", "github.com/anthropics", "github.com/ollama", "github.com/sashabaranov",
}

type pkg struct {
	ImportPath string
	Imports    []string
}

// TestImports checks that packages import only packages of lower layers.
func TestImports(t *testing.T) {
	pkgs := list(t)
	if len(pkgs) < 10 {
		t.Fatalf("only %d packages", len(pkgs))
	}
	for _, p := range pkgs {
		from, own := strings.CutPrefix(p.ImportPath, module)
		if !own {
			continue
		}
		for _, imp := range p.Imports {
			if reason := forbidden(from, imp); reason != "" {
				t.Errorf("%s imports %s: %s", from, imp, reason)
			}
		}
	}
}

// list returns the packages of the module without their tests, which may import any
// package.
func list(t *testing.T) []pkg {
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var pkgs []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

// rooms are the parts of schemafacts, lowest first: each part may import only parts
// before it. A part is a folder with all its subfolders, except those that are parts
// themselves.
var rooms = []string{
	"schemafacts/schema",
	"schemafacts/compat",
	"schemafacts/internal/tool",
	"schemafacts/internal/reflector/version",
	"schemafacts/internal/syntax",
	"schemafacts/internal/handling",
	"schemafacts/internal/ir",
	"schemafacts/internal/callgraph",
	"schemafacts/internal/lower",
	"schemafacts/internal/eval/value",
	"schemafacts/internal/eval/state",
	"schemafacts/internal/eval/heap",
	"schemafacts/internal/eval/static",
	"schemafacts/internal/eval",
	"schemafacts/internal/gojson",
	"schemafacts/internal/gostd",
	"schemafacts/signature/doccomment",
	"schemafacts/signature",
	"schemafacts/internal/reflector",
	"schemafacts/internal/reflector/jsonschemago",
	"schemafacts/internal/reflector/invopop",
	"schemafacts/internal/reflector/jsonschemago/googleschema",
	"schemafacts/internal/reflector/invopop/invoposchema",
	"schemafacts/snapshot",
	"schemafacts/internal/sdk",
	"schemafacts/internal/sdk/gosdk",
	"schemafacts/internal/sdk/mcpgo",
	"schemafacts/internal/sdk/wire",
	"schemafacts/internal/dialects",
	"schemafacts/internal/borrow",
	"schemafacts/internal/derive/settings",
	"schemafacts/internal/derive/source",
	"schemafacts/internal/derive/intercept",
	"schemafacts/internal/derive/texts",
	"schemafacts/internal/derive/merge",
	"schemafacts/internal/derive/listing",
	"schemafacts/internal/derive/facts",
	"schemafacts/internal/derive/plain",
	"schemafacts/internal/derive/toolfact",
	"schemafacts/internal/derive/completion",
	"schemafacts/internal/derive/handlers",
	"schemafacts/internal/derive",
	"schemafacts/internal/program",
	"schemafacts",
}

func within(path, dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }

// roomOf returns the index of a package's part in rooms, or -1.
func roomOf(path string) int {
	best := -1
	for i, room := range rooms {
		if within(path, room) && (best < 0 || len(room) > len(rooms[best])) {
			best = i
		}
	}
	return best
}

// forbidden returns why one package of the module must not import another one, or "".
func forbidden(from, imp string) string {
	to, own := strings.CutPrefix(imp, module)
	std := !strings.Contains(strings.Split(imp, "/")[0], ".")
	is := func(dirs ...string) bool {
		return slices.ContainsFunc(dirs, func(dir string) bool { return within(to, dir) })
	}
	only := func(ok bool, what string) string {
		if ok || std {
			return ""
		}
		return "it may import only " + what
	}
	if a, b := roomOf(from), roomOf(to); a >= 0 && own && b > a {
		return "the arrow goes back up: " + rooms[b] + " stands above " + rooms[a]
	}
	if within(from, "schemafacts") && own && is("analyzers", "cmd", "golangci-plugin") {
		return "what derives knows no check and no driver"
	}
	switch {
	case from == "schemafacts/schema":
		return only(false, "the standard library")
	case within(from, "schemafacts/compat"):
		return only(!own || is("schemafacts/schema", from), "schema of our packages")
	case from == "internal/safefile":
		return only(false, "the standard library")
	case within(from, "schemafacts/snapshot"):
		return only(!own || is("schemafacts/schema", "schemafacts/internal/tool", "internal/safefile", from), "schema, tool and safefile of our packages")
	case is("schemafacts/internal/sdk") && isDialect(to) && isDialect(from) && to != from:
		return "a dialect knows no other one"
	case within(from, "schemafacts/internal/reflector") && own && is("schemafacts/internal/sdk"):
		return "a reflector knows no dialect"
	case within(from, "analyzers") && from != "analyzers":
		return only(!own && !driver(imp) || is("schemafacts/schema", "schemafacts/compat", "schemafacts/snapshot", "internal", "analyzers/internal") ||
			to == "schemafacts", "schemafacts, schema, compat, snapshot and internal packages, and no driver")
	}
	if driver(imp) && !within(from, "cmd") && !within(from, "golangci-plugin") && !within(from, "internal") {
		return "only commands load and drive"
	}
	if within(imp, "github.com/golangci") && !within(from, "golangci-plugin") {
		return "only the plugin knows golangci-lint"
	}
	if schemafacts.OfSDK(imp) {
		return "a real SDK is imported only in testdata"
	}
	return ""
}

// isDialect reports whether the list of dialects imports a package.
func isDialect(path string) bool { return slices.Contains(dialects(), path) }

var dialects = sync.OnceValue(func() []string {
	const file = "../schemafacts/internal/dialects/dialects.go"
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		panic(err)
	}
	var out []string
	for _, spec := range f.Imports {
		path := strings.TrimPrefix(strings.Trim(spec.Path.Value, `"`), module)
		if strings.HasPrefix(path, "schemafacts/internal/sdk/") {
			out = append(out, path)
		}
	}
	const withoutSDK = 1 // wire
	if n := len(schemafacts.SDKs()) + withoutSDK; len(out) != n {
		panic(fmt.Sprintf("%s imports the dialects %v and lists %d", file, out, n))
	}
	return out
})

// driver reports whether a package loads source or runs analyzers.
func driver(imp string) bool {
	return imp == "golang.org/x/tools/go/packages" || imp == "golang.org/x/tools/go/analysis/checker" ||
		imp == "golang.org/x/tools/go/analysis/unitchecker" || strings.HasPrefix(imp, "github.com/spf13/cobra")
}

// TestForbidden checks that forbidden finds forbidden imports.
func TestForbidden(t *testing.T) {
	one, other := dialects()[0], dialects()[1]
	sdkPackages, _ := schemafacts.SDKPackages()
	for _, c := range []struct {
		from, imp string
		bad       bool
	}{
		{"schemafacts/schema", "go/token", false},
		{"schemafacts/schema", "golang.org/x/tools/go/analysis", true},
		{"schemafacts/compat", module + "schemafacts/schema", false},
		{"schemafacts/compat", module + "schemafacts/snapshot", true},
		{"schemafacts/snapshot", module + "schemafacts", true},
		{"schemafacts/internal/reflector/x", module + "schemafacts/internal/sdk", true},
		{"schemafacts/internal/eval/value", module + "schemafacts/internal/eval/state", true},
		{"schemafacts/internal/eval/state", module + "schemafacts/internal/eval/heap", true},
		{"schemafacts/internal/eval/heap", module + "schemafacts/internal/eval", true},
		{"schemafacts/internal/eval/static", module + "schemafacts/internal/eval", true},
		{"schemafacts/internal/eval", module + "schemafacts/internal/gostd", true},
		{"schemafacts/internal/eval", module + "schemafacts/internal/ir", false},
		{"schemafacts/internal/ir", module + "schemafacts/internal/lower", true},
		{"schemafacts/internal/sdk", module + "schemafacts/internal/sdk/gosdk", true},
		{"schemafacts/internal/sdk", module + "schemafacts", true},
		{"schemafacts/snapshot", module + "schemafacts/internal/tool", false},
		{"schemafacts/internal/tool", module + "schemafacts/internal/eval", true},
		{"schemafacts/internal/reflector/x", module + one, true},
		{one, module + other, true},
		{one, module + "schemafacts/internal/reflector/jsonschemago/googleschema", false},
		{"analyzers/a", module + "analyzers/b", true},
		{"analyzers/a", module + "analyzers/internal/b", false},
		{"analyzers/a", module + one, true},
		{"analyzers/a", module + "schemafacts", false},
		{"analyzers/a", "golang.org/x/tools/go/packages", true},
		{"analyzers", module + "analyzers/a", false},
		{"schemafacts", "golang.org/x/tools/go/packages", true},
		{"cmd/schemavet", "github.com/spf13/cobra", false},
		{"internal/linttest", "golang.org/x/tools/go/analysis/checker", false},
		{"golangci-plugin", "github.com/golangci/plugin-module-register/register", false},
		{"analyzers", "github.com/golangci/plugin-module-register/register", true},
		{one, sdkPackages[0], true},
		{"analyzers", schemafacts.SDKs()[1].Module, true},
		{"cmd/schemavet", sdkPackages[0], true},
		{"cmd/schemavet/internal/verify", "github.com/modelcontextprotocol/go-sdk/mcp", true},
		{"schemafacts/internal/sdk/gosdk", "github.com/modelcontextprotocol/go-sdk/mcp", true},
	} {
		if got := forbidden(c.from, c.imp); (got != "") != c.bad {
			t.Errorf("%s imports %s: %q", c.from, c.imp, got)
		}
	}
}
