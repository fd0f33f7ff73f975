package schemafacts_test

import (
	"bytes"
	"flag"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAPI compares the API of the public packages with a golden file, so that
// reviewers see each change.
func TestAPI(t *testing.T) {
	if version.Compare(runtime.Version(), "go1.26") < 0 {
		t.Skip("go doc prints links otherwise before Go 1.26")
	}
	update := flag.Lookup("update").Value.String() == "true" // linttest has it
	for name, dir := range map[string]string{"schemafacts": ".", "schema": "./schema", "compat": "./compat", "snapshot": "./snapshot", "signature": "./signature"} {
		cmd := exec.Command("go", "doc", "-all", dir)
		cmd.Stderr = os.Stderr
		got, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		// What the first line calls the package depends on where go doc runs.
		_, got, _ = bytes.Cut(got, []byte("\n\n"))
		file := filepath.Join("testdata", "api", name+".txt")
		if update {
			if err := os.WriteFile(file, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s: the public API differs from %s; -update writes it (-want +got):\n%s", name, file, diff)
		}
	}
}
