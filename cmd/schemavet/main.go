// Schemavet derives from source the tools that an MCP server will list in
// tools/list, compares them with the committed snapshots, and reports mistakes
// in them.
//
// It is both a vettool for go vet and a standalone command:
//
//	go vet -vettool=$(go tool -n schemavet) ./...
//	schemavet check ./...
//
// See schemavet help for the other commands.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/internal/gc"
	"github.com/spf13/cobra"
)

func main() {
	gc.Tune()
	if args := os.Args[1:]; isVettool(args) {
		vettool(args)
		return
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// Exit codes of all commands.
const (
	exitFindings = 1
	exitFailure  = 2 // wrong usage, or nothing to analyse
)

// errFindings is the error of a command that succeeded and has findings.
var errFindings = errors.New("findings")

// exitCode is the error of a command that has printed why it exits with this code.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// run executes a command line and returns its exit code.
func run(args []string, stdout, stderr io.Writer) int {
	cmd := rootCommand()
	stop := profiled(cmd)
	cmd.SetArgs(args)
	stderr = quote.NewWriter(stderr) // errors go there, also with --quiet
	cmd.SetOut(quote.NewWriter(stdout))
	cmd.SetErr(stderr)
	err := cmd.Execute()
	if e := stop(); e != nil {
		err = e
	}
	if err == nil {
		return 0
	}
	if errors.Is(err, errFindings) {
		return exitFindings
	}
	if code := exitCode(0); errors.As(err, &code) {
		return int(code)
	}
	for line := range strings.Lines(strings.TrimSpace(err.Error())) {
		fmt.Fprintf(stderr, "schemavet: %s\n", strings.TrimSpace(line))
	}
	return exitFailure
}

func rootCommand() *cobra.Command {
	o := &options{}
	root := &cobra.Command{
		Use:   "schemavet",
		Short: "Check the schemas of MCP tools from source",
		Long: `Schemavet derives from source what an MCP server will say in tools/list,
compares it with the committed snapshots, and looks for what is wrong with it.

Packages are named as for the go command; none means ./...
Exit codes: 0 clean, 1 findings, 2 wrong usage or packages that do not load.`,
		Version:           buildVersion(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.SetVersionTemplate("schemavet {{.Version}}\n")
	root.PersistentFlags().StringVarP(&o.dir, "chdir", "C", "", "change to `directory` before anything else")
	root.PersistentFlags().StringVar(&o.tags, "tags", "", "build `tags`, separated by commas")
	root.PersistentFlags().BoolVarP(&o.quiet, "quiet", "q", false, "print only results and errors: no notes, hints, counts or progress")
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		o.errors = root.ErrOrStderr()
		if o.quiet {
			root.SetErr(io.Discard)
		}
		return nil
	}
	root.AddCommand(
		checkCommand(o),
		snapshotCommand(o),
		diffCommand(o),
		acceptCommand(o),
		initCommand(o),
		listCommand(o),
		verifyCommand(o),
		docsCommand(o),
		generateCommand(o),
		explainCommand(o),
		rulesCommand(o),
		versionCommand(),
	)
	return root
}
