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
	"golang.org/x/tools/txtar"
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

// TestNewCheck runs a newly generated check as a part of this module. If slow tests
// run, its fixture also runs under go vet.
func TestNewCheck(t *testing.T) {
	slow.Skip(t) // it links a test binary
	const name = "scaffold"
	root := t.TempDir()
	lists := []string{suiteFile, rulesFile}
	for _, file := range lists {
		copyFile(t, filepath.Join("..", "..", file), filepath.Join(root, file))
	}
	if err := newCheck.write(io.Discard, root, name, ""); err != nil {
		t.Fatal(err)
	}
	if err := newCheck.write(io.Discard, root, name, ""); err == nil {
		t.Error("a second check of the same name is accepted")
	}
	if err := newCheck.write(io.Discard, root, "No-Name", ""); err == nil {
		t.Error("a name that is no package name is accepted")
	}
	dir := filepath.Join("analyzers", name)
	files := append(lists, filepath.Join(dir, "doc.go"), filepath.Join(dir, name+".go"), filepath.Join(dir, name+"_test.go"))
	binary := filepath.Join(root, "check.test")
	over := "-overlay=" + overlay(t, root, files)
	for _, args := range [][]string{
		{"build", over, "./analyzers"}, // with the check in its list
		{"test", over, "-c", "-vet=off", "-o", binary, "./" + filepath.ToSlash(dir)},
	} {
		cmd := exec.Command("go", args...)
		cmd.Dir = filepath.Join("..", "..")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", args[0], err, out)
		}
	}
	run := exec.Command(binary)
	run.Dir = filepath.Join(root, dir)
	if slow.Only() {
		run.Env = append(os.Environ(), slow.Var+"=")
	}
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("the test of the new check: %v\n%s", err, out)
	}
	if out, err := exec.Command("gofmt", "-l", root).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("gofmt: %v\n%s", err, out)
	}
}

// TestNewSDK derives the tools of the fixture of a newly generated dialect.
func TestNewSDK(t *testing.T) {
	slow.Skip(t) // it links a test binary
	const name, module = "scaffold", "example.com/scaffold"
	root := t.TempDir()
	copyFile(t, filepath.Join("..", "..", dialectsFile), filepath.Join(root, dialectsFile))
	if err := newSDK.write(io.Discard, root, name, module); err != nil {
		t.Fatal(err)
	}
	if err := newSDK.write(io.Discard, root, name, module); err == nil {
		t.Error("a second SDK of the same name is accepted")
	}
	// The stub is not next to the others, where fixtures find it.
	fixture := filepath.Join(root, "schemafacts/testdata", name+".txtar")
	ar, err := txtar.ParseFile(fixture)
	if err != nil {
		t.Fatal(err)
	}
	mod := "module example.com/fixture\n\ngo 1.25.0\n\nrequire " + module + " v0.1.0\n\nreplace " + module + " => " + filepath.Join(root, "testdata/sdk", name, name) + "\n"
	ar.Files = append(ar.Files, txtar.File{Name: "go.mod", Data: []byte(mod)})
	if err := os.WriteFile(fixture, txtar.Format(ar), 0o666); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(root, "schemafacts.test")
	files := []string{dialectsFile, "schemafacts/internal/sdk/" + name + "/" + name + ".go"}
	cmd := exec.Command("go", "test", "-overlay="+overlay(t, root, files), "-c", "-vet=off", "-o", binary, "./schemafacts")
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go test -c: %v\n%s", err, out)
	}
	run := exec.Command(binary, "-test.run", "^Test$")
	run.Dir = filepath.Join(root, "schemafacts")
	run.Env = append(os.Environ(), slow.Var+"=")
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("the fixture of the new SDK: %v\n%s", err, out)
	}
	if out, err := exec.Command("gofmt", "-l", root).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("gofmt: %v\n%s", err, out)
	}
}

// overlay writes a file for the flag -overlay, with which the go command reads files
// of root instead of files of this module.
func overlay(t *testing.T, root string, files []string) string {
	replace := map[string]string{}
	for _, file := range files {
		real, err := filepath.Abs(filepath.Join("..", "..", file))
		if err != nil {
			t.Fatal(err)
		}
		replace[real] = filepath.Join(root, file)
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(root, "overlay.json")
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func copyFile(t *testing.T, from, to string) {
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o777)
	}
	if err == nil {
		err = os.WriteFile(to, data, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}
