package analyzers_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/linttest"
	"golang.org/x/tools/go/analysis"
)

func TestMain(m *testing.M) { linttest.MainWith(m, analyzers.New) }

// Test runs all checks on archives that concern how they work together.
func Test(t *testing.T) { linttest.Run(t) }

// folders returns the checks by the names of their folders, without the given ones.
func folders(t *testing.T, without ...string) string {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if e.IsDir() && !slices.Contains([]string{"internal", "testdata", "ignores"}, e.Name()) && !slices.Contains(without, e.Name()) {
			out = append(out, e.Name())
		}
	}
	if !slices.Contains(without, "ignores") {
		out = append(out, "ignores") // the last one
	}
	return strings.Join(out, " ")
}

func TestNew(t *testing.T) {
	for _, c := range []struct{ enable, disable, want, err string }{
		{want: folders(t, "protocol", "unresolved")},
		{disable: "schemadrift toolname", want: folders(t, "protocol", "unresolved", "schemadrift", "toolname")},
		{enable: "unresolved", disable: "schemadrift", want: folders(t, "protocol", "schemadrift")},
		{enable: "toolname", disable: "ignores toolname", want: folders(t, "protocol", "unresolved", "ignores", "toolname")},
		{enable: "toolname drift", err: `checks.enable[1]: unknown check "drift", want one of ` + strings.ReplaceAll(folders(t), " ", ", ")},
		{disable: "x", err: `checks.disable[0]: unknown check "x"`},
	} {
		s := config.Settings{Checks: config.Checks{Enable: strings.Fields(c.enable), Disable: strings.Fields(c.disable)}}
		checks, err := analyzers.New(s)
		if err != nil || c.err != "" {
			if err == nil || !strings.HasPrefix(err.Error(), c.err) || c.err == "" {
				t.Errorf("New(enable %q, disable %q): error %v, want %s", c.enable, c.disable, err, c.err)
			}
			continue
		}
		var got []string
		for _, a := range checks {
			got = append(got, a.Name)
		}
		if names := strings.Join(got, " "); names != c.want {
			t.Errorf("New(enable %q, disable %q) = %s, want %s", c.enable, c.disable, names, c.want)
		}
	}
	for key, want := range map[string]string{"nodesc": `checks.allow.nodesc: unknown check "nodesc", want one of `, "toolname/": `checks.allow.toolname/: toolname has no rule ""; schemavet rules lists all`} {
		s := config.Settings{Checks: config.Checks{Allow: map[string][]string{key: {"x"}}}}
		if _, err := analyzers.New(s); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("New(allow %q): %v", key, err)
		}
	}
}

// TestDeclaration checks the fields that every analyzer must set.
func TestDeclaration(t *testing.T) {
	all := analyzers.All()
	if err := analysis.Validate(all); err != nil {
		t.Error(err)
	}
	for _, a := range all {
		title, rest, _ := strings.Cut(a.Doc, "\n")
		if _, words, _ := strings.Cut(title, ": "); len(words) > 72 || strings.HasSuffix(words, ".") || rest == "" {
			t.Errorf("%s: title %q must have at most 72 letters, no period, and text below", a.Name, words)
		}
		if !strings.HasSuffix(a.URL, "/docs/checks/"+a.Name+".md") {
			t.Errorf("%s: URL is %q", a.Name, a.URL)
		}
	}
}
