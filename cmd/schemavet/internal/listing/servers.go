package listing

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// listing is a way in which list prints the tools of a server, and the tools that no
// server registers.
type listing struct {
	server func(t *lister, w io.Writer, s schemafacts.Server, rows []session.Row) error
	rest   func(t *lister, w io.Writer, tools []*schemafacts.Tool, indent string) error
}

// lister prints servers with their tools.
type lister struct{ *session.Derived }

// Places lists where each tool is defined and whether it is complete.
var Places = listing{(*lister).list, (*lister).table}

// Servers prints the tools by server, then those that no server registers.
func Servers(w io.Writer, l listing, d *session.Derived, servers []schemafacts.Server, rest bool) error {
	t := &lister{d}
	seen := map[*schemafacts.Tool]bool{}
	for i, s := range servers {
		if i > 0 {
			fmt.Fprintln(w)
		}
		rows := t.Rows(s)
		for _, r := range rows {
			seen[r.Tool] = true
		}
		if err := l.server(t, w, s, rows); err != nil {
			return err
		}
	}
	if !rest {
		return nil
	}
	left := slices.DeleteFunc(slices.Clone(d.Tools), func(tool *schemafacts.Tool) bool { return seen[tool] })
	if len(left) == 0 {
		return nil
	}
	if len(servers) > 0 {
		fmt.Fprintf(w, "\n%s not registered on any server found here\n", words.Count(len(left), "tool"))
		return l.rest(t, w, left, "  ")
	}
	return l.rest(t, w, left, "")
}

// list prints a server with a line for each of its tools.
func (t *lister) list(w io.Writer, s schemafacts.Server, rows []session.Row) error {
	fmt.Fprintln(w, t.head(s, rows))
	var tools []*schemafacts.Tool
	for _, r := range rows {
		if r.Tool != nil {
			tools = append(tools, r.Tool)
		}
	}
	said := t.printCauses(w, "  ", tools)
	if err := session.Table(w, "  ", t.lines(w, rows, said)); err != nil {
		return err
	}
	for _, at := range s.Nameless {
		fmt.Fprintf(w, "  and tools whose names are known only at run time (%s)\n", t.Place(at))
	}
	return nil
}

// lines returns the cells of a server's table. It prints a note that applies to most
// tools once, before the table. Variants with the same position share a line.
func (t *lister) lines(w io.Writer, rows []session.Row, said bool) [][]string {
	rows = t.deduplicate(rows)
	ways := t.ways(rows, said)
	most := frequent(ways)
	if most != "" {
		fmt.Fprintf(w, "  unless noted otherwise: %s\n", most)
	}
	var lines [][]string
	for i, r := range rows {
		way, parts := ways[i], ""
		if way == most {
			way = ""
		}
		if r.Tool != nil {
			parts = strings.Join(slices.DeleteFunc(remarks(r.Tool, true), isConditional), ", ")
		}
		cells := []string{r.Name, t.defined(r)}
		if note := strings.Trim(way+", "+parts, ", "); note != "" {
			cells = append(cells, note)
		}
		lines = append(lines, cells)
	}
	return lines
}

func isConditional(remark string) bool { return remark == "conditional" }

// frequent returns the note that most rows have, or "" if some have none.
func frequent(notes []string) string {
	most := ""
	often := map[string]int{}
	for _, n := range notes {
		if often[n]++; often[n] > 2 && often[n] > len(notes)/2 {
			most = n
		}
	}
	if often[""] > 0 {
		return "" // of these there would be nothing to say
	}
	return most
}

// ways returns for each row how the tool is registered.
func (t *lister) ways(rows []session.Row, said bool) []string {
	var out []string
	for _, r := range rows {
		var ways []string
		switch {
		case r.Condition == "":
		case r.Where != r.At:
			ways = append(ways, "depends on "+r.Condition+" ("+t.Place(r.Where)+")")
		default:
			ways = append(ways, "depends on "+r.Condition)
		}
		if others := t.others(rows, r); others != "" {
			ways = append(ways, others)
		}
		if r.Tool != nil && !r.Tool.Traced && !said {
			ways = append(ways, mayChange)
		}
		out = append(out, strings.Join(ways, ", "))
	}
	return out
}

