package session

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
)

// columns is the greatest length of a line on a terminal.
const columns = 120

// Fold calls print with a writer that breaks long lines if w is a terminal. Programs
// that read the output get whole lines.
func Fold(w io.Writer, print func(io.Writer) error) error {
	if !IsTerminal(quote.Raw(w)) {
		return print(w)
	}
	var out bytes.Buffer
	if err := print(&out); err != nil {
		return err
	}
	_, err := io.WriteString(w, foldLines(out.String(), columns))
	return err
}

// foldLines breaks lines of more than width characters at spaces. The rest is
// indented by four spaces more than the line. A longer word stays whole.
func foldLines(text string, width int) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		indent := strings.Repeat(" ", len(line)-len(strings.TrimLeft(line, " "))+4)
		for utf8.RuneCountInString(line) > width+1 { // with the line feed
			end := breakAt(line, width)
			if end < 0 {
				break
			}
			out.WriteString(strings.TrimRight(line[:end], " ") + "\n")
			line = indent + strings.TrimLeft(line[end:], " ")
		}
		out.WriteString(line)
	}
	return out.String()
}

// breakAt returns the last space after a word that ends a part of line of at most width
// characters. If the first word is longer, it returns the space after it, or -1.
func breakAt(line string, width int) int {
	end, n := -1, 0
	for i, r := range line {
		if r == ' ' && i > 0 && line[i-1] != ' ' {
			end = i
		}
		if n++; n > width && end >= 0 {
			break
		}
	}
	return end
}

// Table prints lines of cells in columns, and quotes the cells.
func Table(w io.Writer, indent string, lines [][]string) error {
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
