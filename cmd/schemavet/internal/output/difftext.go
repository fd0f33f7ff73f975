package output

import (
	"bytes"
	"fmt"
	"io"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts/compat"
)

// diffText prints a block for each tool, for people.
func diffText(w io.Writer, r *Diff) error {
	var out bytes.Buffer
	last := ""
	for _, c := range r.Condensed() {
		if c.Tool == "" {
			last = ""
		} else if block := c.Tool + "\x00" + c.File; block != last {
			last = block
			fmt.Fprint(&out, quote.Text(c.Tool))
			if c.File != "" {
				fmt.Fprintf(&out, " (%s)", quote.Text(c.File))
			}
			fmt.Fprintln(&out)
		}
		level := fmt.Sprintf("%-10s", levelName(c))
		if r.Color {
			level = levelColors[c.Level] + level + "\x1b[0m"
		}
		fmt.Fprintf(&out, "  %s  %s\n", level, quote.Text(c.Message))
		if proof := report.Proof(c.Change.Change); proof != "" {
			fmt.Fprintf(&out, "              %s\n", quote.Text(proof))
		}
		switch {
		case c.Accepted != "":
			fmt.Fprintf(&out, "              accepted: %s\n", quote.Text(c.Accepted))
		case c.Level >= compat.Caution:
			fmt.Fprintf(&out, "              %s %s\n", c.Rule, c.Fingerprint)
		}
	}
	for _, a := range r.Unused {
		fmt.Fprintf(&out, "%s:%d: no change has the fingerprint %s; remove the line\n", quote.Text(a.File), a.Line, a.Fingerprint)
	}
	if len(r.Changes) > 0 {
		fmt.Fprintln(&out)
	}
	fmt.Fprintf(&out, "%s; from %s to %s\n", r.Summary(), quote.Text(r.Old), quote.Text(r.New))
	if cost := r.Cost.String(); cost != "" {
		fmt.Fprintln(&out, cost)
	}
	if r.Advice.Bump != "none" {
		fmt.Fprintln(&out, r.Advice)
	}
	_, err := w.Write(out.Bytes())
	return err
}

// levelColors are the ANSI codes of levels.
var levelColors = map[compat.Level]string{compat.Breaking: "\x1b[31m", compat.Caution: "\x1b[33m", compat.Compatible: "\x1b[32m"}

// levelName returns the name of a change's level, with "?" if the level is not
// certain.
func levelName(c Change) string {
	if c.Undecided {
		return c.Level.String() + "?"
	}
	return c.Level.String()
}
