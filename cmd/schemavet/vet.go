package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/internal/load"
)

func vetCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "vet [flags of go vet] [packages]",
		Short: "Run the checks of go vet and schemavet together",
		Long: `Vet runs go vet's own checks and the checks of schemavet in one run, with go vet's
cache. In contrast, go vet -vettool=schemavet runs only the checks of schemavet.

All flags of go vet are accepted, such as -json, -fix, -tags or -printf=false. The
exit code is that of go vet: 1 for findings, and for packages that do not compile.

Like go vet, it analyzes one package at a time, with facts about its imports.
Schemavet check loads the whole program; use it as the gate in CI.`,
		Example: `  schemavet vet ./...
  schemavet vet -composites=false ./...
  schemavet vet -fix ./...`,
		// The flags are go vet's.
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if slices.ContainsFunc(args, func(a string) bool { return a == "-h" || a == "-help" || a == "--help" }) {
				return cmd.Help()
			}
			return runGoVet(cmd, args)
		},
	}
}

// runGoVet starts go vet with this program as its tool.
func runGoVet(cmd *cobra.Command, args []string) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	dir, args, err := takeDir(args)
	if err != nil {
		return err
	}
	if err := load.CheckModuleFiles(dir); err != nil {
		return err
	}
	if len(args) == 0 || strings.HasPrefix(args[len(args)-1], "-") {
		args = append(args, "./...")
	}
	govet := exec.Command("go", slices.Concat([]string{"vet", "-vettool=" + exe, "-" + goVetFlag}, args)...)
	govet.Dir = dir
	govet.Stdin, govet.Stdout, govet.Stderr = os.Stdin, quote.Raw(cmd.OutOrStdout()), quote.Raw(cmd.ErrOrStderr())
	err = govet.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exitCode(exit.ExitCode())
	}
	return err
}

// takeDir removes the flag -C from the arguments and returns its value, because the
// go command requires the flag to come first.
func takeDir(args []string) (dir string, rest []string, err error) {
	for i := 0; i < len(args); i++ {
		name, value, hasValue := strings.Cut(args[i], "=")
		if name != "-C" && name != "--chdir" {
			rest = append(rest, args[i])
			continue
		}
		if !hasValue {
			if i++; i == len(args) {
				return "", nil, fmt.Errorf("flag needs an argument: %s", name)
			}
			value = args[i]
		}
		dir = value
	}
	return dir, rest, nil
}
