package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Since describes how a tool changed since an older list.
type Since struct {
	// Before is the tool as it was, nil if it is new.
	Before *schema.Node
	// Changes say what the differences do to clients, the worst first.
	Changes []Change
	// Rows are the parts that differ, before and after; [New] fills them in.
	Rows []Row
}

// Change is one difference, described in words.
type Change struct{ Level, Text string }

// Row is a part of a tool before and after a change. A side is nil if it lacks the
// part.
type Row struct {
	What          string
	Before, After *Param
}

// Worst returns the word that describes the tool's change in a list.
func (s *Since) Worst() string {
	switch {
	case s == nil:
		return ""
	case s.Before == nil:
		return "new"
	case len(s.Changes) > 0:
		return s.Changes[0].Level
	}
	return ""
}

// compare sets the rows of a tool. It compares both sides in normal form, so that
// differences between SDK versions in how they print the same tool do not count.
func (s *Since) compare(doc *schema.Node) {
	if s == nil || s.Before == nil {
		return
	}
	before := newTool(Source{Doc: schema.Normalize(s.Before)})
	after := newTool(Source{Doc: schema.Normalize(doc)})
	text := func(what, a, b string) {
		if a != b {
			s.Rows = append(s.Rows, Row{what, asText(a), asText(b)})
		}
	}
	text("name", s.Before.Get("name").StringValue(), doc.Get("name").StringValue())
	text("title", before.Title, after.Title)
	text("description", before.Description, after.Description)
	text("hints", strings.Join(before.Hints, ", "), strings.Join(after.Hints, ", "))
	s.params("parameter", before.Input, after.Input)
	s.params("result", before.Output, after.Output)
}

func asText(s string) *Param {
	if s == "" {
		return nil
	}
	return &Param{Description: s}
}

// params adds rows for the properties that differ. They are in the order of the new
// list; removed properties are at their old places.
func (s *Since) params(side string, before, after []Param) {
	named := func(list []Param, name string) *Param {
		i := slices.IndexFunc(list, func(p Param) bool { return p.Name == name })
		if i < 0 {
			return nil
		}
		return &list[i]
	}
	add := func(a, b *Param) {
		if a == nil || b == nil || fmt.Sprint(*a) != fmt.Sprint(*b) {
			name := a
			if name == nil {
				name = b
			}
			s.Rows = append(s.Rows, Row{side + " " + name.Name, a, b})
		}
	}
	i := 0
	for j := range after {
		for ; i < len(before) && named(after, before[i].Name) == nil; i++ {
			add(&before[i], nil)
		}
		if i < len(before) && before[i].Name == after[j].Name {
			i++
		}
		add(named(before, after[j].Name), &after[j])
	}
	for ; i < len(before); i++ {
		if named(after, before[i].Name) == nil {
			add(&before[i], nil)
		}
	}
}

// markdown writes the changes, with both sides next to each other.
func (s *Since) markdown(b *strings.Builder, base string) {
	if s == nil {
		return
	}
	if s.Before == nil {
		fmt.Fprintf(b, "\nNew since %s.\n", escape(base))
		return
	}
	if len(s.Changes)+len(s.Rows) == 0 {
		return
	}
	fmt.Fprintf(b, "\nChanged since %s:\n\n", escape(base))
	for _, c := range s.Changes {
		fmt.Fprintf(b, "- **%s**: %s\n", c.Level, escape(oneLine(c.Text)))
	}
	if len(s.Rows) == 0 {
		return
	}
	b.WriteString("\n| | before | after |\n|---|---|---|\n")
	for _, r := range s.Rows {
		fmt.Fprintf(b, "| %s | %s | %s |\n", cell(r.What), r.Before.side(), r.After.side())
	}
}

func (p *Param) side() string {
	switch {
	case p == nil:
		return "–"
	case p.Type == "":
		return p.cell()
	}
	return strings.TrimSpace(cell(p.Type) + ". " + p.cell())
}
