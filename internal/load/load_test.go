package load

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the want parts of testdata")

// TestLoad loads each archive, and compares what analyzers see with the want part of the
// archive. The comment of the archive
// contains the configuration, one "key: value" on each line.
func TestLoad(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			testArchive(t, file)
		})
	}
}

func testArchive(t *testing.T, file string) {
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := extract(t, ar)
	want := slices.IndexFunc(ar.Files, func(f txtar.File) bool { return f.Name == "want" })
	if want < 0 {
		t.Fatal("no want part")
	}
	cfg := config(t, string(ar.Comment), dir)
	got := describe(cfg, dir)
	if *update {
		ar.Files[want].Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(ar.Files[want].Data) != got {
		t.Errorf("got\n%s\nwant\n%s", got, ar.Files[want].Data)
	}
}

func extract(t *testing.T, ar *txtar.Archive) string {
	dir := t.TempDir()
	for _, f := range ar.Files {
		if f.Name == "want" {
			continue
		}
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func config(t *testing.T, comment, dir string) Config {
	cfg := Config{Dir: dir, SDKs: []string{"example.com/sdk"}}
	for line := range strings.Lines(comment) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			continue
		}
		switch key {
		case "patterns":
			cfg.Patterns = strings.Fields(value)
		case "around":
			cfg.Around = strings.Fields(value)
		case "sdks":
			cfg.SDKs = strings.Fields(value)
		case "tags":
			cfg.Tags = value
		case "dir":
			cfg.Dir = filepath.Join(dir, value)
		case "also":
			cfg.Also = func(path string) bool { return path == value }
		case "read":
			cfg.Read = strings.Fields(value)
		default:
			t.Fatalf("unknown key %q", key)
		}
	}
	return cfg
}

// describe returns a text with everything that an analyzer with facts sees of a
// program.
func describe(cfg Config, dir string) string {
	var out bytes.Buffer
	prog, err := Load(cfg)
	if err != nil {
		return strings.ReplaceAll(fmt.Sprintf("error: %v\n", err), dir, "$DIR")
	}
	for _, e := range prog.Errors {
		fmt.Fprintf(&out, "error: %s\n", Tidy(e, cfg.Dir))
	}
	if len(prog.Errors) > 0 {
		return strings.ReplaceAll(out.String(), dir, "$DIR")
	}
	g, err := checker.Analyze([]*analysis.Analyzer{versions}, prog.Roots, nil)
	if err != nil {
		return err.Error()
	}
	for _, act := range g.Roots {
		if act.Err != nil {
			fmt.Fprintf(&out, "error: %v\n", act.Err)
		}
		for _, d := range act.Diagnostics {
			fmt.Fprintf(&out, "%s: %s\n", RelPath(dir, prog.Fset.Position(d.Pos).String()), d.Message)
		}
	}
	for _, p := range prog.Also {
		fmt.Fprintf(&out, "also %s\n", p.PkgPath)
	}
	for _, p := range prog.Around {
		fmt.Fprintf(&out, "around %s %t\n", p.PkgPath, len(p.Syntax) > 0)
	}
	for _, p := range visible(prog.Roots) {
		how := "types"
		if p.TypesInfo != nil {
			how = "source"
		}
		fmt.Fprintf(&out, "%s %s %s\n", how, p.PkgPath, strings.Join(exported(p.Types), " "))
	}
	return out.String()
}

// visible returns the roots and their direct imports.
func visible(roots []*packages.Package) []*packages.Package {
	set := map[*packages.Package]bool{}
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.TypesInfo != nil {
			set[p] = true
			for _, imp := range p.Imports {
				set[imp] = true
			}
		}
	})
	return slices.SortedFunc(maps.Keys(set), byPath)
}

func exported(pkg *types.Package) []string {
	var out []string
	for _, name := range pkg.Scope().Names() {
		if obj := pkg.Scope().Lookup(name); obj.Exported() {
			out = append(out, types.ObjectString(obj, types.RelativeTo(pkg))+";")
		}
	}
	return out
}

// versionFact contains the version that the driver reports for a dependency's module.
type versionFact struct{ Version string }

func (*versionFact) AFact()           {}
func (f *versionFact) String() string { return f.Version }

var versions = &analysis.Analyzer{
	Name:      "versions",
	Doc:       "say which version of the SDK a package sees through its imports",
	FactTypes: []analysis.Fact{new(versionFact)},
	Run: func(pass *analysis.Pass) (any, error) {
		seen := ""
		if pass.Pkg.Path() == "example.com/sdk" && pass.Module != nil {
			seen = pass.Module.Version
		}
		for _, imp := range pass.Pkg.Imports() {
			var f versionFact
			if pass.ImportPackageFact(imp, &f) {
				seen = f.Version
			}
		}
		if seen != "" {
			pass.ExportPackageFact(&versionFact{seen})
		}
		if len(pass.Files) > 0 {
			pass.Reportf(pass.Files[0].Package, "sdk %q", seen)
		}
		return nil, nil
	},
}

func TestNoPackages(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/none\n\ngo 1.25.0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(Config{Dir: dir}); !errors.Is(err, ErrNoPackages) {
		t.Errorf("got %v, want ErrNoPackages", err)
	}
}
