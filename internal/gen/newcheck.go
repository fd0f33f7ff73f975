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
	for file, text := range checkFiles {
		file = filepath.Join(dir, filepath.FromSlash(strings.ReplaceAll(file, "NAME", name)))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(strings.ReplaceAll(text, "NAME", name)), 0o666); err != nil {
			return err
		}
	}
	if err := enlist(filepath.Join(root, suiteFile), name); err != nil {
		return err
	}
	if err := addRule(filepath.Join(root, rulesFile), name); err != nil {
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
func addRule(file, name string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	data = append(bytes.TrimRight(data, "\n"), strings.ReplaceAll(firstRule, "NAME", name)...)
	return os.WriteFile(file, data, 0o666)
}

// firstRule is the entry of a new check's rule in the list of rules.
const firstRule = `
== NAME todo
purpose: a tool description contains TODO
before: Description: "Fetches a page. TODO: which formats?"
after: Description: "Fetches a page as Markdown."
fix: finish the description
`

// checkFiles are the files of a check, with NAME in place of its name.
var checkFiles = map[string]string{
	"doc.go": `// Package NAME defines an analyzer that reports tools whose description is not
// finished.
//
// # Analyzer NAME
//
// NAME: report tool descriptions that contain TODO
//
// A model reads the description of a tool to decide when to call it. A note to the
// author of the tool wastes its attention:
//
//	&mcp.Tool{Name: "fetch", Description: "TODO"} // tool "fetch": description contains TODO
//
// An unresolved description is not reported.
//
// To fix a finding, finish the description.
package NAME
`,
	"NAME.go": `package NAME

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/internal/lintdoc"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/analysis"
)

//go:embed doc.go
var doc string

// Analyzer is the check.
var Analyzer = &analysis.Analyzer{
	Name:       "NAME",
	Doc:        lintdoc.Must(doc, "NAME"),
	URL:        lintdoc.URL("NAME"),
	Requires:   []*analysis.Analyzer{schemafacts.Analyzer},
	ResultType: report.ResultType,
	Run:        report.Documents(run), // report.Source for a check of handlers, structs or tags
}

func run(r *report.Reporter) {
	for _, t := range r.Tools {
		if !strings.Contains(t.Description().StringValue(), "TODO") {
			continue
		}
		r.Report(report.Diagnostic{
			Diagnostic: analysis.Diagnostic{Pos: r.PlaceIn(t, "/description"), Category: "todo", Message: fmt.Sprintf("tool %q: description contains TODO", t.Name)},
			Tool:       t.Name,
		})
	}
}
`,
	"NAME_test.go": `package NAME_test

import (
	"testing"

	"github.com/schemavet/schemavet/analyzers/NAME"
	"github.com/schemavet/schemavet/internal/linttest"
)

func TestMain(m *testing.M) { linttest.Main(m, NAME.Analyzer) }

func Test(t *testing.T) { linttest.Run(t) }
`,
	"testdata/first.txtar": `What is reported, and its nearest innocent twin.

-- server.go --
package server

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type In struct{}

func handle(context.Context, *mcp.CallToolRequest, In) (*mcp.CallToolResult, any, error) {
	panic("not run")
}

func Add(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "fetch", Description: "TODO"}, handle) // want ` + "`tool \"fetch\": description contains TODO`" + `
	mcp.AddTool(s, &mcp.Tool{Name: "look", Description: "Looks a place up"}, handle)
}
`,
}
