package output

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/internal/load"
)

// markdown prints a comment for a pull request, with the worst findings first.
// Findings that only inform are folded.
func markdown(w io.Writer, r *Report) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "### schemavet: %s\n\n%s.\n", counts(r), lookedAt(r))
	for _, s := range []struct {
		severity finding.Severity
		title    string
	}{{finding.Error, "Errors"}, {finding.Warning, "Warnings"}, {finding.Info, "Information"}} {
		var rows bytes.Buffer
		n := 0
		for _, f := range r.Findings {
			if f.Severity == s.severity {
				n++
				markdownRow(&rows, r, f)
			}
		}
		if n == 0 {
			continue
		}
		fmt.Fprintf(&out, "\n<details%s>\n<summary>%s (%d)</summary>\n\n| place | check | finding |\n|---|---|---|\n%s\n</details>\n",
			map[bool]string{true: " open"}[s.severity != finding.Info], s.title, n, rows.String())
	}
	if len(r.Notes) > 0 {
		fmt.Fprintf(&out, "\n<details%s>\n<summary>Not checked (%d)</summary>\n\n", map[bool]string{true: " open"}[r.Failed()], len(r.Notes))
		for _, n := range r.Notes {
			fmt.Fprintf(&out, "- %s\n", Escape(n.Text))
		}
		fmt.Fprintln(&out, "\n</details>")
	}
	_, err := w.Write(out.Bytes())
	return err
}

func lookedAt(r *Report) string {
	s := tools(r) + " were checked"
	if r.Tools == 1 && r.Variants+r.Servers == 0 {
		s = tools(r) + " was checked"
	}
	return s + uncompared(r)
}

func markdownRow(out *bytes.Buffer, r *Report, f finding.Finding) {
	check := fmt.Sprintf("[%s](%s)", f.Check, f.URL)
	if f.URL == "" {
		check = f.Check
	}
	fmt.Fprintf(out, "| %s | %s | %s", Code(fmt.Sprintf("%s:%d", load.SlashPath(r.Repo, f.Path), f.Line)), check, Escape(f.Text))
	if f.Proof != "" {
		markdownProof(out, f.Proof, true)
	}
	fmt.Fprintln(out, " |")
}

// markdownProof prints the proof of a change. witness is set if it may end with a value.
func markdownProof(out *bytes.Buffer, proof string, witness bool) {
	if what, value, ok := strings.Cut(proof, ": "); ok && witness {
		fmt.Fprintf(out, "<br>%s: %s", Escape(what), Code(value))
	} else {
		fmt.Fprintf(out, "<br>%s", Escape(proof))
	}
}

// Escape returns Markdown that shows a text unchanged, even in a table.
func Escape(s string) string {
	var b strings.Builder
	for _, c := range quote.Block(s) {
		switch c {
		case '\\', '`', '*', '_', '[', ']', '<', '>', '|', '#', '~', '@':
			if c == '<' {
				b.WriteString("&lt;")
				continue
			}
			if c == '@' { // Do not notify GitHub users.
				b.WriteString("&#64;")
				continue
			}
			b.WriteByte('\\')
		case '\n', '\r':
			c = ' '
		}
		b.WriteRune(c)
	}
	return b.String()
}

// Code returns Markdown that shows a text as code, even in a table.
func Code(s string) string {
	s = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "&#124;", "\n", " ", "`", "&#96;", "*", "&#42;", "_", "&#95;", "[", "&#91;", "\\", "&#92;", "~", "&#126;", "@", "&#64;").Replace(quote.Block(s))
	return "<code>" + s + "</code>"
}
