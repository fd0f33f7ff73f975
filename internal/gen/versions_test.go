package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestVersionsAreFresh(t *testing.T) {
	stale, err := versions(mentions(), "../..", false)
	if err != nil {
		t.Fatal(err)
	}
	if len(stale) > 0 {
		t.Errorf("versions are not up to date in %s; run: go run ./internal/gen", strings.Join(stale, ", "))
	}
}

// TestVersionsAreWritten changes each mentioned version in a copy of the documents,
// and checks that it is corrected.
func TestVersionsAreWritten(t *testing.T) {
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "docs"), 0o777); err != nil {
		t.Fatal(err)
	}
	var want []string
	mentions := mentions()
	for _, m := range mentions {
		file := filepath.Join(root, m.file)
		doc, err := os.ReadFile(file)
		if os.IsNotExist(err) {
			doc, err = os.ReadFile(filepath.Join("../..", m.file))
		}
		if err != nil {
			t.Fatal(err)
		}
		m.text = "0.0"
		if doc, err = m.apply(doc); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, doc, 0o666); err != nil {
			t.Fatal(err)
		}
		want = append(want, m.file)
	}
	if got, err := versions(mentions, root, true); err != nil || !slices.Equal(got, want) {
		t.Errorf("versions wrote %q, %v; want %q", got, err, want)
	}
	for _, file := range want {
		got, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		if have, err := os.ReadFile(filepath.Join("../..", file)); err != nil || string(got) != string(have) {
			t.Errorf("%s is written differently (%v)", file, err)
		}
	}
}

func TestMentionMatchesOnce(t *testing.T) {
	m := mention{"a.md", `Go (\S+)`, "1.25"}
	for _, doc := range []string{"no version", "Go 1.24 and Go 1.25"} {
		if _, err := m.apply([]byte(doc)); err == nil {
			t.Errorf("apply(%q) succeeds", doc)
		}
	}
}
