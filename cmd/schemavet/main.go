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
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/internal/gc"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func main() {
	gc.Tune()
	if args := os.Args[1:]; isVettool(args) {
		vettool(args)
		return
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run executes a command line and returns its exit code.
func run(args []string, stdout, stderr io.Writer) int {
	cmd := rootCommand()
	stop := profiled(cmd)
	if len(args) > 0 && isPattern(args[0]) {
		args = slices.Insert(slices.Clone(args), 0, "check")
	}
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
	if errors.Is(err, session.ErrFindings) {
		return session.ExitFindings
	}
	if code := session.ExitCode(0); errors.As(err, &code) {
		return int(code)
	}
	// This is how cobra suggests a command.
	text := strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n\nDid you mean this?\n\t", "; did you mean ")
	if strings.HasPrefix(text, "unknown command") && len(args) > 0 && isFolder(args[0]) {
		text += "; to check a package, write ./" + args[0]
	}
	for line := range strings.Lines(text) {
		fmt.Fprintf(stderr, "schemavet: %s\n", strings.TrimSpace(line))
	}
	return session.ExitFailure
}

// isFolder reports whether an argument is the name of a folder.
func isFolder(arg string) bool {
	st, err := os.Stat(arg)
	return err == nil && st.IsDir()
}

// isPattern reports whether an argument is a pattern of packages, and no command.
func isPattern(arg string) bool {
	return strings.HasPrefix(arg, ".") || strings.HasPrefix(arg, "/") || strings.HasSuffix(arg, "...")
}

// init lets the template of the help show boolean flags without their values.
func init() {
	const values = "[=true|false]"
	cobra.AddTemplateFunc("plain", func(usage string) string {
		return strings.ReplaceAll(usage, values, strings.Repeat(" ", len(values)))
	})
}

// suggestFlag adds to the error for an unknown flag the flag that is most like it. The
// error for a wrong value begins with the flag.
func suggestFlag(cmd *cobra.Command, err error) error {
	if wrong := (*pflag.InvalidValueError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("--%s: %w", wrong.GetFlag().Name, wrong.Unwrap())
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	// cobra compares the names of commands.
	names := &cobra.Command{SuggestionsMinimumDistance: 2}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		names.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
	})
	if like := names.SuggestionsFor(unknown.GetSpecifiedName()); len(like) > 0 {
		return fmt.Errorf("%w; did you mean --%s?", err, like[0])
	}
	return err
}

func rootCommand() *cobra.Command {
	o := &session.Options{}
	root := &cobra.Command{
		Use:   "schemavet",
		Short: "Check the schemas of MCP tools from source",
		Long: `Schemavet derives from source what an MCP server will say in tools/list,
compares it with the committed snapshots, and looks for what is wrong with it.

Packages are named as for the go command; none means ./... schemavet PACKAGES is
schemavet check PACKAGES.
Exit codes: 0 clean, 1 findings, 2 wrong usage or packages that do not load.`,
		Version:           session.BuildVersion(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.SetFlagErrorFunc(suggestFlag)
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), "FlagUsages |", "FlagUsages | plain |"))
	root.SetVersionTemplate("schemavet {{.Version}}\n")
	root.PersistentFlags().StringVarP(&o.Dir, "chdir", "C", "", "change to `directory` before anything else")
	root.PersistentFlags().StringVar(&o.Tags, "tags", "", "build `tags`, separated by commas")
	root.PersistentFlags().BoolVarP(&o.Quiet, "quiet", "q", false, "print only results and errors: no notes, hints, counts or progress")
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		o.Errors = root.ErrOrStderr()
		if o.Quiet {
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
