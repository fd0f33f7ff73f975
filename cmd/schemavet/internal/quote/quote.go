// Package quote escapes text from source and from servers before people or CI systems
// read it: names of tools and files, and descriptions. A terminal obeys escape
// sequences, a bidirectional character changes the visible order of the text, and a CI
// system takes lines that begin with "::" for commands.
//
// Go, JSON and YAML read the escapes as well: \n, \u001b, \u202e.
package quote

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text returns s on one line. It escapes characters that cannot be seen, and commands
// of CI systems.
func Text(s string) string {
	if t := strings.TrimLeft(s, " "); strings.HasPrefix(t, "::") {
		s = s[:len(s)-len(t)] + `\u003a` + t[1:]
	}
	return escape(s, func(r rune) bool { return unicode.IsPrint(r) })
}

// Block returns a text of several lines with the same characters escaped as in [Text],
// but it keeps line breaks, tabs, and the spaces and invisible joiners of all scripts. It
// does not escape "::"; [Writer] does.
func Block(s string) string {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return escape(s, func(r rune) bool {
		return unicode.IsPrint(r) || r == '\n' || r == '\t' || unicode.Is(unicode.Zs, r) || r == nonJoiner || r == joiner
	})
}

func escape(s string, plain func(r rune) bool) string {
	const old = "##[" // the older form of commands of GitHub and of Azure, anywhere in a line
	s = strings.ReplaceAll(s, old, `#\u0023[`)
	var b strings.Builder
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case plain(r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// Writer escapes the written text as [Block] does, and also commands of CI systems at
// the beginning of a line. It is the last defense for text that was not quoted.
type Writer struct {
	to     io.Writer
	inLine bool // something but spaces was written to the line
}

// NewWriter returns a writer that writes to another one.
func NewWriter(to io.Writer) *Writer { return &Writer{to: to} }

// Raw returns the writer below w, for output formats whose encoders quote text
// themselves.
func Raw(w io.Writer) io.Writer {
	if q, ok := w.(*Writer); ok {
		return q.to
	}
	return w
}

func (w *Writer) Write(data []byte) (int, error) {
	var out strings.Builder
	for line := range strings.Lines(string(data)) {
		if t := strings.TrimLeft(line, " \t"); !w.inLine && strings.HasPrefix(t, "::") {
			line = line[:len(line)-len(t)] + `\u003a` + t[1:]
		}
		out.WriteString(Block(line))
		w.inLine = !strings.HasSuffix(line, "\n") && (w.inLine || strings.TrimSpace(line) != "")
	}
	if _, err := io.WriteString(w.to, out.String()); err != nil {
		return 0, err
	}
	return len(data), nil
}
