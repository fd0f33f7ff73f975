package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/size"
	"github.com/schemavet/schemavet/schemafacts"
)

// sized is the name of a listed tool with the size of its largest variant.
type sized struct {
	name string
	size.Size
}

// sizes returns the names that a server lists, largest first, and the sum of their
// sizes. A name whose tool is unknown has size 0, and the sum is then a lower bound.
func (t *serverTools) sizes(s schemafacts.Server) (list []sized, sum size.Size) {
	largest := map[string]size.Size{}
	sum.AtLeast = len(s.Nameless) > 0
	for _, r := range t.rows(s) {
		one := size.Size{AtLeast: true}
		if r.tool != nil {
			one = size.Of(r.tool.Doc)
		}
		if old, ok := largest[r.Name]; !ok || one.Shown > old.Shown {
			largest[r.Name] = one
		}
	}
	for name, one := range largest {
		list = append(list, sized{name, one})
		sum = sum.Plus(one)
	}
	return bySize(list), sum
}

// bySize sorts names, the largest first.
func bySize(list []sized) []sized {
	slices.SortFunc(list, func(a, b sized) int { return cmp.Or(b.Shown-a.Shown, strings.Compare(a.name, b.name)) })
	return list
}

// tokens lists the size of each tool in tokens.
var tokens = listing{(*lister).listTokens, tokenTable}

// listTokens prints a server with the size of each of its tools.
func (t *lister) listTokens(w io.Writer, dir string, s schemafacts.Server, rows []row) error {
	list, sum := t.sizes(s)
	head, _, _ := strings.Cut(t.head(dir, s, rows), ": ")
	fmt.Fprintf(w, "%s: %s, %s\n", head, words.Count(len(list), "tool"), sum)
	return sizeTable(w, list, "  ")
}

// tokenTable prints the size of each tool.
func tokenTable(w io.Writer, _ *load.Program, _ string, tools []*schemafacts.Tool, indent string) error {
	var list []sized
	for _, tool := range tools {
		list = append(list, sized{tool.Name, size.Of(tool.Doc)})
	}
	return sizeTable(w, bySize(list), indent)
}

func sizeTable(w io.Writer, list []sized, indent string) error {
	lines := [][]string{{"tokens", "bytes", "tool"}}
	for _, s := range list {
		line := []string{size.Thousands(s.Tokens()), size.Thousands(s.Bytes), s.name}
		if s.AtLeast {
			line = append(line, "or more: some parts are unresolved")
		}
		lines = append(lines, line)
	}
	return table(w, indent, lines)
}
