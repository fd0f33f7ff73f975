package main

import (
	"bytes"
	"embed"
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

// templates are the files of new checks and SDKs, with NAME and MODULE in place of the
// name and, for an SDK, the path of its module.
//
//go:embed check sdk
var templates embed.FS

const (
	suiteFile    = "analyzers/analyzers.go"
	rulesFile    = "internal/rulebook/rules.txt"
	dialectsFile = "schemafacts/internal/dialects/dialects.go"
)

// A scaffold is a check or an SDK that works in all drivers without changes: its files, and
// its lines in lists.
type scaffold struct {
	dir   string            // its folder
	files map[string]string // the paths of files by their templates
	list  string            // the file with the list of its kind
	// lines are the lines for that list. A line comes where its pattern matches a group of
	// lines, which are sorted by the pattern's submatch.
	lines map[string]string
	rule  string // the template of its rule, or ""
	next  string // the commands to run next
}

var newCheck = scaffold{
	dir: "analyzers/NAME",
	files: map[string]string{
		"check/doc.go.tmpl":        "analyzers/NAME/doc.go",
		"check/check.go.tmpl":      "analyzers/NAME/NAME.go",
		"check/test.go.tmpl":       "analyzers/NAME/NAME_test.go",
		"check/fixture.txtar.tmpl": "analyzers/NAME/testdata/first.txtar",
	},
	list: suiteFile,
	lines: map[string]string{
		`^\t"github.com/schemavet/schemavet/analyzers/(\w+)"`: `	"github.com/schemavet/schemavet/analyzers/NAME"`,
		`^\t\t(\w+)\.(?:New\(|Analyzer,)`:                     "\t\tNAME.Analyzer,",
	},
	rule: "check/rule.txt.tmpl",
	next: "go run ./internal/gen && go test ./analyzers/NAME",
}

var newSDK = scaffold{
	dir: "schemafacts/internal/sdk/NAME",
	files: map[string]string{
		"sdk/dialect.go.tmpl":    "schemafacts/internal/sdk/NAME/NAME.go",
		"sdk/stub.go.tmpl":       "testdata/sdk/NAME/NAME/NAME.go",
		"sdk/stub.mod.tmpl":      "testdata/sdk/NAME/NAME/go.mod",
		"sdk/fixture.txtar.tmpl": "schemafacts/testdata/NAME.txtar",
	},
	list: dialectsFile,
	lines: map[string]string{
		`^\t"github.com/schemavet/schemavet/schemafacts/internal/sdk/(\w+)"`: `	"github.com/schemavet/schemavet/schemafacts/internal/sdk/NAME"`,
		`^var All = (\[)\]sdk\.Dialect`:                                      "\tNAME.Dialect,", // the first, since the last one handles the rest
	},
	next: "go test ./schemafacts -run '^Test$/^NAME$'",
}

// write writes the files and lines of a scaffold below root, and prints the next steps.
func (s scaffold) write(out io.Writer, root, name, module string) error {
	if !regexp.MustCompile(`^[a-z][a-z0-9]*$`).MatchString(name) {
		return fmt.Errorf("name %q must consist of lower-case letters and digits", name)
	}
	fill := strings.NewReplacer("NAME", name, "MODULE", module)
	path := func(p string) string { return filepath.Join(root, filepath.FromSlash(fill.Replace(p))) }
	if _, err := os.Stat(path(s.dir)); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already", path(s.dir))
	}
	for from, to := range s.files {
		data, err := templates.ReadFile(from)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(path(to)), 0o777)
		}
		if err == nil {
			err = os.WriteFile(path(to), []byte(fill.Replace(string(data))), 0o666)
		}
		if err != nil {
			return err
		}
	}
	data, err := os.ReadFile(path(s.list))
	if err != nil {
		return err
	}
	lines := strings.SplitAfter(string(data), "\n")
	for pattern, line := range s.lines {
		at := sortedPlace(lines, regexp.MustCompile(pattern), name)
		if at < 0 {
			return fmt.Errorf("%s: no list found", s.list)
		}
		lines = slices.Insert(lines, at, fill.Replace(line)+"\n")
	}
	if err := os.WriteFile(path(s.list), []byte(strings.Join(lines, "")), 0o666); err != nil {
		return err
	}
	if s.rule != "" {
		rules, err := os.ReadFile(path(rulesFile))
		if err != nil {
			return err
		}
		rule, err := templates.ReadFile(s.rule)
		if err != nil {
			return err
		}
		rules = append(bytes.TrimRight(rules, "\n"), "\n"+fill.Replace(string(rule))...)
		if err := os.WriteFile(path(rulesFile), rules, 0o666); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "wrote %s, and added it to %s\nnext: %s\n", path(s.dir), s.list, fill.Replace(s.next))
	return nil
}

// sortedPlace returns the index at which a line for a name belongs in the first group of
// consecutive lines that match a pattern, or -1 if no line matches.
func sortedPlace(lines []string, pattern *regexp.Regexp, name string) int {
	at := -1
	for i, l := range lines {
		m := pattern.FindStringSubmatch(l)
		switch {
		case m == nil && at >= 0:
			return at
		case m != nil && m[1] < name:
			at = i + 1
		case m != nil && at < 0:
			at = i
		}
	}
	return at
}
