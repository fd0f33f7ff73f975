package linttest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/scanner"

	"golang.org/x/tools/txtar"
)

// want is an expectation that a comment states for its line.
type want struct {
	file string
	line int
	fact string // name of the object whose fact is meant, "" for a diagnostic
	re   *regexp.Regexp
}

var wantComment = regexp.MustCompile(`(?m)[ \t]*// want (.*)$`)

// expect compares the findings of an archive with the expectations in its comments,
// and returns the differences.
func expect(ar *txtar.Archive, res *results) []string {
	var problems []string
	var wants []want
	for _, f := range ar.Files {
		if !strings.HasSuffix(f.Name, ".go") {
			continue
		}
		list, err := parseWants(f)
		if err != nil {
			return []string{err.Error()}
		}
		wants = append(wants, list...)
	}
	for _, f := range res.findings {
		if f.analyzer == printer.Name {
			continue
		}
		i := slices.IndexFunc(wants, func(w want) bool {
			return w.fact == "" && w.file == f.file && w.line == f.line && w.re.MatchString(f.message)
		})
		if i < 0 {
			problems = append(problems, fmt.Sprintf("%s:%d: unexpected: %s", f.file, f.line, f.message))
			continue
		}
		wants = slices.Delete(wants, i, i+1)
	}
	for _, w := range wants {
		if w.fact == "" {
			problems = append(problems, fmt.Sprintf("%s:%d: no finding matches %q", w.file, w.line, w.re))
		} else if !slices.ContainsFunc(res.facts, func(f fact) bool {
			return f.file == w.file && f.line == w.line && f.name == w.fact && w.re.MatchString(f.text)
		}) {
			problems = append(problems, fmt.Sprintf("%s:%d: no fact of %s matches %q, have %v", w.file, w.line, w.fact, w.re, res.facts))
		}
	}
	return problems
}

func parseWants(f txtar.File) ([]want, error) {
	var out []want
	for i, line := range strings.Split(string(f.Data), "\n") {
		m := wantComment.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		list, err := parseWant(m[1])
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", f.Name, i+1, err)
		}
		for _, w := range list {
			w.file, w.line = f.Name, i+1
			out = append(out, w)
		}
	}
	return out, nil
}

// parseWant parses a list of expressions, each with an optional name before it.
func parseWant(text string) ([]want, error) {
	var out []want
	var s scanner.Scanner
	s.Init(strings.NewReader(text))
	s.Mode = scanner.ScanIdents | scanner.ScanStrings | scanner.ScanRawStrings
	s.Error = func(*scanner.Scanner, string) {}
	name := ""
	for {
		switch tok := s.Scan(); tok {
		case scanner.EOF:
			if len(out) == 0 {
				return nil, fmt.Errorf("want without an expression")
			}
			return out, nil
		case scanner.Ident:
			name = s.TokenText()
			if s.Scan() != ':' {
				return nil, fmt.Errorf("want: no colon after %s", name)
			}
		case scanner.String, scanner.RawString:
			text, err := strconv.Unquote(s.TokenText())
			if err != nil {
				return nil, fmt.Errorf("want: %s: %w", s.TokenText(), err)
			}
			re, err := regexp.Compile(text)
			if err != nil {
				return nil, err
			}
			out = append(out, want{fact: name, re: re})
			name = ""
		default:
			return nil, fmt.Errorf("want: unexpected %s", scanner.TokenString(tok))
		}
	}
}
