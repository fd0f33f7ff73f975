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
		var rows []string
		for _, f := range r.Findings {
			if f.Severity == s.severity {
				rows = append(rows, markdownRow(r, f))
			}
		}
		details(&out, s.severity != finding.Info, s.title, "| place | check | finding |\n|---|---|---|\n", rows)
	}
	var notes []string
	for _, n := range r.Notes {
		notes = append(notes, "- "+Escape(n.Text))
	}
	details(&out, r.Failed(), "Not checked", "", notes)
	_, err := w.Write(out.Bytes())
	return err
}

// details prints lines that a reader can fold, below a head, or nothing without lines.
func details(out *bytes.Buffer, open bool, title, head string, lines []string) {
	if len(lines) > 0 {
		fmt.Fprintf(out, "\n<details%s>\n<summary>%s (%d)</summary>\n\n%s%s\n\n</details>\n",
			map[bool]string{true: " open"}[open], title, len(lines), head, strings.Join(lines, "\n"))
	}
}

func lookedAt(r *Report) string {
	s := tools(r) + " were checked"
	if r.Tools == 1 && r.Variants+r.Servers == 0 {
		s = tools(r) + " was checked"
	}
	return s + uncompared(r)
}

func markdownRow(r *Report, f finding.Finding) string {
	check := fmt.Sprintf("[%s](%s)", f.Check, f.URL)
	if f.URL == "" {
		check = f.Check
	}
	return fmt.Sprintf("| %s | %s | %s%s |", Code(fmt.Sprintf("%s:%d", load.SlashPath(r.Repo, f.Path), f.Line)), check, Escape(f.Text), markdownProof(f.Proof, true))
}

// markdownProof returns the proof of a change, if any. witness is set if it may end with a
// value.
func markdownProof(proof string, witness bool) string {
	if what, value, ok := strings.Cut(proof, ": "); ok && witness {
		return "<br>" + Escape(what) + ": " + Code(value)
	}
	if proof == "" {
		return ""
	}
	return "<br>" + Escape(proof)
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
