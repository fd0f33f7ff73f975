// Package listing prints derived tools and servers, as text and as JSON.
package listing

import (
	"fmt"
	"go/token"
	"io"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// table prints a line for each tool.
func (t *lister) table(w io.Writer, tools []*schemafacts.Tool, indent string) error {
	var lines [][]string
	said := t.printCauses(w, indent, tools)
	for _, tool := range tools {
		cells := []string{tool.Name, t.At(tool.Pos())}
		if r := remarks(tool, said); len(r) > 0 {
			cells = append(cells, strings.Join(r, ", "))
		}
		lines = append(lines, cells)
	}
	return session.Table(w, indent, lines)
}

// Nameless prints the registrations of tools whose names are unresolved.
func Nameless(w io.Writer, d *session.Derived) error {
	list := d.Nameless()
	if len(list) == 0 {
		return nil
	}
	var places, lines []string
	for _, n := range list {
		at := d.At(n.Pos)
		places = append(places, at)
		// Several call paths may reach one registration, with one reason or several.
		if line := at + ": " + n.Reason; !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	slices.Sort(places)
	text, sep := words.Count(len(slices.Compact(places)), "registration")+" whose name is known only at run time:", " "
	if len(lines) > 1 {
		sep = "\n  "
	}
	text += sep + strings.Join(lines, sep)
	_, err := fmt.Fprintln(w, text)
	return err
}

// remarks returns the reasons why a tool is not completely known. said reports whether
// it was said that all tools may be changed.
func remarks(t *schemafacts.Tool, said bool) []string {
	var out []string
	if !t.Traced && !said {
		out = append(out, mayChange)
	}
	if t.Conditional {
		out = append(out, "conditional")
	}
	if n := len(schema.Fold(t.Doc).Holes()); n > 0 {
		out = append(out, fmt.Sprintf("%d unresolved", n))
	}
	for _, e := range t.Errors {
		out = append(out, "error: "+e.String())
	}
	return out
}

// Why prints how the tools with a name were found.
func Why(w io.Writer, d *session.Derived, name string) error {
	found := false
	for _, t := range d.Tools {
		if t.Name != name {
			continue
		}
		found = true
		at := func(what string, pos token.Pos) {
			if pos.IsValid() {
				fmt.Fprintf(w, "  %s: %s\n", d.At(pos), what)
			}
		}
		fmt.Fprintf(w, "tool %q of package %s, dialect %s\n", t.Name, t.Package, t.Dialect)
		at("named", t.NamePos)
		for _, h := range t.Hops {
			at(h.Text, h.Pos)
		}
		at("handler", t.HandlerPos)
		switch {
		case t.Traced:
		case t.RegPos.IsValid():
			fmt.Fprintln(w, "  untraced: values known only at run time may change the tool before it is registered")
		default:
			fmt.Fprintln(w, "  untraced: schemavet cannot follow the tool to a registration, so other code may change it")
		}
		if t.Wide {
			fmt.Fprintln(w, "  complete only in commands that load the whole program, not under go vet")
		}
		if t.Conditional {
			fmt.Fprintln(w, "  conditional: registered only if a run-time condition holds")
		}
		for _, h := range schema.Fold(t.Doc).Holes() {
			fmt.Fprintf(w, "  %s: %s %s: %s\n", d.At(h.Pos), h.Path, h, h.Reason)
		}
		for _, e := range t.Errors {
			fmt.Fprintf(w, "  %s: %s is rejected: %s\n", d.At(e.Pos), e.Path, e)
		}
		written(t, at)
	}
	if !found {
		return fmt.Errorf("no tool %q in these packages; schemavet list shows all", name)
	}
	return nil
}

// written calls at for each known part of a tool whose position differs from that of
// the enclosing part. It omits the name, which has its own line, and the elements of
// lists. The position of a list is where it is made or, if that is unknown, where its
// first element is.
func written(t *schemafacts.Tool, at func(what string, pos token.Pos)) {
	positions := map[string]token.Pos{}
	t.Doc.Walk(func(path string, n *schema.Node) bool {
		around := t.NamePos
		if path != "" {
			around = positions[path[:strings.LastIndexByte(path, '/')]]
		}
		pos := n.Pos
		if n.Kind == schema.Array && len(n.Elems) > 0 && pos == around && !strings.HasSuffix(path, "/required") {
			pos = n.Elems[0].Pos
		}
		positions[path] = around
		if n.Kind != schema.Unresolved && pos.IsValid() && pos != around {
			positions[path] = pos
			if path != "" && path != "/name" {
				at(path, pos)
			}
		}
		return n.Kind != schema.Array
	})
}
