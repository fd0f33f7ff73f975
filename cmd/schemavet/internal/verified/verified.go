// Package verified has both sides of the command verify for people: what source says, and
// what differs.
package verified

import (
	"fmt"
	"io"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/verify"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/schemafacts"
)

// Source returns the derived tools of the servers of a program with a name, or of all servers if
// no server has that name.
func Source(d *session.Derived, program, name string) (verify.Source, error) {
	src := verify.Source{Conditions: map[string]string{}, Open: len(d.Unfinished()) > 0}
	servers, err := d.ServersOf(program)
	if err != nil {
		return src, err
	}
	if same := slices.DeleteFunc(slices.Clone(servers), func(s schemafacts.Server) bool { return s.Name != name }); len(same) > 0 && name != "" {
		servers = same
	}
	listed := map[string]bool{}
	for _, s := range servers {
		src.Open = src.Open || len(s.Nameless) > 0
		for _, t := range s.Tools {
			condition, known := src.Conditions[t.Name]
			switch {
			case !known:
				src.Conditions[t.Name] = t.Condition
			case condition != "":
				src.Conditions[t.Name] = t.Condition
			}
			listed[t.Name] = true
		}
	}
	if len(servers) > 1 {
		for name := range src.Conditions {
			if src.Conditions[name] == "" {
				src.Conditions[name] = "which server was started"
			}
		}
	}
	for _, t := range d.Tools {
		if len(servers) == 0 {
			src.Conditions[t.Name] = "a server that schemavet did not find"
		}
		if len(servers) == 0 || listed[t.Name] {
			src.Tools = append(src.Tools, t)
		}
	}
	src.Open = src.Open || foreignTools(src.Tools, listed)
	return src, nil
}

// foreignTools reports whether a server lists tools of other modules. Only the names
// of such tools are known.
func foreignTools(tools []*schemafacts.Tool, listed map[string]bool) bool {
	for _, t := range tools {
		delete(listed, t.Name)
	}
	return len(listed) > 0
}

// printMissing prints the tools that the server does not list. Many conditional tools
// share a line, because most servers list only the tools that their configuration
// enables.
func printMissing(w io.Writer, missing []verify.Missing, verbose bool) {
	var conditional []string
	for _, m := range missing {
		if m.Condition != "" {
			conditional = append(conditional, m.Name)
		}
	}
	condense := !verbose && len(conditional) > words.Few
	for _, m := range missing {
		switch {
		case m.Condition == "":
			fmt.Fprintf(w, "tool %q is not listed by the server\n", m.Name)
		case !condense:
			fmt.Fprintf(w, "tool %q is not listed; it depends on %s\n", m.Name, m.Condition)
		}
	}
	if condense {
		fmt.Fprintf(w, "%d conditional tools are not listed: %s (--verbose prints their conditions)\n", len(conditional), quote.Text(words.Some(conditional)))
	}
}

// Print prints what verify found. If verbose is set, each conditional tool has a line.
func Print(w io.Writer, r *verify.Report, verbose bool) {
	for _, c := range r.Contradictions {
		what := "differs from source"
		if c.Untraced {
			what = "differs from source, which is possible because other code may change the tool at run time"
		}
		fmt.Fprintf(w, "tool %q %s\n", c.Name, what)
		for _, d := range c.Differences {
			fmt.Fprintf(w, "  %s\n", d)
		}
	}
	printMissing(w, r.OnlySource, verbose)
	for _, e := range r.OnlyServer {
		text := "is listed only by the server"
		if e.Expected {
			text += "; source has tools whose names are known only at run time"
		}
		fmt.Fprintf(w, "tool %q %s\n", e.Name, text)
	}
	for _, u := range r.Unresolved {
		fmt.Fprintf(w, "tool %q: %s unresolved in source\n", u.Name, words.Count(len(u.Parts), "part"))
		for _, p := range u.Parts {
			value := p.Value
			if value == "" {
				value = "nothing"
			}
			fmt.Fprintf(w, "  %s: %s (%s)\n", p.Path, value, p.Reason)
		}
	}
	fmt.Fprintf(w, "%s exact, %d with unresolved parts, %d different, %d in source only, %d on the server only\n",
		words.Count(len(r.Exact), "tool"), len(r.Unresolved), len(r.Contradictions), len(r.OnlySource), len(r.OnlyServer))
	if r.Contradicts() {
		fmt.Fprintln(w, "The server contradicts source: it was built from other source, or schemavet is wrong; please report the latter.")
	}
}
