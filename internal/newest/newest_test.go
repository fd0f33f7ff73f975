package main

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/internal/supported"
)

func TestNewer(t *testing.T) {
	two := &supported.Library{Name: "two", Module: "example.com/m", Ranges: []supported.Range{{Oldest: "v0.2.0", Newest: "v1.6.0"}, {Oldest: "v2.0.0", Newest: "v2.2.0"}}}
	golang := &supported.Library{Name: "Go", Module: "go", Ranges: []supported.Range{{Oldest: "v1.25.0", Newest: "v1.27.0"}}}
	for _, c := range []struct {
		name    string
		library *supported.Library
		proxy   map[string]string
		want    string // the versions, or what the error says
	}{
		{"nothing", two, map[string]string{"example.com/m": "v0.1.0 v0.2.0 v1.5.0 v1.6.0", "example.com/m/v2": "v2.0.0 v2.2.0"}, ""},
		{"in each range", two, map[string]string{"example.com/m": "v1.10.0 v1.7.0", "example.com/m/v2": "v2.2.1"}, "v1.7.0 v1.10.0 v2.2.1"},
		{"a major version", two, map[string]string{"example.com/m": "v1.6.0", "example.com/m/v2": "v2.2.0", "example.com/m/v3": "v3.0.0"}, "v3.0.0"},
		{"no releases", two, map[string]string{"example.com/m": "v1.7.0-rc.1", "example.com/m/v2": "v2.3.0+incompatible"}, ""},
		{"a module is missing", two, map[string]string{"example.com/m": "v1.6.0"}, "two: no module example.com/m/v2"},
		{"Go", golang, map[string]string{"go": "1.27.4 1.28.1 1.28.0 1.28rc1 1.29rc1"}, "go1.28.1"},
		{"no Go", golang, nil, "no module go"},
	} {
		got, err := newer(c.library, func(module string) ([]string, error) {
			versions, ok := c.proxy[module]
			if !ok {
				return nil, errors.New("no module " + module)
			}
			return strings.Fields(versions), nil
		})
		text := strings.Join(got, " ")
		if err != nil {
			text = err.Error()
		}
		if text != c.want {
			t.Errorf("%s: %q, want %q", c.name, text, c.want)
		}
	}
}

// TestCommands checks that each library has commands, and that the programs and
// folders of the commands exist.
func TestCommands(t *testing.T) {
	root := os.DirFS("../..")
	jobs, err := find(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range jobs {
		commands, err := commandsFor(j.library, "v9.8.7", "schemavet")
		if err != nil || len(commands) == 0 {
			t.Errorf("%s: %d commands, %v", j.library.Name, len(commands), err)
		}
		for _, c := range commands {
			if _, err := fs.Stat(root, c.dir); err != nil {
				t.Errorf("%s: %v", j.library.Name, err)
			}
			if text := strings.Join(slices.Concat(c.env, c.args), " "); j.library.Conformance != supported.Golangci.Conformance && !strings.Contains(text, "9.8.7") {
				t.Errorf("%s: %s does not name the version", j.library.Name, text)
			}
		}
	}
}

func TestFind(t *testing.T) {
	jobs, err := find([]string{"mcp-GO", "golangci-lint@v2.14.0"})
	if err != nil || len(jobs) != 2 || jobs[0].library.Name != "mcp-go" || jobs[0].versions != nil || !slices.Equal(jobs[1].versions, []string{"v2.14.0"}) {
		t.Errorf("find returns %v, %v", jobs, err)
	}
	if _, err := find([]string{"nolib"}); err == nil {
		t.Error("find accepts a library that is not in the table")
	}
}
