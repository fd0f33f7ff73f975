package main

import (
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/internal/slow"
)

func TestDocsAreFresh(t *testing.T) {
	stale, err := docs("../..", false)
	if err != nil {
		t.Fatal(err)
	}
	if len(stale) > 0 {
		t.Errorf("docs/checks is not up to date: %s; run: go run ./internal/gen", strings.Join(stale, ", "))
	}
}

func TestDocsAreWritten(t *testing.T) {
	root := t.TempDir()
	gone := filepath.Join(root, "docs", "checks", "gone.md")
	if err := os.MkdirAll(filepath.Dir(gone), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(gone, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	stale, err := docs(root, true)
	if err != nil || len(stale) != len(pages())+1 {
		t.Fatalf("docs wrote %q, %v", stale, err)
	}
	if stale, err := docs(root, false); err != nil || len(stale) > 0 {
		t.Errorf("after writing, %q are stale, %v", stale, err)
	}
}

// TestNewCheck compiles a new check as if it stood beside the others.
func TestNewCheck(t *testing.T) {
	slow.Skip(t) // it links a test binary
	const name = "scaffold"
	root := t.TempDir()
	if err := newCheck(io.Discard, root, name); err != nil {
		t.Fatal(err)
	}
	if err := newCheck(io.Discard, root, name); err == nil {
		t.Error("a second check of the same name is accepted")
	}
	if err := newCheck(io.Discard, root, "No-Name"); err == nil {
		t.Error("a name that is no package name is accepted")
	}
	from := filepath.Join(root, "analyzers", name)
	to, err := filepath.Abs(filepath.Join("..", "..", "analyzers", name))
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{}
	for _, file := range []string{"doc.go", name + ".go", name + "_test.go"} {
		replace[filepath.Join(to, file)] = filepath.Join(from, file)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(root, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "test", "-c", "-vet=off", "-o", os.DevNull, "-overlay="+file, "./analyzers/"+name)
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go test -c: %v\n%s", err, out)
	}
	if out, err := exec.Command("gofmt", "-l", from).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("gofmt: %v\n%s", err, out)
	}
}
