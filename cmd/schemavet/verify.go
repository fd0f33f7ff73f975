package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/toolset"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/verify"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/spf13/cobra"
)

// verifyOptions are the flags of the command verify.
type verifyOptions struct {
	file, url, server string
	timeout           time.Duration
	form              string
	verbose           bool
}

func verifyCommand(o *options) *cobra.Command {
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
				printVerified(cmd.OutOrStdout(), report, v.verbose)
			}
			if err == nil && report.Contradicts() {
				err = errFindings
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

func (v *verifyOptions) run(ctx context.Context, o *options, patterns, command []string, stderr io.Writer) (*verify.Report, error) {
	given := 0
	for _, is := range []bool{v.file != "", v.url != "", len(command) > 0} {
		if is {
			given++
		}
	}
	if given != 1 {
		return nil, errors.New("give a command after --, or --tools, or --url")
	}
	_, pkgs, err := derive(o, patterns, stderr)
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
	src, err := verifySource(pkgs, v.server, answer.Server)
	if err != nil {
		return nil, err
	}
	return verify.Compare(answer.Tools, src), nil
}

// ask returns the server's answer. The server runs in a separate process group. A
// signal that would end schemavet first ends the server; a second signal ends
// schemavet at once.
func (v *verifyOptions) ask(ctx context.Context, o *options, command []string) (*verify.Answer, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	context.AfterFunc(ctx, stop)
	program, remove, err := verify.Build(ctx, o.dir, command)
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
		return verify.Command(ctx, o.dir, program, command)
	}
	set, err := toolset.File(o.in(v.file), v.file)
	if err != nil {
		return nil, err
	}
	a := &verify.Answer{}
	for _, t := range set.Tools {
		a.Tools = append(a.Tools, t.Node)
	}
	return a, nil
}

// verifySource returns the derived tools of the servers of a program with a name, or of all servers if
// no server has that name.
func verifySource(pkgs []packageTools, program, name string) (verify.Source, error) {
	src := verify.Source{Conditions: map[string]string{}, Open: len(unfinished(pkgs)) > 0}
	servers, err := allServers(pkgs), error(nil)
	if program != "" {
		if servers, err = ofProgram(servers, program); err != nil {
			return src, err
		}
	}
	if same := slices.DeleteFunc(slices.Clone(servers), func(s schemafacts.Server) bool { return s.Name != name }); len(same) > 0 && name != "" {
		servers = same
	}
	listed := map[string]bool{}
	for _, s := range servers {
		src.Open = src.Open || len(s.Nameless) > 0
		for _, t := range s.Tools {
			condition, known := src.Conditions[t.Name]
			switch {
			case !known:
				src.Conditions[t.Name] = t.Condition
			case condition != "":
				src.Conditions[t.Name] = t.Condition
			}
			listed[t.Name] = true
		}
	}
	if len(servers) > 1 {
		for name := range src.Conditions {
			if src.Conditions[name] == "" {
				src.Conditions[name] = "which server was started"
			}
		}
	}
	for _, t := range allTools(pkgs) {
		if len(servers) == 0 {
			src.Conditions[t.Name] = "a server that schemavet did not find"
		}
		if len(servers) == 0 || listed[t.Name] {
			src.Tools = append(src.Tools, t)
		}
	}
	src.Open = src.Open || foreignTools(src.Tools, listed)
	return src, nil
}

// foreignTools reports whether a server lists tools of other modules. Only the names
// of such tools are known.
func foreignTools(tools []*schemafacts.Tool, listed map[string]bool) bool {
	for _, t := range tools {
		delete(listed, t.Name)
	}
	return len(listed) > 0
}

// printMissing prints the tools that the server does not list. Many conditional tools
// share a line, because most servers list only the tools that their configuration
// enables.
func printMissing(w io.Writer, missing []verify.Missing, verbose bool) {
	var conditional []string
	for _, m := range missing {
		if m.Condition != "" {
			conditional = append(conditional, m.Name)
		}
	}
	condense := !verbose && len(conditional) > words.Few
	for _, m := range missing {
		switch {
		case m.Condition == "":
			fmt.Fprintf(w, "tool %q is not listed by the server\n", m.Name)
		case !condense:
			fmt.Fprintf(w, "tool %q is not listed; it depends on %s\n", m.Name, m.Condition)
		}
	}
	if condense {
		fmt.Fprintf(w, "%d conditional tools are not listed: %s (--verbose prints their conditions)\n", len(conditional), quote.Text(words.Some(conditional)))
	}
}

func printVerified(w io.Writer, r *verify.Report, verbose bool) {
	for _, c := range r.Contradictions {
		what := "differs from source"
		if c.Untraced {
			what = "differs from source, which is possible because other code may change the tool at run time"
		}
		fmt.Fprintf(w, "tool %q %s\n", c.Name, what)
		for _, d := range c.Differences {
			fmt.Fprintf(w, "  %s\n", d)
		}
	}
	printMissing(w, r.OnlySource, verbose)
	for _, e := range r.OnlyServer {
		text := "is listed only by the server"
		if e.Expected {
			text += "; source has tools whose names are known only at run time"
		}
		fmt.Fprintf(w, "tool %q %s\n", e.Name, text)
	}
	for _, u := range r.Unresolved {
		fmt.Fprintf(w, "tool %q: %s unresolved in source\n", u.Name, words.Count(len(u.Parts), "part"))
		for _, p := range u.Parts {
			value := p.Value
			if value == "" {
				value = "nothing"
			}
			fmt.Fprintf(w, "  %s: %s (%s)\n", p.Path, value, p.Reason)
		}
	}
	fmt.Fprintf(w, "%s exact, %d with unresolved parts, %d different, %d in source only, %d on the server only\n",
		words.Count(len(r.Exact), "tool"), len(r.Unresolved), len(r.Contradictions), len(r.OnlySource), len(r.OnlyServer))
	if r.Contradicts() {
		fmt.Fprintln(w, "The server contradicts source: it was built from other source, or schemavet is wrong; please report the latter.")
	}
}
