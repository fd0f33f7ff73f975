package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// newCheck makes the folder of a check that compiles, fails its own test until
// it reports something, and says what is left to do.
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
	fmt.Fprintf(out, "wrote %s; add %s.Analyzer to every in analyzers/analyzers.go, then run go run ./internal/gen\n", dir, name)
	return nil
}

// checkFiles are the files of a check, with NAME in place of its name.
var checkFiles = map[string]string{
	"doc.go": `// Package NAME defines an analyzer that reports ...
//
// # Analyzer NAME
//
// NAME: report ...
//
// What it reports, why it hurts, an example with the message, what is not
// reported, the fix and its safety, the options.
package NAME
`,
	"NAME.go": `package NAME

import (
	_ "embed"
	"fmt"

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
	Run:        report.Documents(run), // report.Source if it judges handlers, structs or tags
}

func run(r *report.Reporter) {
	for _, t := range r.Tools {
		r.Report(report.Diagnostic{
			Diagnostic: analysis.Diagnostic{Pos: r.Place(t), Category: "any", Message: fmt.Sprintf("tool %q exists", t.Name)},
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
	mcp.AddTool(s, &mcp.Tool{Name: "bad"}, handle) // want ` + "`tool \"bad\" should be reported`" + `
	mcp.AddTool(s, &mcp.Tool{Name: "good"}, handle)
}
`,
}
