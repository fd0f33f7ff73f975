package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/toolset"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/verified"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/verify"
	"github.com/spf13/cobra"
)

// verifyOptions are the flags of the command verify.
type verifyOptions struct {
	file, url, server string
	timeout           time.Duration
	form              string
	verbose           bool
}

func verifyCommand(o *session.Options) *cobra.Command {
	v := &verifyOptions{}
	cmd := &cobra.Command{
		Use:   "verify [packages] -- COMMAND [ARGUMENTS]",
		Short: "Compare the tools of a running server with its source",
		Long: `Verify starts a server, asks it for its tools, stops it, and compares the answer
with the tools derived from source. With --tools it reads an answer to tools/list
from a file; with --url it asks a server over streamable HTTP.

If the two contradict each other, the server was built from other source, or
schemavet is wrong; please report the latter.

If the command is go run, schemavet first builds the program, so that the time of
the build does not count as the time in which the server has to answer.

Exit codes: 0 no contradiction, 1 some, 2 wrong usage, packages that do not load, or
a server that does not answer.`,
		Example: `  schemavet verify -- go run ./cmd/server
  schemavet verify --tools tools.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			dash := cmd.ArgsLenAtDash()
			var command []string
			if dash >= 0 {
				args, command = args[:dash], args[dash:]
			}
			report, err := v.run(cmd.Context(), o, args, command, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			if v.form == "json" {
				err = output.JSON(quote.Raw(cmd.OutOrStdout()), report)
			} else {
				verified.Print(cmd.OutOrStdout(), report, v.verbose)
			}
			if err == nil && report.Contradicts() {
				err = session.ErrFindings
			}
			return err
		},
	}
	cmd.Flags().StringVar(&v.file, "tools", "", "read the answer to tools/list from `file`")
	cmd.Flags().StringVar(&v.url, "url", "", "ask the server at `url` over streamable HTTP")
	cmd.Flags().StringVar(&v.server, "server", "", "compare with the servers of the `program` with this import path or last path element")
	cmd.Flags().DurationVar(&v.timeout, "timeout", 30*time.Second, "`duration` after which schemavet stops waiting for the server")
	chooseForm(cmd, &v.form, true)
	cmd.Flags().BoolVar(&v.verbose, "verbose", false, "print a line for each conditional tool that the server does not list")
	cmd.MarkFlagsMutuallyExclusive("tools", "url")
	return cmd
}

func (v *verifyOptions) run(ctx context.Context, o *session.Options, patterns, command []string, stderr io.Writer) (*verify.Report, error) {
	given := 0
	for _, is := range []bool{v.file != "", v.url != "", len(command) > 0} {
		if is {
			given++
		}
	}
	if given != 1 {
		return nil, errors.New("give a command after --, or --tools, or --url")
	}
	d, err := session.Derive(o, patterns, stderr)
	if err != nil {
		return nil, err
	}
	answer, err := v.ask(ctx, o, command)
	if err != nil {
		return nil, err
	}
	if answer.Note != "" {
		fmt.Fprintln(stderr, "schemavet:", answer.Note)
	}
	src, err := verified.Source(d, v.server, answer.Server)
	if err != nil {
		return nil, err
	}
	return verify.Compare(answer.Tools, src), nil
}

// ask returns the server's answer. The server runs in a separate process group. A
// signal that would end schemavet first ends the server; a second signal ends
// schemavet at once.
func (v *verifyOptions) ask(ctx context.Context, o *session.Options, command []string) (*verify.Answer, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	context.AfterFunc(ctx, stop)
	program, remove, err := verify.Build(ctx, o.Dir, command)
	if err != nil {
		return nil, err
	}
	defer remove()
	ctx, cancel := context.WithTimeout(ctx, v.timeout)
	defer cancel()
	switch {
	case v.url != "":
		return verify.URL(ctx, v.url)
	case len(command) > 0:
		return verify.Command(ctx, o.Dir, program, command)
	}
	set, err := toolset.File(o.In(v.file), v.file)
	if err != nil {
		return nil, err
	}
	a := &verify.Answer{}
	for _, t := range set.Tools {
		a.Tools = append(a.Tools, t.Node)
	}
	return a, nil
}
