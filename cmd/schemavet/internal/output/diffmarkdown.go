package output

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts/compat"
)

var titles = map[compat.Level]string{
	compat.Breaking:   "Breaking: a call that worked is rejected, or a result breaks a promise",
	compat.Caution:    "Caution: models may behave differently",
	compat.Compatible: "Compatible: more is accepted or promised than before",
	compat.Doc:        "Doc: only people read it",
}

// diffMarkdown prints a comment for a pull request. It folds the changes whose level is below
// caution.
func diffMarkdown(w io.Writer, r *Diff) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "### MCP tools: %s\n\nCompared with %s.", r.Summary(), Escape(r.Old))
	if r.Advice.Bump != "none" {
		s := r.Advice.String()
		fmt.Fprintf(&out, " %s%s.", strings.ToUpper(s[:1]), s[1:])
	}
	if cost := r.Cost.String(); cost != "" {
		fmt.Fprintf(&out, " %s%s.", strings.ToUpper(cost[:1]), cost[1:])
	}
	fmt.Fprintln(&out)
	for _, level := range levels {
		var rows []string
		for _, c := range r.Condensed() {
			if c.Level == level {
				rows = append(rows, diffRow(c))
			}
		}
		details(&out, level >= compat.Caution, titles[level], "| tool | change |\n|---|---|\n", rows)
	}
	if len(r.Unused) > 0 {
		fmt.Fprintln(&out, "\nUnused acceptances, which should be removed:")
		fmt.Fprintln(&out)
	}
	for _, a := range r.Unused {
		fmt.Fprintf(&out, "- %s %s\n", Code(fmt.Sprintf("%s:%d", a.File, a.Line)), Code(a.Fingerprint))
	}
	_, err := w.Write(out.Bytes())
	return err
}

func diffRow(c Change) string {
	tool, text := "", Escape(c.Message)
	if c.Tool != "" {
		tool = Code(c.Tool)
	}
	if c.Undecided {
		text += " (undecided)"
	}
	text += markdownProof(report.Proof(c.Change.Change), c.Witness != "")
	switch {
	case c.Accepted != "":
		text += "<br>accepted: " + Escape(c.Accepted)
	case c.Level >= compat.Caution:
		text += "<br>" + c.Rule + " " + Code(c.Fingerprint)
	}
	return "| " + tool + " | " + text + " |"
}
