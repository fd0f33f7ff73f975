package listing

import (
	"fmt"
	"io"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/size"
	"github.com/schemavet/schemavet/schemafacts"
)

// Tokens lists the size of each tool in tokens.
var Tokens = listing{(*lister).listTokens, (*lister).tokenTable}

// listTokens prints a server with the size of each of its tools.
func (t *lister) listTokens(w io.Writer, s schemafacts.Server, rows []session.Row) error {
	list, sum := t.Sizes(s)
	head, _, _ := strings.Cut(t.head(s, rows), ": ")
	fmt.Fprintf(w, "%s: %s, %s\n", head, words.Count(len(list), "tool"), sum)
	return sizeTable(w, list, "  ")
}

// tokenTable prints the size of each tool.
func (*lister) tokenTable(w io.Writer, tools []*schemafacts.Tool, indent string) error {
	var list []session.Sized
	for _, tool := range tools {
		list = append(list, session.Sized{Name: tool.Name, Size: size.Of(tool.Doc)})
	}
	return sizeTable(w, session.BySize(list), indent)
}

func sizeTable(w io.Writer, list []session.Sized, indent string) error {
	lines := [][]string{{"tokens", "bytes", "tool"}}
	for _, s := range list {
		line := []string{size.Thousands(s.Tokens()), size.Thousands(s.Bytes), s.Name}
		if s.AtLeast {
			line = append(line, "or more: some parts are unresolved")
		}
		lines = append(lines, line)
	}
	return session.Table(w, indent, lines)
}
