package main

import (
	"path/filepath"
	"testing"
)

// TestTable checks that every mutant can be made: the text that it replaces occurs
// once in its file, and its tests exist.
func TestTable(t *testing.T) {
	list, err := load()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, m := range list {
		if seen[m.name] {
			t.Errorf("%s stands twice", m.name)
		}
		seen[m.name] = true
		if _, err := m.apply("../.."); err != nil {
			t.Errorf("%s: %v", m.name, err)
		}
		for _, pkg := range m.pkgs {
			if files, _ := filepath.Glob(filepath.Join("../..", pkg, "*_test.go")); len(files) == 0 {
				t.Errorf("%s: no tests in %s", m.name, pkg)
			}
		}
		if len(m.pkgs) == 0 {
			t.Errorf("%s: no tests that must see it", m.name)
		}
	}
}
