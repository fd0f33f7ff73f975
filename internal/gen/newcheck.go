package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// checkPaths maps the templates of a new check to the paths of the files that are written.
var checkPaths = map[string]string{
	"check/doc.go.tmpl":        "analyzers/NAME/doc.go",
	"check/check.go.tmpl":      "analyzers/NAME/NAME.go",
	"check/test.go.tmpl":       "analyzers/NAME/NAME_test.go",
	"check/fixture.txtar.tmpl": "analyzers/NAME/testdata/first.txtar",
}

// newCheck writes a check that works in all drivers without changes: its folder, its
// lines in the list of checks, and its rule. It prints the next steps.
func newCheck(out io.Writer, root, name string) error {
	if !regexp.MustCompile(`^[a-z][a-z0-9]*$`).MatchString(name) {
		return fmt.Errorf("check name %q must consist of lower-case letters and digits", name)
	}
	dir := filepath.Join(root, "analyzers", name)
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already", dir)
	}
	fill := strings.NewReplacer("NAME", name)
	if err := writeTemplates(root, checkPaths, fill); err != nil {
		return err
	}
	if err := enlist(filepath.Join(root, suiteFile), name); err != nil {
		return err
	}
	if err := addRule(filepath.Join(root, rulesFile), fill); err != nil {
		return err
	}
	fmt.Fprintf(out, "wrote %s, and added it to %s and %s\nnext: go run ./internal/gen && go test ./analyzers/%s\n", dir, suiteFile, rulesFile, name)
	return nil
}

const (
	suiteFile = "analyzers/analyzers.go"
	rulesFile = "internal/rulebook/rules.txt"
)

// enlist adds a check to the list of all checks, which is sorted by name.
func enlist(file, name string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	lines := strings.SplitAfter(string(data), "\n")
	lines, ok := insertSorted(lines, regexp.MustCompile(`^\t"github.com/schemavet/schemavet/analyzers/(\w+)"`), name, `	"github.com/schemavet/schemavet/analyzers/NAME"`)
	if ok {
		lines, ok = insertSorted(lines, regexp.MustCompile(`^\t\t(\w+)\.(?:New\(|Analyzer,)`), name, "\t\tNAME.Analyzer,")
	}
	if !ok {
		return fmt.Errorf("%s: no list of checks found", file)
	}
	return os.WriteFile(file, []byte(strings.Join(lines, "")), 0o666)
}

// insertSorted inserts a line for a check into the first group of consecutive lines
// that match a pattern. The pattern's submatch is the name by which these lines are
// sorted. It returns false if no line matches.
func insertSorted(lines []string, pattern *regexp.Regexp, name, line string) ([]string, bool) {
	at := -1
	for i, l := range lines {
		m := pattern.FindStringSubmatch(l)
		if m == nil && at >= 0 {
			break
		}
		if m != nil && (at < 0 || m[1] < name) {
			at = i
			if m[1] < name {
				at++
			}
		}
	}
	if at < 0 {
		return nil, false
	}
	return slices.Insert(lines, at, strings.ReplaceAll(line, "NAME", name)+"\n"), true
}

// addRule adds the rule of a new check to the book of rules.
func addRule(file string, fill *strings.Replacer) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	rule, err := templates.ReadFile("check/rule.txt.tmpl")
	if err != nil {
		return err
	}
	data = append(bytes.TrimRight(data, "\n"), "\n"+fill.Replace(string(rule))...)
	return os.WriteFile(file, data, 0o666)
}
