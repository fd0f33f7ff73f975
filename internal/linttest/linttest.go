// Package linttest runs analyzers on the modules in testdata/*.txtar and compares
// what they say with what the archives expect. They run in process. One slow test, in
// internal/drivers/fixtures, compares all of them with go vet. A test binary is a new tool to
// go vet, which starts it for each package that an archive imports, and that takes longer than
// the tests. Two quick tests use go vet: the script vet and drivers.TestDrivers.
//
// A test of a check has two functions:
//
//	func TestMain(m *testing.M) { linttest.Main(m, mycheck.Analyzer) }
//	func Test(t *testing.T)     { linttest.Run(t) }
//
// # Archives
//
// An archive is a module. Without a go.mod it gets one called
// example.com/fixture that requires the newest known version of each stub SDK
// that its files import; an archive with a go.mod can require other versions. A
// required module with a stub in testdata/sdk is replaced by the stub.
//
// A comment
//
//	// want `regexp` "regexp"
//
// expects diagnostics on its line, each with a message that the expression
// matches, and // want name:`regexp` the fact of the object that is declared
// there (of the package, on a package clause). Facts that no comment expects
// are not looked at.
//
// An archive is skipped if its go.mod asks for a newer Go than the test runs on.
//
// A part "a.go.golden" holds a.go with all suggested fixes applied; a file that has
// fixes must have one. A part
// "tools.json" holds the tools of each package as it sees them, a part
// "program.json" what a driver that sees all packages makes of them. The flag
// -update rewrites all three.
package linttest

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/vetunit"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata")

// suite returns the analyzers that run under the settings of an archive. It is a
// global variable because Main sets it for the whole test binary.
var suite func(config.Settings) ([]*analysis.Analyzer, error)

// Main runs the tests of a package. If go vet has started the test binary as its
// tool, Main runs the analyzers on one package instead. It does not return.
func Main(m *testing.M, checks ...*analysis.Analyzer) {
	MainWith(m, func(config.Settings) ([]*analysis.Analyzer, error) { return checks, nil })
}

// MainWith is [Main] for analyzers with settings, which it reads from the file
// .schemavet.yaml in the root of an archive.
func MainWith(m *testing.M, build func(config.Settings) ([]*analysis.Analyzer, error)) {
	suite = build
	if args := os.Args[1:]; len(args) > 0 {
		last := args[len(args)-1]
		if args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(last, ".cfg") {
			if vetunit.Answered(last) {
				return
			}
			checks, err := analyzersFor(snapshot.Root("."))
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			unitchecker.Main(checks...)
		}
	}
	for _, kv := range [][2]string{
		{"GOFLAGS", ""}, {"GOPROXY", "off"}, {"GOSUMDB", "off"}, {"GOWORK", "off"},
		{"GOTOOLCHAIN", "local"},
		{"GOGC", "400"}, // of the go commands, which are short
	} {
		if err := os.Setenv(kv[0], kv[1]); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// derivation returns the settings of a module for the packages in one of its folders.
// Several archives may ask concurrently.
func derivation(dir string) schemafacts.Settings {
	if dir == "" {
		return schemafacts.Settings{}
	}
	settings, err := config.Load(config.File(dir))
	if err != nil {
		return schemafacts.Settings{} // analyzersFor fails
	}
	return settings.Derivation()
}

// Facts returns the analyzer that derives tools under the settings of archives.
func Facts() *analysis.Analyzer { return schemafacts.New(options) }

var options = schemafacts.Options{Settings: derivation}

// analyzersFor returns the analyzers for the module in dir, followed by others.
func analyzersFor(dir string, others ...*analysis.Analyzer) ([]*analysis.Analyzer, error) {
	settings, err := config.Load(filepath.Join(dir, config.Name))
	if err != nil {
		return nil, err
	}
	checks, err := suite(settings)
	return schemafacts.Bind(slices.Concat(checks, []*analysis.Analyzer{printer}, others), options), err
}

// slots limits how many archives are tested at a time, because each starts the go
// command, which is itself parallel.
var slots = make(chan struct{}, 2)

// Run runs the analyzers of [Main] on every archive of the package's testdata.
func Run(t *testing.T) {
	if suite == nil {
		t.Fatal("no analyzers: TestMain must call linttest.Main")
	}
	each(t, "testdata/*.txtar", runArchive)
}

// Vet compares what the analyzers of [Main] find in process and under go vet, in all archives
// whose names match one of the patterns.
func Vet(t *testing.T, patterns ...string) {
	for _, pattern := range patterns {
		each(t, pattern, func(t *testing.T, _ string, ar *txtar.Archive, dir string, direct *results) {
			vet, err := runVet(dir)
			if err != nil {
				t.Fatalf("go vet: %v", err)
			}
			set := func(lines []string) []string { return slices.Compact(slices.Sorted(slices.Values(lines))) }
			if diff := cmp.Diff(set(lines(direct.findings)), set(vet)); diff != "" {
				t.Errorf("go vet finds something else (-in process +go vet):\n%s", diff)
			}
		})
	}
}

// each runs the analyzers on the archives whose names match, and calls f with the name, the
// archive, its module, and what they find.
func each(t *testing.T, pattern string, f func(*testing.T, string, *txtar.Archive, string, *results)) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives match %s: %v", pattern, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if version := needsGo(ar); version != "" {
				t.Skip("needs Go " + version)
			}
			dir, err := extract(t.TempDir(), ar)
			if err != nil {
				t.Fatal(err)
			}
			direct, err := runDirect(dir, stubTags(ar))
			if err != nil {
				t.Fatalf("in process: %v", err)
			}
			f(t, file, ar, dir, direct)
		})
	}
}

