package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/catalog"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/spf13/cobra"
)

type docsOptions struct {
	*session.Options
	write, check, html, title string
}

func docsCommand(o *session.Options) *cobra.Command {
	d := &docsOptions{Options: o}
	cmd := &cobra.Command{
		Use:   "docs [packages]",
		Short: "Document the tools for people, in Markdown or HTML",
		Long: `Docs documents the tools of a server for people: what each tool is for, its
parameters with types and constraints, its hints, and its size in bytes and tokens.

Without flags it prints Markdown. With --write it writes the Markdown to a file,
between the lines

  <!-- schemavet:tools -->
  <!-- schemavet:end -->

with headings one level below the heading before them. If a file describes several
servers, the first line can name packages by import path, as in <!-- schemavet:tools
example.com/app/search/... -->. With --check it writes nothing, and exits with 1 if
the file is out of date.

With --html it writes static pages, which need no scripts and no files outside of the
folder. It removes the pages of tools that no longer exist.

If there are several servers, tools are grouped by server, otherwise by package.`,
		Example: `  schemavet docs > tools.md
  schemavet docs --write README.md
  schemavet docs --check README.md
  schemavet docs --html site/tools --title "Parcel server"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return d.run(cmd.OutOrStdout(), cmd.ErrOrStderr(), args)
		},
	}
	f := cmd.Flags()
	f.StringVar(&d.write, "write", "", "write the list of tools between the markers in a Markdown `file`")
	f.StringVar(&d.check, "check", "", "compare the tools in a Markdown `file`, and write nothing")
	f.StringVar(&d.html, "html", "", "write static pages to a `folder`")
	f.StringVar(&d.title, "title", "", "name of the server in the pages; default: the module's path")
	cmd.MarkFlagsMutuallyExclusive("write", "check", "html")
	return cmd
}

func (d *docsOptions) run(stdout, stderr io.Writer, patterns []string) error {
	derived, err := session.Derive(d.Options, patterns, stderr)
	if err != nil {
		return err
	}
	d.PrintNothingFound(stderr, derived)
	derived.NoteUnfinished(stderr)
	tools := sources(derived)
	title := d.title
	if title == "" {
		title = moduleName(derived.Prog)
	}
	if d.write != "" {
		return d.fill(stdout, d.write, tools)
	}
	if d.check != "" {
		return d.fill(stdout, d.check, tools)
	}
	c := catalog.New(title, tools)
	if d.html != "" {
		return writeHTML(d.In(d.html), c)
	}
	_, err = io.WriteString(stdout, c.Markdown(2))
	return err
}

// moduleName returns the path of the module of the first package that matches the
// patterns on the command line and is in a module, or "MCP server" if there is none.
func moduleName(prog *load.Program) string {
	for _, p := range prog.Roots {
		if p.Module != nil {
			return p.Module.Path
		}
	}
	return "MCP server"
}

func writeHTML(dir string, c *catalog.Catalog) error {
	pages, err := c.Pages()
	if err != nil {
		return err
	}
	return catalog.Write(dir, pages)
}

// fill writes the tools into a Markdown file, or only compares them with it.
func (d *docsOptions) fill(stdout io.Writer, name string, tools []catalog.Source) error {
	file := d.In(name)
	old, err := safefile.Read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s does not exist: create it, with the lines of schemavet docs --help", name)
	} else if err != nil {
		return err
	}
	text, err := catalog.Fill(string(old), func(patterns []string, level int) (string, error) {
		some, err := catalog.Only(tools, patterns)
		return catalog.New("", some).Markdown(level), err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	switch {
	case bytes.Equal(old, []byte(text)):
		return nil
	case d.check != "":
		fmt.Fprintf(d.Errors, "schemavet: %s is stale; run schemavet docs --write %s\n", name, name)
		return session.ErrFindings
	}
	if err := safefile.Write(file, []byte(text)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "updated  %s\n", name)
	return err
}
