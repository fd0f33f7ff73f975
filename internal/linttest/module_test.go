package linttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestStubs checks that a folder with a new stub needs no registration.
func TestStubs(t *testing.T) {
	root := t.TempDir()
	write := func(name, mod string) {
		name = filepath.Join(root, filepath.FromSlash(name), "go.mod")
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(mod), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("new/sdk", "module example.org/sdk // v3.1.0\n\nrequire example.org/lib v0.2.0\n")
	write("new/lib", "module example.org/lib // v0.2.0\n")
	known, err := stubsIn(root)
	if err != nil {
		t.Fatal(err)
	}
	if s := known["example.org/sdk"]; len(known) != 2 || s.version != "v3.1.0" || len(s.needs) != 1 || s.dir != filepath.Join(root, "new", "sdk") {
		t.Errorf("found %+v", known)
	}
	write("new/other", "module example.org/other\n")
	if _, err := stubsIn(root); err == nil || !strings.Contains(err.Error(), "version") {
		t.Errorf("a stub without a version: %v", err)
	}
	if _, err := stubsIn(t.TempDir()); err == nil {
		t.Error("no stubs are no error")
	}
}

// TestComplete checks the requirements that are added to the go.mod of an archive.
func TestComplete(t *testing.T) {
	known, err := stubs()
	if err != nil {
		t.Fatal(err)
	}
	for path, s := range known {
		if len(s.needs) == 0 {
			continue
		}
		ar := &txtar.Archive{Files: []txtar.File{{Name: "a.go", Data: []byte("package a\n\nimport _ \"" + path + "/x\"\n")}}}
		mod, err := complete([]byte("module a\n\ngo 1.25.0\n"), ar)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range append([]string{path}, s.needs...) {
			if text := string(mod); !strings.Contains(text, want+" "+known[want].version) || !strings.Contains(text, want+" => "+known[want].dir) {
				t.Errorf("%s is missing in\n%s", want, mod)
			}
		}
	}
}
