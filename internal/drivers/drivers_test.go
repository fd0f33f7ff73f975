// Package drivers tests the checks as plain variables under drivers that know
// nothing of schemavet's own settings, suite and loader, as nogo and programs
// on multichecker do.
package drivers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/internal/slow"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/multichecker"
	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/go/packages"
)

// checks are all checks that other programs name individually: all except ignores,
// which must know which other checks run.
var checks = slices.DeleteFunc(analyzers.All(), func(a *analysis.Analyzer) bool { return a.Name == "ignores" })

// role is the environment variable that makes the test binary act as another program.
const role = "SCHEMAVET_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case "multichecker":
		multichecker.Main(checks...)
	case "places":
		unitchecker.Main(places)
	case "unitchecker":
		unitchecker.Main(checks...)
	}
	for _, kv := range [][2]string{{"GOFLAGS", ""}, {"GOPROXY", "off"}, {"GOWORK", "off"}, {"GOTOOLCHAIN", "local"}} {
		os.Setenv(kv[0], kv[1])
	}
	os.Exit(m.Run())
}

// TestVariables checks that each check is a variable that another program can use.
func TestVariables(t *testing.T) {
	for _, a := range checks {
		source, err := os.ReadFile(filepath.Join("../../analyzers", a.Name, a.Name+".go"))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(source, []byte("\nvar Analyzer = ")) {
			t.Errorf("package %s has no variable Analyzer", a.Name)
		}
	}
}

// findings are the findings that each driver must report for the program in
// testdata/example.
var findings = []string{
	`internal/labels/labels.go:30:2: contextleak: tool "label_print": input property "logger" is a *slog.Logger`,
	`internal/parcels/tools.go:27:2: schemadrift: tool "parcel_list": input property "limit" became required [breaking]; accepted before, rejected now: {}`,
	`internal/parcels/tools.go:37:2: nodescription: tool "parcel_cancel": input property "reason" has no description`,
	`internal/rates/rates.go:47:35: baddefault: tool "pickup_windows": default of input property "slot" is "any", not one of "morning", "afternoon", "evening"`,
}

// TestDrivers runs the checks on the example.
func TestDrivers(t *testing.T) {
	dir := example(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		slow bool
		run  func() []string
	}{
		{"checker, all from source", true, func() []string { return inProcess(t, dir, packages.LoadAllSyntax) }},
		{"multichecker", true, func() []string { return command(t, dir, "multichecker", self, "-json", "./...") }},
		{"unitchecker", false, func() []string {
			return command(t, dir, "unitchecker", "go", "vet", "-json", "-vettool="+self, "./...")
		}},
	} {
		if c.slow && !slow.All() {
			continue
		}
		if diff := cmp.Diff(findings, c.run()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// example copies the example, with stubs in place of its SDK.
func example(t *testing.T) string {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(testdata, "example"))); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "mod", "edit",
		"-replace=github.com/modelcontextprotocol/go-sdk="+filepath.Join(testdata, "sdk", "gosdk", "go-sdk"),
		"-replace=github.com/google/jsonschema-go="+filepath.Join(testdata, "sdk", "gosdk", "jsonschema-go"))
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// inProcess loads packages and runs the checks with the packages of x/tools.
func inProcess(t *testing.T, dir string, mode packages.LoadMode, patterns ...string) []string {
	t.Helper()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	pkgs, err := packages.Load(&packages.Config{Mode: mode | packages.NeedModule, Dir: dir}, patterns...)
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			if strings.Contains(e.Msg, "export data version") {
				t.Skipf("the selected x/tools cannot read the export data of %s", runtime.Version())
			}
		}
	})
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatalf("loading: %v", err)
	}
	graph, err := checker.Analyze(checks, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatalf("%s: %v", act, act.Err)
		}
		for _, d := range act.Diagnostics {
			pos := act.Package.Fset.Position(d.Pos).String()
			out = append(out, line(dir, pos, act.Analyzer.Name, d.Message))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// command runs a program that prints findings as JSON, by package and check.
func command(t *testing.T, dir, as, name string, args ...string) []string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), role+"="+as)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s%s", as, err, stdout.Bytes(), stderr.Bytes())
	}
	var objects strings.Builder
	for l := range strings.Lines(stdout.String() + stderr.String()) {
		if !strings.HasPrefix(l, "#") {
			objects.WriteString(l)
		}
	}
	var out []string
	for dec := json.NewDecoder(strings.NewReader(objects.String())); ; {
		var pkgs map[string]map[string][]struct{ Posn, Message string }
		if err := dec.Decode(&pkgs); errors.Is(err, io.EOF) {
			slices.Sort(out)
			return slices.Compact(out) // a package and its test variant
		} else if err != nil {
			t.Fatalf("%s: %v in %s", as, err, objects.String())
		}
		for _, byCheck := range pkgs {
			for check, found := range byCheck {
				for _, f := range found {
					out = append(out, line(dir, f.Posn, check, f.Message))
				}
			}
		}
	}
}

func line(dir, pos, check, message string) string {
	if rel, ok := strings.CutPrefix(pos, dir+string(filepath.Separator)); ok {
		pos = rel
	}
	return fmt.Sprintf("%s: %s: %s", filepath.ToSlash(pos), check, message)
}

// TestMissingFacts loads one package from source and its imports from export data, so
// that the wrapper that registers its tools has no facts. The tools are then not
// found, but no tool gets a wrong schema, and no tool is reported as removed.
func TestMissingFacts(t *testing.T) {
	dir := example(t)
	for _, pattern := range []string{"./internal/parcels", "./internal/rates", "./internal/labels"} {
		for _, f := range inProcess(t, dir, packages.LoadSyntax, pattern) {
			if !slices.Contains(findings, f) {
				t.Errorf("%s: %s", pattern, f)
			}
		}
	}
}
