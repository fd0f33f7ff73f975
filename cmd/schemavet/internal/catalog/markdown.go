package catalog

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
)

// Markdown returns the catalog as Markdown with headings of the given level. It names
// groups only if there are several. A tool that several servers have is described
// once.
func (c *Catalog) Markdown(level int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s.\n", c.Size.words())
	shown := map[int]bool{}
	for _, g := range c.Groups {
		at := level
		if len(c.Groups) > 1 {
			fmt.Fprintf(&b, "\n%s %s\n\n%s.\n", heading(at), escape(g.Name), g.Size.words())
			at++
		}
		var again []string
		for i := range g.Tools {
			t := &g.Tools[i]
			if shown[t.id] {
				again = append(again, code(t.Name))
				continue
			}
			shown[t.id] = true
			t.markdown(&b, at)
		}
		if len(again) > 0 {
			fmt.Fprintf(&b, "\nDescribed above: %s.\n", strings.Join(again, ", "))
		}
	}
	return quote.Block(b.String())
}

func heading(level int) string { return strings.Repeat("#", min(level, 6)) }

// words returns the number of tools and their size in words.
func (s Size) words() string {
	return words.Tools(s.Tools, s.Variants) + ", " + s.Size.String()
}

func (t *Tool) markdown(b *strings.Builder, level int) {
	fmt.Fprintf(b, "\n%s %s\n", heading(level), code(t.Name))
	if facts := t.facts(); len(facts) > 0 {
		fmt.Fprintf(b, "\n%s\n", strings.Join(facts, " · "))
	}
	if t.Description != "" {
		fmt.Fprintf(b, "\n%s\n", paragraphs(t.Description))
	}
	if len(t.Input) > 0 {
		b.WriteString("\n| parameter | type | description |\n|---|---|---|\n")
		for _, p := range t.Input {
			fmt.Fprintf(b, "| %s | %s | %s |\n", cellCode(p.Name), cell(p.Type), p.cell())
		}
	}
	for _, u := range t.Unknown {
		fmt.Fprintf(b, "\nUnresolved: %s (%s).\n", escape(u.What), escape(u.Reason))
	}
}

// facts returns the lines that appear below the name of a tool.
func (t *Tool) facts() []string {
	var out []string
	if t.Title != "" {
		out = append(out, "**"+escape(oneLine(t.Title))+"**")
	}
	if t.Variant != "" {
		out = append(out, t.Variant)
	}
	out = append(out, t.Hints...)
	if t.Conditional {
		out = append(out, "registered only under a condition")
	}
	if t.Untraced {
		out = append(out, "may be changed by unseen code")
	}
	return out
}

// enumLimit is the greatest number of values that a table lists.
const enumLimit = 20

func (p *Param) cell() string {
	var parts []string
	switch {
	case p.Perhaps && p.Required:
		parts = append(parts, "**Required under a condition.**")
	case p.Perhaps:
		parts = append(parts, "**Only under a condition.**")
	case p.Required:
		parts = append(parts, "**Required.**")
	}
	if p.Description != "" {
		parts = append(parts, cell(p.Description))
	}
	if len(p.Constraints) > 0 {
		var words []string
		for _, c := range p.Constraints {
			text := c.Text
			for i, v := range c.Values {
				switch {
				case i == enumLimit:
					text += fmt.Sprintf(" and %d more", len(c.Values)-i)
				case i > enumLimit:
				case i > 0:
					text += ", " + cellCode(v)
				default:
					text += " " + cellCode(v)
				}
			}
			words = append(words, text)
		}
		parts = append(parts, "("+strings.Join(words, "; ")+")")
	}
	return strings.Join(parts, " ")
}

// cell escapes a text for a table cell, as one line.
func cell(s string) string {
	s = strings.ReplaceAll(strings.TrimSpace(strings.ReplaceAll(s, "\r", "")), "|", `\|`)
	lines := strings.FieldsFunc(s, func(r rune) bool { return r == '\n' })
	for i := range lines {
		lines[i] = escape(strings.TrimSpace(lines[i]))
	}
	return strings.Join(lines, "<br>")
}

func cellCode(s string) string { return strings.ReplaceAll(code(s), "|", `\|`) }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// code formats a text as code, between enough backticks.
func code(s string) string {
	s = oneLine(s)
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// paragraphs escapes a text of several lines. Descriptions of servers are often
// Markdown. So it escapes or closes only what would affect the text around: HTML,
// headings, and code blocks without an end.
func paragraphs(s string) string {
	var out []string
	open := "" // the fence of a block of code
	for line := range strings.Lines(strings.ReplaceAll(strings.TrimSpace(s), "\r", "")) {
		open = fence(open, line)
		line = escape(strings.TrimRight(line, " \t\n"))
		if trimmed := strings.TrimLeft(line, " \t"); strings.HasPrefix(trimmed, "#") {
			line = `\` + trimmed
		}
		out = append(out, line)
	}
	if open != "" {
		out = append(out, open)
	}
	return strings.Join(out, "\n")
}

var fences = regexp.MustCompile("^( {0,3}(?:(?:[-*+]|[0-9]{1,9}[.)]) +)*)(`{3,}|~{3,})([^\r\n]*)")

// fence returns the fence of the code block that is open after a line, with its
// indentation, or "" if none is open. open is the result for the line before. A block
// may begin in the first line of a list item.
func fence(open, line string) string {
	if open == "" {
		if m := fences.FindStringSubmatch(line); m != nil && (m[2][0] == '~' || !strings.Contains(m[3], "`")) {
			return strings.Repeat(" ", len(m[1])) + m[2]
		}
		return ""
	}
	marks, text := strings.TrimLeft(open, " "), strings.TrimLeft(line, " ")
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), marks)
	if ok && strings.Trim(rest, marks[:1]) == "" && len(line)-len(text) < len(open)-len(marks)+4 {
		return ""
	}
	return open
}

// escape escapes characters outside of code that Markdown would read as HTML.
func escape(s string) string {
	parts := strings.Split(s, "`")
	for i := range parts {
		if i%2 == 0 || len(parts)%2 == 0 && i == len(parts)-1 {
			parts[i] = strings.ReplaceAll(parts[i], "<", `\<`)
		}
	}
	return strings.Join(parts, "`")
}
