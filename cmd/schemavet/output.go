package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/format"
	"github.com/spf13/cobra"
)

// output holds the flags that determine how findings are printed.
type output struct {
	format string
	color  string
}

func (o *output) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.format, "format", "text", "`form` of the findings: "+strings.Join(format.Names(), ", "))
	flags.StringVar(&o.color, "color", "auto", "colors and lines of source in text: `when` is auto, always or never")
	values(cmd, "format", format.Names()...)
	values(cmd, "color", colorModes...)
}

// colorModes are the values of --color.
var colorModes = []string{"auto", "always", "never"}

// inColor reports whether text for w has colors.
func inColor(when string, w io.Writer) bool {
	return when == "always" || when == "auto" && isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

func validColor(when string) error {
	if !slices.Contains(colorModes, when) {
		return fmt.Errorf("--color: unknown %q, want auto, always or never", when)
	}
	return nil
}

func (o *output) validate() error {
	if _, err := format.Find(o.format); err != nil {
		return fmt.Errorf("--format: %w", err)
	}
	return validColor(o.color)
}

func (o *output) print(w io.Writer, r *format.Report) error {
	r.Color = inColor(o.color, w)
	r.Excerpt = r.Color || o.color == "auto" && isTerminal(w)
	write, err := format.Find(o.format)
	if err != nil {
		return err
	}
	return write(w, r)
}

// isTerminal reports whether w writes to a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}
