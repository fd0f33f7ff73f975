package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/checking"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/runcache"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// TestAgain checks that a second check uses the findings that the first one stored,
// until an input changes. The script again lists the inputs.
func TestAgain(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(runcache.Var, t.TempDir())
	t.Setenv("GOWORK", "off")
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.25\n", "m.go": "package m\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	said := func() string {
		var stderr bytes.Buffer
		if code := run([]string{"check", "-C", dir}, &stderr, &stderr); code != 0 {
			t.Fatalf("exit code %d: %s", code, &stderr)
		}
		return stderr.String()
	}
	first := said()

	files, err := runcache.Open()
	if err != nil {
		t.Fatal(err)
	}
	o := &session.Options{Dir: dir, Cache: files}
	l, err := o.List(session.ScopeOf(dir, nil, true), &bytes.Buffer{})
	if err != nil {
		t.Fatal(err)
	}
	kept := o.Cache.Of(checking.CheckInputs(o, l, snapshot.Root(dir)))
	var last output.Report
	if !kept.Found(&last) || len(last.Notes) == 0 || !strings.HasPrefix(first, "schemavet: "+last.Notes[0].Text) {
		t.Fatalf("kept the notes %v of %q", last.Notes, first)
	}
	if again := said(); again != first {
		t.Errorf("said %q, then %q", first, again)
	}
	last.Notes[0].Text = "kept"
	kept.Keep(last)
	if again := said(); !strings.HasPrefix(again, "schemavet: kept\n") {
		t.Errorf("said %q, and did not look at what was kept", again)
	}
	t.Setenv(runcache.Var, "off")
	if off := said(); off != first {
		t.Errorf("without a cache it said %q, want %q", off, first)
	}
}