// RunTools is [Run] for tests of the derivation, which report no findings: every
// archive must have a part tools.json.
func RunTools(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if ar, err := txtar.ParseFile(file); err != nil || !hasPart(ar, "tools.json") {
			t.Errorf("%s has no part tools.json (%v)", file, err)
		}
	}
	Run(t)
}

func runArchive(t *testing.T, file string, ar *txtar.Archive, dir string, direct *results) {
	for _, problem := range expect(ar, direct) {
		t.Error(problem)
	}
	changed, err := compareGolden(t, ar, dir, direct)
	if err != nil {
		t.Fatal(err)
	}
	if changed && *update {
		if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// compareGolden compares the golden parts of an archive with the results. Under
// -update, it rewrites them in memory and returns whether any differed.
func compareGolden(t *testing.T, ar *txtar.Archive, dir string, res *results) (changed bool, err error) {
	for _, name := range slices.Sorted(maps.Keys(res.edits)) {
		if golden := name + ".golden"; !hasPart(ar, golden) {
			if !*update {
				t.Errorf("the fixes of %s have no part %s; -update adds it", name, golden)
				continue
			}
			ar.Files = append(ar.Files, txtar.File{Name: golden})
		}
	}
	for i := range ar.Files {
		part := &ar.Files[i]
		var got []byte
		switch {
		case part.Name == "tools.json":
			got, err = toolsJSON(res.findings)
		case part.Name == "program.json":
			got = res.program
		case strings.HasSuffix(part.Name, ".go.golden"):
			name := strings.TrimSuffix(part.Name, ".golden")
			got, err = applyFixes(filepath.Join(dir, name), res.edits[name])
		default:
			continue
		}
		if err != nil {
			return changed, fmt.Errorf("%s: %w", part.Name, err)
		}
		if string(got) == string(part.Data) {
			continue
		}
		changed = true
		if *update {
			part.Data = got
		} else {
			t.Errorf("%s (-want +got):\n%s", part.Name, cmp.Diff(string(part.Data), string(got)))
		}
	}
	return changed, nil
}

func hasPart(ar *txtar.Archive, name string) bool {
	return slices.ContainsFunc(ar.Files, func(f txtar.File) bool { return f.Name == name })
}
