package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/toolid"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"golang.org/x/tools/go/analysis"
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
	checks := analyzers.Suite
	if heedsSettings(args[len(args)-1]) {
		var err error
		if checks, err = suite(config.File(".")); err == nil {
			err = configureAll(config.File("."))
		}
		if err != nil {
			// A run that fails is not cached.
			fmt.Fprintf(os.Stderr, "schemavet: %v\n", err)
			os.Exit(exitFailure)
		}
	}
	nameChecks(checks)
	unitchecker.Main(checks...)
}

// nameChecks makes checks begin their messages with their names, since go vet
// prints nothing else of them.
func nameChecks(checks []*analysis.Analyzer) {
	for _, a := range checks {
		run := a.Run
		a.Run = func(pass *analysis.Pass) (any, error) {
			named := *pass
			named.Report = func(d analysis.Diagnostic) {
				d.Message = a.Name + ": " + d.Message
				pass.Report(d)
			}
			return run(&named)
		}
	}
}

// heedsSettings reports whether a unit of go vet is a package of the user's
// own: one whose findings are wanted, or that others in its module import, since
// the settings decide what it tells them. The settings of dependencies are none
// of the user's business.
func heedsSettings(unit string) bool {
	data, err := os.ReadFile(unit)
	if err != nil {
		return false
	}
	var cfg struct {
		VetxOnly                  bool
		ModulePath, ModuleVersion string
	}
	return json.Unmarshal(data, &cfg) == nil && (!cfg.VetxOnly || cfg.ModulePath != "" && cfg.ModuleVersion == "")
}

// identify prints the identity of this program and of the files that go vet
// does not know to be inputs. Where findings could not be trusted, it fails,
// because the go command shows what is printed then and stops.
func identify(dir, goVersion string, stdout, stderr io.Writer) int {
	line, err := identity(dir, goVersion)
	if err != nil {
		fmt.Fprintf(stderr, "schemavet: %v\n", err)
		return exitFailure
	}
	fmt.Fprintln(stdout, line)
	return 0
}

func identity(dir, goVersion string) (string, error) {
	if err := toolid.CheckGo(runtime.Version(), goVersion); err != nil {
		return "", err
	}
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	// A snapshot that cannot be read is an input too: the findings say so, and
	// change when it can.
	digest, err := snapshot.Digest(snapshot.Root(dir))
	if err != nil {
		digest = err.Error()
	}
	inputs := []string{digest}
	for _, file := range config.Files(dir) {
		if _, err := suite(file); err != nil {
			return "", err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			text = nil
		}
		inputs = append(inputs, string(text))
	}
	return toolid.Line(exe, inputs...)
}
