package main_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/internal/generate"
	"github.com/schemavet/schemavet/internal/generate/source"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

var update = flag.Bool("update", false, "write the generated files of the package hotel")

// TestGolden compares the files for thirty functions with those that are there, which
// the tests of package hotel call. They do not compile when the files are stale, so this
// test is not one of them.
func TestGolden(t *testing.T) {
	for name, got := range hotelFiles(t) {
		if *update {
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is stale; run go test . -run TestGolden -update", name)
		}
		// Each package has little that is the same for all packages.
		if n := strings.Count(string(got), "\n"); filepath.Base(name) == generate.RegisterName && n > 30 {
			t.Errorf("%s has %d lines", name, n)
		}
	}
}

// hotelFiles returns the files for the package hotel and the runtime.
func hotelFiles(t *testing.T) map[string][]byte {
	t.Helper()
	pkgs, err := source.Load(source.Config{Dir: "hotel", Patterns: []string{"."}, Settings: generate.Settings{SDK: generate.GoSDK},
		Options: func(string) (signature.Options, error) {
			return signature.Options{Contexts: []string{"github.com/schemavet/schemavet/schemafacts/conformance/signature/hotel.Clock"}}, nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	in := pkgs[0].Input
	own, refused, err := generate.Files(in)
	if err != nil || len(refused) > 0 {
		t.Fatal(err, refused)
	}
	shared, err := generate.Runtime(in.Module, in.Settings, in.Types)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, f := range own {
		out["hotel/"+f.Name] = f.Data
	}
	for _, f := range shared {
		out[f.Name] = f.Data
	}
	return out
}
