package catalog

import (
	"fmt"
	"regexp"
	"strings"
)

// The marks between which a file has its tools.
const (
	begin  = "<!-- schemavet:tools"
	end    = "<!-- schemavet:end -->"
	notice = "<!-- Written by schemavet docs; it overwrites edits made here. -->"
)

var beginLine = regexp.MustCompile(`^<!-- schemavet:tools((?: +[^ ]+)*) *-->$`)

// Fill returns text with the tools written between its marks: lines
//
//	<!-- schemavet:tools -->
//	<!-- schemavet:end -->
//
// The first may name packages by import path; a path that ends in /... matches
// all packages below it. Then only the tools of these packages are filled in.
// render returns the tools of the packages that match patterns, or of all
// packages if patterns is empty. level is the level of its headings: one below
// the heading above the mark. Fill ignores marks in blocks of code.
func Fill(text string, render func(patterns []string, level int) (string, error)) (string, error) {
	newline := "\n"
	if strings.Contains(text, "\r\n") {
		newline = "\r\n"
	}
	var out strings.Builder
	level, found, open, number := 2, false, 0, 0
	block := "" // the fence of a block of code
	for line := range strings.Lines(text) {
		number++
		trimmed := strings.TrimSpace(line)
		switch {
		case open > 0 && trimmed != end:
			if strings.HasPrefix(trimmed, begin) {
				return "", fmt.Errorf("line %d: the mark in line %d has no %s", number, open, end)
			}
			continue
		case open == 0 && inCode(&block, line): // marks are samples
		case trimmed == end && open == 0:
			return "", fmt.Errorf("line %d: %s without %s -->", number, end, begin)
		case trimmed == end:
			open = 0
		case strings.HasPrefix(trimmed, "#"):
			level = len(trimmed) - len(strings.TrimLeft(trimmed, "#")) + 1
		case strings.HasPrefix(trimmed, begin):
			m := beginLine.FindStringSubmatch(trimmed)
			if m == nil {
				return "", fmt.Errorf("line %d: want %s -->, or import paths before -->", number, begin)
			}
			tools, err := render(strings.Fields(m[1]), level)
			if err != nil {
				return "", fmt.Errorf("line %d: %w", number, err)
			}
			out.WriteString(strings.TrimRight(line, "\r\n") + newline)
			out.WriteString(strings.ReplaceAll(notice+"\n\n"+tools+"\n", "\n", newline))
			found, open = true, number
			continue
		}
		out.WriteString(line)
	}
	if open > 0 {
		return "", fmt.Errorf("line %d: the mark has no %s", open, end)
	}
	if !found {
		return "", fmt.Errorf("no line %s -->; add it and %s where the tools belong", begin, end)
	}
	return out.String(), nil
}

// inCode reports whether a line belongs to a block of code: an indented one, or one whose
// fence is block. It updates block.
func inCode(block *string, line string) bool {
	before := *block
	*block = fence(before, line)
	text := strings.TrimLeft(line, " ")
	return before != "" || *block != "" || len(line)-len(text) >= 4 || strings.HasPrefix(text, "\t")
}

// Only returns the tools of the packages that match patterns. A pattern is an import path;
// one that ends in /... also matches all packages below it.
func Only(tools []Source, patterns []string) ([]Source, error) {
	if len(patterns) == 0 {
		return tools, nil
	}
	var out []Source
	used := make([]bool, len(patterns))
	for _, t := range tools {
		match := false
		for i, p := range patterns {
			tree, isTree := strings.CutSuffix(p, "/...")
			if t.Package == tree || isTree && strings.HasPrefix(t.Package, tree+"/") {
				match, used[i] = true, true
			}
		}
		if match {
			out = append(out, t)
		}
	}
	for i, p := range patterns {
		if !used[i] {
			return nil, fmt.Errorf("no tools in package %s; want an import path; append /... to include the packages below it", p)
		}
	}
	return out, nil
}
