package main

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestRows makes servers of functions for the rows of the contract and runs their tests, with
// each SDK.
func TestRows(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "schemavet.exe")
	root := serving{dir: "../../.."}
	if out, err := root.command("go", "build", "-o", bin, "./cmd/schemavet"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for sdk, version := range map[string]string{"go-sdk": "go-sdk@1.8", "mcp-go": "mcp-go@1.2"} {
		t.Run(version, func(t *testing.T) {
			s := serving{dir: t.TempDir()}
			for _, name := range []string{"common", sdk} {
				a, err := txtar.ParseFile("testdata/rows/" + name + ".txtar")
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range a.Files {
					if err := s.file(f.Name, string(f.Data)); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := s.file("go.mod", "module example.com/rows\n\ngo 1.26\n"); err != nil {
				t.Fatal(err)
			}
			for _, words := range []string{"go get " + sdkPackages[version], bin + " generate --tests", bin + " generate --check", "go vet ./...", "go test ./..."} {
				argv := strings.Fields(words)
				if out, err := s.command(argv[0], argv[1:]...); err != nil {
					t.Fatalf("%s: %v\n%s", words, err, out)
				}
			}
		})
	}
}
