package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/toolid"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"golang.org/x/tools/go/analysis/unitchecker"
)

// isVettool reports whether the arguments are those of go vet.
func isVettool(args []string) bool {
	if len(args) == 0 {
		return false
	}
	return args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(args[len(args)-1], ".cfg")
}

// vettool answers go vet, which asks for flags and identity once, in the
// directory where it was started, and then runs the program for each package
// in the package's folder.
func vettool(args []string) {
	if slices.Contains(args, "-V=full") {
		os.Exit(identify(".", os.Getenv("GOVERSION"), os.Stdout, os.Stderr))
	}
	checks, err := suite(".")
	if err != nil && args[0] != "-flags" {
		// A run that fails here is not cached.
		fmt.Fprintf(os.Stderr, "schemavet: %v\n", err)
		os.Exit(exitFailure)
	}
	unitchecker.Main(checks...)
}

// identify prints the identity of this program and of the files that go vet
// does not know to be inputs. Where findings could not be trusted, it fails,
// because the go command shows what is printed then and stops.
func identify(dir, goVersion string, stdout, stderr io.Writer) int {
	fail := func(err error) int {
		fmt.Fprintf(stderr, "schemavet: %v\n", err)
		return exitFailure
	}
	if err := toolid.CheckGo(runtime.Version(), goVersion); err != nil {
		return fail(err)
	}
	if _, err := suite(dir); err != nil {
		return fail(err)
	}
	exe, err := os.Executable()
	if err != nil {
		return fail(err)
	}
	line, err := toolid.Line(exe, inputs(dir)...)
	if err != nil {
		return fail(err)
	}
	fmt.Fprintln(stdout, line)
	return 0
}

// inputs returns what stands in files other than Go source. What cannot be
// read is an input too: the findings say so, and change when it can.
func inputs(dir string) []string {
	digest, err := snapshot.Digest(snapshot.Root(dir))
	if err != nil {
		digest = err.Error()
	}
	config, err := configText(dir)
	if err != nil {
		config = err.Error()
	}
	return []string{digest, config}
}