// defined returns the position of the tool in a row or, if the tool is unknown, the
// position of its registration.
func (t *lister) defined(r session.Row) string {
	if r.Tool == nil {
		return t.Place(r.Named)
	}
	return t.At(r.Tool.Pos())
}

// deduplicate removes rows with the same name and position as an earlier row.
func (t *lister) deduplicate(rows []session.Row) []session.Row {
	var out []session.Row
	seen := map[string]bool{}
	for _, r := range rows {
		if key := r.Name + "\n" + t.defined(r); !seen[key] {
			seen[key] = true
			out = append(out, r)
		}
	}
	return out
}

// others returns why a name has several rows: one call registers one of several
// tools, or several calls register the name.
func (t *lister) others(rows []session.Row, r session.Row) string {
	here := 0
	var elsewhere []string
	for _, o := range rows {
		switch {
		case o.Name != r.Name:
		case o.At == r.At:
			here++
		case !slices.Contains(elsewhere, t.Place(o.At)):
			elsewhere = append(elsewhere, t.Place(o.At))
		}
	}
	var notes []string
	if here > 1 {
		notes = append(notes, fmt.Sprintf("one of %d that %s registers", here, t.Place(r.At)))
	}
	if len(elsewhere) > 0 {
		notes = append(notes, "also registered at "+strings.Join(elsewhere, " and "))
	}
	return strings.Join(notes, ", ")
}

// head returns the line that describes a server, followed by the reasons for
// unresolved parts of its tools.
func (t *lister) head(s schemafacts.Server, rows []session.Row) string {
	names, always, holes, known := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	reasons := map[string]int{}
	counted := map[*schemafacts.Tool]bool{} // a tool has a row for each place that registers it
	for _, r := range rows {
		names[r.Name] = true
		if r.Condition == "" {
			always[r.Name] = true
		}
		if r.Tool == nil || counted[r.Tool] {
			continue
		}
		known[r.Name] = true
		counted[r.Tool] = true
		for _, h := range schema.Fold(r.Tool.Doc).Holes() {
			holes[r.Name] = true
			reasons[h.Reason]++
		}
	}
	name := "server"
	if s.Name != "" {
		name = fmt.Sprintf("server %q", s.Name)
	}
	made := "place of creation unknown"
	if s.At != "" {
		made = t.Place(s.At)
	}
	text := fmt.Sprintf("%s of %s (%s): %s", name, s.Program, made, words.Tools(len(names), len(counted)-len(known)))
	text += ofThem(len(names)-len(always), len(names), "conditional") + ofThem(len(holes), len(names), "with unresolved parts")
	return text + unresolvedFor(reasons)
}

// ofThem returns a phrase with the number of tools out of all to which a statement
// applies.
func ofThem(n, all int, what string) string {
	switch {
	case n == 0:
		return ""
	case n < all:
		return fmt.Sprintf(", %d %s", n, what)
	case all == 1:
		return ", " + what
	}
	return ", all " + what
}

// unresolvedFor returns a phrase with the reasons for unresolved parts, the most
// frequent first.
func unresolvedFor(reasons map[string]int) string {
	text := ""
	var all []string
	for r := range reasons {
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(reasons[b], reasons[a]), cmp.Compare(a, b)) })
	const few = 5
	for i, r := range all {
		if i == few {
			text += fmt.Sprintf("\n  others unresolved for %s", words.Count(len(all)-few, "other reason"))
			break
		}
		text += fmt.Sprintf("\n  %s unresolved: %s", words.Count(reasons[r], "part"), r)
	}
	return text
}
