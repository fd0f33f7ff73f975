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
	"github.com/github/copilot-sdk", "github.com/tmc", "charm.land", "trpc.group",
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
	used := map[[2]string]bool{}
	for _, p := range pkgs {
		from, own := strings.CutPrefix(p.ImportPath, module)
		if !own {
			continue
		}
		for _, imp := range p.Imports {
			if reason := forbidden(from, imp); reason != "" {
				t.Errorf("%s imports %s: %s", from, imp, reason)
			}
			if f := floorOf(from); f != nil {
				used[[2]string{f.dir, strings.TrimPrefix(imp, module)}] = true
			}
		}
	}
	for _, f := range floors {
		for _, name := range strings.Fields(f.may) {
			if !used[[2]string{f.dir, name}] && !strings.Contains(analysis+drivers, name+" ") {
				t.Errorf("the floor %s may import %s, which no package does: remove it", f.dir, name)
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
	"schemafacts/internal/ir",
	"schemafacts/internal/writes",
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

// A floor is a folder of packages that may import the same packages besides the standard
// library and those of their own folder: the named ones, and no others.
type floor struct{ dir, may string }

// floors are in an order in which a folder comes before those that contain it. Each floor
// may import packages of this module and of others.
var floors = []floor{
	{"schemafacts/schema", ""},
	{"schemafacts/compat", "schemafacts/schema"},
	{"schemafacts/snapshot", "schemafacts/internal/tool schemafacts/schema schemafacts/compat internal/safefile golang.org/x/mod/modfile"},
	{"schemafacts", "internal/ignore internal/jsonfields internal/jsonmethod internal/metaschema internal/realpos internal/safefile internal/seal internal/structtag internal/syntax internal/whose " + analysis +
		"golang.org/x/mod/module golang.org/x/mod/semver golang.org/x/tools/go/ast/edge golang.org/x/tools/go/ast/inspector golang.org/x/tools/txtar"},
	{"analyzers/internal", "schemafacts schemafacts/schema schemafacts/signature internal/jsonfields internal/jsonmethod internal/realpos internal/report internal/syntax " + analysis},
	{"analyzers/*", "schemafacts schemafacts/schema schemafacts/compat schemafacts/signature schemafacts/snapshot analyzers/internal/blame analyzers/internal/handling " +
		"analyzers/internal/leak analyzers/internal/says analyzers/internal/walk internal/config internal/generate internal/ignore internal/jsonfields internal/jsonmethod " +
		"internal/limits internal/metaschema internal/otherbuild internal/realpos internal/report internal/safefile internal/self internal/structtag " + analysis},
	{"analyzers", "analyzers/internal/handling internal/config internal/report internal/rulebook golang.org/x/tools/go/analysis"},
	{"cmd/schemavet/internal", "analyzers analyzers/clients analyzers/schemadrift schemafacts schemafacts/schema schemafacts/compat schemafacts/signature schemafacts/snapshot " +
		"internal/config internal/enclosing internal/generate internal/limits internal/lintdoc internal/load internal/otherbuild internal/report internal/rulebook internal/safefile " +
		"internal/self internal/size internal/supported internal/whose github.com/rogpeppe/go-internal/cache golang.org/x/mod/modfile golang.org/x/mod/semver golang.org/x/sync/errgroup " +
		"golang.org/x/tools/go/types/typeutil " + analysis + drivers},
	{"cmd", "analyzers schemafacts schemafacts/snapshot internal/config internal/gc internal/generate internal/limits internal/lintdoc internal/load internal/report internal/rulebook " +
		"internal/safefile internal/self internal/vetunit github.com/spf13/cobra github.com/spf13/pflag " + analysis + drivers},
	{"golangci-plugin", "analyzers schemafacts schemafacts/snapshot internal/config internal/report internal/safefile " +
		"github.com/golangci/plugin-module-register/register golang.org/x/mod/modfile golang.org/x/tools/go/analysis"},
	{"internal/bench", "schemafacts internal/gc internal/load internal/manytools " + drivers + "golang.org/x/tools/go/analysis"},
	{"internal/config", "schemafacts schemafacts/snapshot internal/limits internal/safefile go.yaml.in/yaml/v3"},
	{"internal/gen", "analyzers internal/config internal/lintdoc internal/rulebook internal/supported schemafacts/schema golang.org/x/tools/go/analysis"},
	{"internal/generate", "schemafacts schemafacts/schema schemafacts/signature schemafacts/signature/doccomment internal/jsonfields internal/metaschema internal/seal golang.org/x/tools/go/analysis"},
	{"internal/limits", "schemafacts/schema internal/size"},
	{"internal/linttest", "schemafacts schemafacts/schema schemafacts/snapshot internal/config internal/load internal/report internal/rulebook internal/vetunit " + drivers +
		"github.com/google/go-cmp/cmp golang.org/x/mod/modfile golang.org/x/mod/semver golang.org/x/tools/go/analysis golang.org/x/tools/txtar"},
	{"internal/load", "internal/safefile internal/whose golang.org/x/mod/modfile golang.org/x/tools/go/packages"},
	{"internal/metaschema", "schemafacts/schema schemafacts/compat"},
	{"internal/otherbuild", "internal/safefile"},
	{"internal/randschema", "schemafacts/schema"},
	{"internal/report", "schemafacts schemafacts/schema schemafacts/compat internal/enclosing internal/ignore internal/lintdoc internal/realpos internal/safefile golang.org/x/tools/go/analysis"},
	{"internal/rulebook", "schemafacts/compat internal/config internal/limits"},
	{"internal/self", "schemafacts/snapshot internal/safefile golang.org/x/mod/modfile"},
	{"internal/size", "schemafacts/schema"},
	{"internal/supported", "golang.org/x/mod/semver"},
	{"internal/syntax", "golang.org/x/tools/go/ast/edge golang.org/x/tools/go/ast/inspector"},
	{"internal/whose", "golang.org/x/mod/module golang.org/x/mod/semver"},
}

const (
	analysis = "golang.org/x/tools/go/analysis golang.org/x/tools/go/ast/edge golang.org/x/tools/go/ast/inspector internal/enclosing golang.org/x/tools/go/types/typeutil "
	// drivers are the packages that load source or run analyzers.
	drivers = "golang.org/x/tools/go/packages golang.org/x/tools/go/analysis/checker golang.org/x/tools/go/analysis/unitchecker "
)

// floorOf returns the floor of a package, or nil if it may import only the standard
// library.
func floorOf(path string) *floor {
	for i, f := range floors {
		dir, each := strings.CutSuffix(f.dir, "/*")
		if within(path, dir) && (!each || path != dir) {
			return &floors[i]
		}
	}
	return nil
}

// own reports whether two packages are in one folder of those that a floor has. Each
// check is a folder of its own.
func (f *floor) own(from, to string) bool {
	if dir, each := strings.CutSuffix(f.dir, "/*"); each {
		name, _, _ := strings.Cut(strings.TrimPrefix(from, dir+"/"), "/")
		return within(to, dir+"/"+name)
	}
	return within(to, f.dir)
}

// forbidden returns why one package of the module must not import another one, or "".
func forbidden(from, imp string) string {
	if !strings.Contains(strings.Split(imp, "/")[0], ".") {
		return "" // the standard library
	}
	to, own := strings.CutPrefix(imp, module)
	if a, b := roomOf(from), roomOf(to); a >= 0 && own && b > a {
		return "the arrow goes back up: " + rooms[b] + " stands above " + rooms[a]
	}
	switch f := floorOf(from); {
	case from == "analyzers" && own && within(to, "analyzers") && !within(to, "analyzers/internal"):
		return "" // the list of all checks
	case f == nil:
		return "it may import only the standard library"
	case own && f.own(from, to):
	case !slices.Contains(strings.Fields(f.may), to):
		return "the floor " + f.dir + " does not name it"
	}
	switch {
	case isDialect(to) && isDialect(from) && to != from:
		return "a dialect knows no other one"
	case within(from, "schemafacts/internal/reflector") && own && within(to, "schemafacts/internal/sdk"):
		return "a reflector knows no dialect"
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
		{"analyzers/a", module + "analyzers/internal/walk", false},
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
		{"analyzers/a", module + "internal/load", true},
		{"analyzers/a", module + "internal/linttest", true},
		{"analyzers/a", module + "internal/bench", true},
		{"analyzers/a", module + "cmd/schemavet/internal/toolset", true},
		{"analyzers/a", module + "schemafacts/signature/doccomment", true},
		{"analyzers/a", "github.com/google/go-cmp/cmp", true},
		{"analyzers/a/sub", module + "analyzers/a", false},
		{"analyzers/internal/b", module + "internal/load", true},
		{"analyzers/internal/b", module + "analyzers/a", true},
		{"internal/report", module + "internal/load", true},
		{"internal/safefile", module + "internal/load", true},
		{"internal/anew", module + "schemafacts", true},
		{"schemafacts/snapshot", "golang.org/x/tools/go/analysis", true},
		{"schemafacts/internal/derive", module + "internal/load", true},
		{"golangci-plugin", module + "internal/load", true},
		{"cmd/schemavet", sdkPackages[0], true},
		{"cmd/schemavet/internal/verify", "github.com/modelcontextprotocol/go-sdk/mcp", true},
		{"schemafacts/internal/sdk/gosdk", "github.com/modelcontextprotocol/go-sdk/mcp", true},
	} {
		if got := forbidden(c.from, c.imp); (got != "") != c.bad {
			t.Errorf("%s imports %s: %q", c.from, c.imp, got)
		}
	}
}
