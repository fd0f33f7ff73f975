package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/spf13/cobra"
)

// choice is the value of a flag that takes one of some words.
type choice struct {
	value *string
	words []string
}

func (c choice) String() string { return *c.value }
func (c choice) Type() string   { return "string" }

func (c choice) Set(s string) error {
	if !slices.Contains(c.words, s) {
		return fmt.Errorf("unknown %q, want one of %s", s, strings.Join(c.words, ", "))
	}
	*c.value = s
	return nil
}

// choose adds a flag that takes one of some words to a command. value is the default.
func choose(cmd *cobra.Command, p *string, name, value, usage string, words ...string) {
	*p = value
	cmd.Flags().Var(choice{p, words}, name, usage)
	values(cmd, name, words...)
}

// chooseForm adds the flag --format to a command whose output has one form for programs,
// and the flag --json as its alias if alias is set.
func chooseForm(cmd *cobra.Command, p *string, alias bool) {
	choose(cmd, p, "format", "text", "`form` of the output: text or json", "text", "json")
	if alias {
		cmd.Flags().BoolFunc("json", "the same as --format json", func(s string) error {
			on, err := strconv.ParseBool(s)
			if on {
				*p = "json"
			}
			if err != nil {
				return errors.New("takes no value")
			}
			return nil
		})
	}
}

// printing holds the flags that determine how findings and changes are printed.
type printing struct{ form, color string }

func (p *printing) flags(cmd *cobra.Command) {
	choose(cmd, &p.form, "format", "text", "`form` of the output: "+strings.Join(output.Names(), ", "), output.Names()...)
	choose(cmd, &p.color, "color", "auto", "colors and lines of source in text: `when` is auto, always or never", "auto", "always", "never")
}

// inColor reports whether text for w has colors.
func (p *printing) inColor(w io.Writer) bool {
	return p.color == "always" || p.color == "auto" && session.IsTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

func (p *printing) print(w io.Writer, r *output.Report) error {
	w = quote.Raw(w)
	r.Color = p.inColor(w)
	r.Excerpt = r.Color || p.color == "auto" && session.IsTerminal(w)
	return output.Find(p.form).Findings(w, r)
}

func (p *printing) printDiff(w io.Writer, d *output.Diff) error {
	w = quote.Raw(w)
	d.Color = p.inColor(w)
	return d.Print(w, output.Find(p.form))
}
