package output

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/load"
)

// text prints findings in the usual Go form, file:line:col: check: message
// (check/rule). The proof of a change follows on the next lines. Packages without
// snapshots share a line, and the changes that fixes of this run made are left out. On a
// terminal, findings of one rule in one tool and file form a group: only the first has
// check, tool, rule and source. Programs that read lines get whole ones.
func text(w io.Writer, r *Report) error {
	p := &printer{color: r.Color, lines: lines{}}
	var without []string // packages without snapshots
	for _, f := range r.Findings {
		if f.NotAdopted() {
			without = append(without, cmp.Or(f.Package, "."))
		}
	}
	told := false
	var last finding.Finding
	for _, f := range r.Findings {
		if r.Fixed[f.Fingerprint] || told && f.NotAdopted() {
			continue
		}
		at := p.paint(bold, fmt.Sprintf("%s:%d:%d", quote.Text(load.RelPath(r.Dir, f.Path)), f.Line, f.Column))
		if r.Excerpt && sameKind(last, f) {
			fmt.Fprintf(&p.out, "  %s: %s\n", at, strings.TrimPrefix(p.level(f), subject(f)))
		} else {
			fmt.Fprintf(&p.out, "%s: %s: %s\n", at, p.paint(cyan, f.Check), p.level(f)+p.rule(f))
			if r.Excerpt {
				p.excerpt(f)
			}
		}
		last = f
		if f.Proof != "" {
			fmt.Fprintf(&p.out, "\t%s\n", quote.Text(f.Proof))
		}
		if f.NotAdopted() && len(without) > 1 {
			told = true
			fmt.Fprintf(&p.out, "\tthe same in %s: %s\n", words.Count(len(without)-1, "other package"), quote.Text(words.Some(without[1:])))
		}
	}
	_, err := w.Write(p.out.Bytes())
	return err
}

// sameKind reports whether two findings are of one rule, tool and file.
func sameKind(a, b finding.Finding) bool {
	return a.Rule != "" && a.ID() == b.ID() && a.Tool != "" && a.Tool == b.Tool && a.Path == b.Path &&
		strings.HasPrefix(a.Text, subject(a)) && strings.HasPrefix(b.Text, subject(b))
}

// subject returns the words with which messages about the tool of a finding begin.
func subject(f finding.Finding) string { return fmt.Sprintf("tool %q: ", f.Tool) }

// ANSI codes.
const (
	bold   = "\x1b[1m"
	dim    = "\x1b[2m"
	red    = "\x1b[31m"
	yellow = "\x1b[33m"
	green  = "\x1b[32m"
	cyan   = "\x1b[36m"
	reset  = "\x1b[0m"
)

var severityColors = map[finding.Severity]string{finding.Error: red, finding.Warning: yellow, finding.Info: green}

type printer struct {
	out   bytes.Buffer
	color bool
	lines lines
}

func (p *printer) paint(code, s string) string {
	if !p.color {
		return s
	}
	return code + s + reset
}

// level returns the text of a finding with its level in color.
func (p *printer) level(f finding.Finding) string {
	text := quote.Text(f.Text)
	i := strings.LastIndexByte(text, '[')
	if f.Level == "" || i < 0 || !strings.HasPrefix(text[i+1:], f.Level) {
		return text
	}
	return text[:i] + p.paint(severityColors[f.Severity], text[i:])
}

// rule returns the rule of a finding in the form that schemavet explain accepts.
func (p *printer) rule(f finding.Finding) string {
	if f.Rule == "" {
		return ""
	}
	return " " + p.paint(dim, "("+f.ID()+")")
}

// maxExcerpt is the greatest length of a source line that is printed.
const maxExcerpt = 120

// excerpt prints the source line of a finding with the place underlined. It prints
// nothing if a terminal would show the line differently.
func (p *printer) excerpt(f finding.Finding) {
	line := p.lines.at(f.Path, f.Line)
	if line == nil || len(line) > maxExcerpt || f.Column < 1 || f.Column > len(line) || quote.Block(string(line)) != string(line) {
		return
	}
	width := 1
	if f.End != nil && f.End.Line == f.Line && f.End.Column > f.Column {
		width = min(f.End.Column, len(line)+1) - f.Column
	} else if f.End != nil && f.End.Line > f.Line {
		width = len(line) + 1 - f.Column
	}
	var indent strings.Builder
	for _, b := range string(line[:f.Column-1]) {
		if b != '\t' {
			b = ' '
		}
		indent.WriteRune(b)
	}
	under := strings.Repeat("~", len([]rune(string(line[f.Column-1:f.Column-1+width])))-1)
	fmt.Fprintf(&p.out, "%s\n%s%s\n", p.paint(dim, string(line)), indent.String(), p.paint(severityColors[f.Severity], "^"+under))
}
