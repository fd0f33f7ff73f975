package plugin

import (
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"github.com/schemavet/schemavet/analyzers"
	"golang.org/x/tools/go/analysis"
)

func TestRegistered(t *testing.T) {
	build, err := register.GetPlugin(Name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := build(map[string]any{"checks": map[string]any{"disable": []any{"ignores"}}})
	if err != nil {
		t.Fatal(err)
	}
	if mode := p.GetLoadMode(); mode != register.LoadModeTypesInfo {
		t.Errorf("load mode %q", mode)
	}
	if err := analysis.Validate(analyzersOf(t, p)); err != nil {
		t.Error(err)
	}
}

func analyzersOf(t *testing.T, p register.LinterPlugin) []*analysis.Analyzer {
	t.Helper()
	checks, err := p.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	return checks
}

// names returns the names of the analyzers without the marker.
func names(t *testing.T, p register.LinterPlugin) string {
	var out []string
	for _, a := range analyzersOf(t, p) {
		if !strings.HasPrefix(a.Name, "schemavet_inputs_") {
			out = append(out, a.Name)
		}
	}
	return strings.Join(out, " ")
}

func TestSettings(t *testing.T) {
	most := ""
	for _, a := range analyzers.Suite {
		if a.Name != "schemadrift" {
			most = strings.TrimSpace(most + " " + a.Name)
		}
	}
	disable := func(what any) map[string]any {
		return map[string]any{"checks": map[string]any{"disable": what}}
	}
	for _, c := range []struct {
		name, file string // what .schemavet.yaml holds
		conf       any
		want, err  string
	}{
		{name: "none", want: strings.Replace(most, "schemaerror", "schemadrift schemaerror", 1)},
		{name: "given", conf: disable([]any{"schemadrift"}), want: most},
		{name: "file", file: "checks: {disable: [schemadrift]}", want: most},
		{name: "file, empty settings", file: "checks: {disable: [schemadrift]}", conf: map[string]any{}, want: most},
		{name: "both", file: "checks: {disable: [toolname]}", conf: disable([]any{"schemadrift"}), want: most},
		{name: "merged", file: "checks: {disable: [toolname]}", conf: map[string]any{"nodescription": map[string]any{"tools-only": true}},
			want: strings.Replace(strings.Replace(most, "schemaerror", "schemadrift schemaerror", 1), "toolname ", "", 1)},
		{name: "broken file", file: "check: {}", conf: disable([]any{"schemadrift"}), err: ".schemavet.yaml:1: check: unknown key"},
		{name: "unknown key", conf: map[string]any{"checks": map[string]any{"enabel": []any{}}},
			err: "checks.enabel: unknown key, want one of enable, disable"},
		{name: "unknown block", conf: map[string]any{"drift": true}, err: "drift: unknown key, want one of checks, "},
		{name: "unknown check", conf: disable([]any{"drift"}), err: `checks.disable[0]: unknown check "drift", want one of `},
		{name: "wrong type", conf: disable("schemadrift"), err: `checks.disable: want a list, not "schemad..."`},
		{name: "no mapping", conf: []any{"schemadrift"}, err: "want a mapping, not a list"},
		{name: "wrong registration", conf: map[string]any{"registrations": []any{map[string]any{"func": "e.com/a.F", "schema": "signature", "name": -1}}},
			err: "registrations[0].name: want the place of an argument, counted from 0, not -1"},
		{name: "wrong file", file: "check: {}", err: ".schemavet.yaml:1: check: unknown key"},
		{name: "unknown check in file", file: "checks: {enable: [drift]}", err: `.schemavet.yaml: checks.enable[0]: unknown check "drift"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := module(t)
			if c.file != "" {
				write(t, filepath.Join(dir, ".schemavet.yaml"), c.file)
			}
			p, err := newPlugin(dir, c.conf)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Errorf("error %v, want %s", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := names(t, p); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestMarker checks that the name of the marker depends on the files that
// golangci-lint does not know.
func TestMarker(t *testing.T) {
	dir := module(t)
	search := filepath.Join(dir, "a", "toolschema", "search.json")
	fetch := filepath.Join(dir, "b", "toolschema", "fetch.json")
	settings := filepath.Join(dir, ".schemavet.yaml")
	write(t, search, "{}")
	marker := func(dir string, conf any) string {
		t.Helper()
		p, err := newPlugin(dir, conf)
		if err != nil {
			t.Fatal(err)
		}
		checks := analyzersOf(t, p)
		return checks[len(checks)-1].Name
	}
	first := marker(dir, nil)
	if got := marker(filepath.Join(dir, "a"), nil); got != first {
		t.Errorf("in a folder below the root: %s, want %s", got, first)
	}
	seen := map[string]string{first: "the first"}
	for _, c := range []struct {
		name string
		do   func()
		same string
	}{
		{name: "edited", do: func() { write(t, search, "{ }") }},
		{name: "repaired", do: func() { write(t, search, "{}") }, same: "the first"},
		{name: "new", do: func() { write(t, fetch, "{}") }},
		{name: "deleted", do: func() { remove(t, search) }},
		{name: "settings", do: func() { write(t, settings, "checks: {}") }},
		{name: "settings deleted", do: func() { remove(t, settings) }, same: "deleted"},
		{name: "repaired again", do: func() { remove(t, fetch); write(t, search, "{}") }, same: "the first"},
	} {
		c.do()
		name := marker(dir, nil)
		if seen[name] != c.same {
			t.Errorf("%s: the marker is that of %q, want %q", c.name, seen[name], c.same)
		}
		if seen[name] == "" {
			seen[name] = c.name
		}
	}
}

// TestAdapt checks that a message contains its rule, that only related information is
// lost, and that analyzers that require each other still receive their results.
func TestAdapt(t *testing.T) {
	first := &analysis.Analyzer{
		Name: "first", Doc: "reports", ResultType: reflect.TypeFor[int](),
		Run: func(pass *analysis.Pass) (any, error) {
			pass.Report(analysis.Diagnostic{Pos: 1, Category: "rule", Message: "m", Related: []analysis.RelatedInformation{{Pos: 2, Message: "r"}}})
			return 7, nil
		},
	}
	second := &analysis.Analyzer{Name: "second", Doc: "asks", Requires: []*analysis.Analyzer{first}, ResultType: reflect.TypeFor[int]()}
	second.Run = func(pass *analysis.Pass) (any, error) { return pass.ResultOf[first], nil }

	out := adapt([]*analysis.Analyzer{first, second})
	if out[0] == first || out[1].Requires[0] != out[0] || second.Requires[0] != first {
		t.Fatal("the copies must require each other, the originals too")
	}
	var got []analysis.Diagnostic
	res, err := out[0].Run(&analysis.Pass{Analyzer: out[0], Report: func(d analysis.Diagnostic) { got = append(got, d) }})
	if err != nil || res != 7 {
		t.Errorf("result %v, %v", res, err)
	}
	if want := []analysis.Diagnostic{{Pos: token.Pos(1), Category: "rule", Message: "m (first/rule)"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("reported %v, want %v", got, want)
	}
	pass := &analysis.Pass{Analyzer: out[1], ResultOf: map[*analysis.Analyzer]any{out[0]: res}}
	if res, _ := out[1].Run(pass); res != 7 {
		t.Errorf("the second check got %v of the first", res)
	}
}

func module(t *testing.T) string {
	t.Setenv("GOWORK", "")
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n")
	return dir
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, name string) {
	t.Helper()
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
}

// TestMainModules checks that the plugin knows the main modules, which other drivers report.
func TestMainModules(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.work": "go 1.25.0\nuse (\n\t./a\n\t./b\n)\n", "a/go.mod": "module example.com/a\n", "b/go.mod": "module example.com/b\n"} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for in, want := range map[string][]string{".": {"example.com/a", "example.com/b"}, "b": {"example.com/b", "example.com/a"}} {
		got := mainModules(filepath.Join(dir, in))
		slices.Sort(got)
		slices.Sort(want)
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("main modules in %s: %q, want %q", in, got, want)
		}
	}
}
