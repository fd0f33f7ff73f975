package main

import (
	"fmt"
	"go/token"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"github.com/spf13/cobra"
)

// listFlags are the flags of the command list.
type listFlags struct {
	stats             bool
	tokens            bool
	why, server, form string
	trace             string
}

func listCommand(o *options) *cobra.Command {
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
func (f *listFlags) run(o *options, args []string, stdout, stderr io.Writer) error {
	dir, err := o.abs()
	if err != nil {
		return err
	}
	if f.stats {
		o.stats = newStats()
	}
	if f.trace != "" {
		o.tracer = &tracer{f.trace, dir, stderr}
	}
	o.keepGoing = true
	prog, pkgs, err := derive(o, args, stderr)
	if err != nil {
		return err
	}
	print := func(w io.Writer) error { return f.print(o, dir, prog, pkgs, w, stderr) }
	if f.form == "json" {
		err = print(stdout)
	} else {
		err = fold(stdout, print)
	}
	if err != nil {
		return err
	}
	if o.stats != nil && f.form != "json" {
		o.stats.end(phaseReporting)
		if err := o.stats.print(stderr, prog, dir); err != nil {
			return err
		}
	}
	if err := o.printBroken(dir); err != nil || f.why != "" {
		return err
	}
	return printUnknown(o, stderr, prog, dir, pkgs)
}

// print prints the derived tools.
func (f *listFlags) print(o *options, dir string, prog *load.Program, pkgs []packageTools, stdout, stderr io.Writer) (err error) {
	tools, unnamed, servers := allTools(pkgs), allNameless(pkgs), allServers(pkgs)
	if f.server != "" {
		if servers, err = ofProgram(servers, f.server); err != nil {
			return err
		}
	}
	o.printNothingFound(stderr, prog, pkgs)
	if f.why != "" {
		return listWhy(stdout, prog, dir, tools, f.why)
	}
	if f.form == "json" {
		return printJSON(o, stdout, prog, snapshot.Root(dir), pkgs, servers, f.tokens)
	}
	if f.tokens {
		return listServers(stdout, tokens, prog, dir, tools, servers, f.server == "")
	}
	if err := listServers(stdout, places, prog, dir, tools, servers, f.server == ""); err != nil || f.server != "" {
		return err
	}
	noteUnfinished(stdout, prog, dir, unfinished(pkgs))
	if len(servers) > 0 && len(unnamed) > 0 {
		fmt.Fprintln(stdout)
	}
	if err := listNameless(stdout, prog, dir, unnamed); err != nil {
		return err
	}
	return adviseTexts(stdout, prog, tools)
}

// listTable prints a line for each tool.
func listTable(w io.Writer, prog *load.Program, dir string, tools []*schemafacts.Tool, indent string) error {
	var lines [][]string
	said := (&lister{newServerTools(prog, tools)}).printCauses(w, dir, indent, tools)
	for _, t := range tools {
		cells := []string{t.Name, place(prog, dir, t.Pos())}
		if r := remarks(t, said); len(r) > 0 {
			cells = append(cells, strings.Join(r, ", "))
		}
		lines = append(lines, cells)
	}
	return table(w, indent, lines)
}

// table prints lines of cells in columns, and quotes the cells.
func table(w io.Writer, indent string, lines [][]string) error {
	tw := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, cells := range lines {
		quoted := make([]string, len(cells))
		for i, cell := range cells {
			quoted[i] = quote.Text(cell)
		}
		fmt.Fprintln(tw, indent+strings.Join(quoted, "\t"))
	}
	return tw.Flush()
}

// listNameless prints the registrations of tools whose names are unresolved.
func listNameless(w io.Writer, prog *load.Program, dir string, list []schemafacts.Nameless) error {
	if len(list) == 0 {
		return nil
	}
	var places, lines []string
	for _, n := range list {
		at := place(prog, dir, n.Pos)
		places = append(places, at)
		// Several call paths may reach one registration, with one reason or several.
		if line := at + ": " + n.Reason; !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	slices.Sort(places)
	text, sep := words.Count(len(slices.Compact(places)), "registration")+" whose name is known only at run time:", " "
	if len(lines) > 1 {
		sep = "\n  "
	}
	text += sep + strings.Join(lines, sep)
	_, err := fmt.Fprintln(w, text)
	return err
}

// remarks returns the reasons why a tool is not completely known. said reports whether
// it was said that all tools may be changed.
func remarks(t *schemafacts.Tool, said bool) []string {
	var out []string
	if !t.Traced && !said {
		out = append(out, mayChange)
	}
	if t.Conditional {
		out = append(out, "conditional")
	}
	if n := len(schema.Fold(t.Doc).Holes()); n > 0 {
		out = append(out, fmt.Sprintf("%d unresolved", n))
	}
	for _, e := range t.Errors {
		out = append(out, "error: "+e.String())
	}
	return out
}

// listWhy prints how the tools with a name were found.
func listWhy(w io.Writer, prog *load.Program, dir string, tools []*schemafacts.Tool, name string) error {
	found := false
	for _, t := range tools {
		if t.Name != name {
			continue
		}
		found = true
		at := func(what string, pos token.Pos) {
			if pos.IsValid() {
				fmt.Fprintf(w, "  %s: %s\n", place(prog, dir, pos), what)
			}
		}
		fmt.Fprintf(w, "tool %q of package %s, dialect %s\n", t.Name, t.Package, t.Dialect)
		at("named", t.NamePos)
		for _, h := range t.Hops {
			at(h.Text, h.Pos)
		}
		at("handler", t.HandlerPos)
		switch {
		case t.Traced:
		case t.RegPos.IsValid():
			fmt.Fprintln(w, "  untraced: values known only at run time may change the tool before it is registered")
		default:
			fmt.Fprintln(w, "  untraced: schemavet cannot follow the tool to a registration, so other code may change it")
		}
		if t.Wide {
			fmt.Fprintln(w, "  complete only in commands that load the whole program, not under go vet")
		}
		if t.Conditional {
			fmt.Fprintln(w, "  conditional: registered only if a run-time condition holds")
		}
		for _, h := range schema.Fold(t.Doc).Holes() {
			fmt.Fprintf(w, "  %s: %s %s: %s\n", place(prog, dir, h.Pos), h.Path, h, h.Reason)
		}
		for _, e := range t.Errors {
			fmt.Fprintf(w, "  %s: %s is rejected: %s\n", place(prog, dir, e.Pos), e.Path, e)
		}
		written(t, at)
	}
	if !found {
		return fmt.Errorf("no tool %q in these packages; schemavet list shows all", name)
	}
	return nil
}

// written calls at for each known part of a tool whose position differs from that of
// the enclosing part. It omits the name, which has its own line, and the elements of
// lists. The position of a list is where it is made or, if that is unknown, where its
// first element is.
func written(t *schemafacts.Tool, at func(what string, pos token.Pos)) {
	positions := map[string]token.Pos{}
	t.Doc.Walk(func(path string, n *schema.Node) bool {
		around := t.NamePos
		if path != "" {
			around = positions[path[:strings.LastIndexByte(path, '/')]]
		}
		pos := n.Pos
		if n.Kind == schema.Array && len(n.Elems) > 0 && pos == around && !strings.HasSuffix(path, "/required") {
			pos = n.Elems[0].Pos
		}
		positions[path] = around
		if n.Kind != schema.Unresolved && pos.IsValid() && pos != around {
			positions[path] = pos
			if path != "" && path != "/name" {
				at(path, pos)
			}
		}
		return n.Kind != schema.Array
	})
}
