package main

import (
	"fmt"
	"io"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/listing"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/spf13/cobra"
)

// listFlags are the flags of the command list.
type listFlags struct {
	stats             bool
	tokens            bool
	why, server, form string
	trace             string
}

func listCommand(o *session.Options) *cobra.Command {
	var f listFlags
	cmd := &cobra.Command{
		Use:   "list [packages]",
		Short: "List the tools derived from source",
		Long: `List prints the tools derived from source, where each is named, and how complete the
result is: a conditional tool is registered only under a run-time condition, unseen
code may change a tool at run time, and source does not determine an unresolved part.

With --json it prints the tools in the form of tools/list, with their positions.
With --tokens it prints how many tokens of a model's context each tool and each
server costs, estimated at four bytes a token. With --why it prints how schemavet
followed one tool from its name to its registration, and where its parts are written.
With --stats it also prints how long each phase of the run took, and the cost of each
root, which is a function that schemavet runs without a caller.`,
		Example: `  schemavet list
  schemavet list ./internal/search/...
  schemavet list --json > tools.json
  schemavet list --why get_issue
  schemavet list --tokens
  schemavet list --stats`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(o, args, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	chooseForm(cmd, &f.form, true)
	cmd.Flags().BoolVar(&f.stats, "stats", false, "print the time and steps of the run, to stderr or as a member of the JSON")
	cmd.Flags().BoolVar(&f.tokens, "tokens", false, "print the bytes and estimated tokens of each tool and server")
	cmd.Flags().StringVar(&f.why, "why", "", "explain how the `tool` was found and where its parts are written")
	cmd.Flags().StringVar(&f.trace, "debug.trace", "", "print to stderr what the evaluator runs in functions whose names contain `func`")
	cmd.Flags().Lookup("debug.trace").Hidden = true // for maintainers, see CONTRIBUTING.md
	cmd.MarkFlagsMutuallyExclusive("json", "why")
	cmd.MarkFlagsMutuallyExclusive("format", "why")
	cmd.MarkFlagsMutuallyExclusive("tokens", "why")
	cmd.Flags().StringVar(&f.server, "server", "", "list only the servers of the `program` with this import path or last path element")
	cmd.MarkFlagsMutuallyExclusive("server", "why")
	complete(cmd, "why", func() []string { return snapshotTools(o) })
	return cmd
}

// run derives the tools and prints them.
func (f *listFlags) run(o *session.Options, args []string, stdout, stderr io.Writer) error {
	if f.stats {
		o.Stats = session.NewStats()
	}
	if f.trace != "" {
		o.Tracer = &session.Tracer{Func: f.trace, W: stderr}
	}
	o.KeepGoing = true
	d, err := session.Derive(o, args, stderr)
	if err != nil {
		return err
	}
	print := func(w io.Writer) error { return f.print(o, d, w, stderr) }
	if f.form == "json" {
		err = print(stdout)
	} else {
		err = session.Fold(stdout, print)
	}
	if err != nil {
		return err
	}
	if o.Stats != nil && f.form != "json" {
		o.Stats.End(session.PhaseReporting)
		if err := o.Stats.Print(stderr, d); err != nil {
			return err
		}
	}
	if err := o.PrintBroken(d.Dir); err != nil || f.why != "" {
		return err
	}
	return d.PrintUnknown(o, stderr)
}

// print prints the derived tools.
func (f *listFlags) print(o *session.Options, d *session.Derived, stdout, stderr io.Writer) error {
	servers, err := d.ServersOf(f.server)
	if err != nil {
		return err
	}
	o.PrintNothingFound(stderr, d)
	if f.why != "" {
		return listing.Why(stdout, d, f.why)
	}
	if f.form == "json" {
		return listing.JSON(o, stdout, *d, servers, f.tokens)
	}
	if f.tokens {
		return listing.Servers(stdout, listing.Tokens, d, servers, f.server == "")
	}
	if err := listing.Servers(stdout, listing.Places, d, servers, f.server == ""); err != nil || f.server != "" {
		return err
	}
	d.NoteUnfinished(stdout)
	if len(servers) > 0 && len(d.Nameless()) > 0 {
		fmt.Fprintln(stdout)
	}
	if err := listing.Nameless(stdout, d); err != nil {
		return err
	}
	return listing.Advise(stdout, d)
}
