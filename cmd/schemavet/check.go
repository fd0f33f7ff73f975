package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"

	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

func checkCommand(o *options) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "check [packages]",
		Short: "Run all checks, drift from the snapshots included",
		RunE: func(cmd *cobra.Command, args []string) error {
			print, ok := formats[format]
			if !ok {
				return fmt.Errorf("--format: unknown %q, want text or json", format)
			}
			dir, err := o.abs()
			if err != nil {
				return err
			}
			found, err := check(o, dir, args, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			if err := print(cmd.OutOrStdout(), dir, found); err != nil {
				return err
			}
			if len(found) > 0 {
				return errFindings
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "`form` of the findings: text, json")
	return cmd
}

var formats = map[string]func(w io.Writer, dir string, found []finding) error{
	"text": printText,
	"json": printJSON,
}

// finding is one diagnostic of a check. Its JSON form is a contract.
type finding struct {
	Check   string `json:"check"`
	Rule    string `json:"rule"`
	File    string `json:"file"` // relative to the module, or the workspace
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
	Tool    string `json:"tool"`
	Level   string `json:"level"`
	URL     string `json:"url"`

	path string // absolute
}

// check loads packages and runs the suite on them. In a workspace each module
// has settings of its own.
func check(o *options, dir string, patterns []string, stderr io.Writer) ([]finding, error) {
	if _, err := suite(config.File(dir)); err != nil {
		return nil, err // before anything that takes time
	}
	prog, err := o.load(patterns, stderr)
	if err != nil {
		return nil, err
	}
	if err := ownOnly(prog); err != nil {
		return nil, err
	}
	p := startProgress(stderr, "checking")
	defer p.stop()
	bySettings := map[string][]*packages.Package{}
	for _, pkg := range prog.Roots {
		file := config.File(pkg.Dir)
		bySettings[file] = append(bySettings[file], pkg)
	}
	var out []finding
	for _, file := range slices.Sorted(maps.Keys(bySettings)) {
		checks, err := suite(file)
		if err != nil {
			return nil, err
		}
		graph, err := checker.Analyze(checks, bySettings[file], nil)
		if err != nil {
			return nil, err
		}
		found, err := collect(prog, graph, snapshot.Root(dir))
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return sortFindings(out), nil
}

// collect returns the diagnostics of a run, with files relative to root.
func collect(prog *load.Program, graph *checker.Graph, root string) ([]finding, error) {
	var out []finding
	for _, act := range graph.Roots {
		if act.Err != nil {
			return nil, fmt.Errorf("%s: %s: %w", act.Package.PkgPath, act.Analyzer.Name, act.Err)
		}
		for _, d := range act.Diagnostics {
			pos := prog.Fset.Position(d.Pos)
			f := finding{
				Check: act.Analyzer.Name, Rule: d.Category, Line: pos.Line, Column: pos.Column,
				Message: d.Message, URL: d.URL, path: pos.Filename,
			}
			f.File = filepath.ToSlash(load.RelPath(root, pos.Filename))
			f.Tool, f.Level = about(act, d)
			out = append(out, f)
		}
	}
	return out, nil
}

// sortFindings orders findings by place and removes duplicates.
func sortFindings(out []finding) []finding {
	slices.SortFunc(out, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Check, b.Check), cmp.Compare(a.Message, b.Message), cmp.Compare(a.Rule, b.Rule))
	})
	return slices.Compact(out)
}

// about returns the tool that a diagnostic is about and the level of the
// change it reports, "" where it has none.
func about(act *checker.Action, d analysis.Diagnostic) (tool, level string) {
	if res, ok := act.Result.(*report.Result); ok {
		if f, ok := res.Of(d); ok {
			return f.Tool, f.Level
		}
	}
	return "", ""
}

func printText(w io.Writer, dir string, found []finding) error {
	for _, f := range found {
		_, err := fmt.Fprintf(w, "%s:%d:%d: %s: %s\n", load.RelPath(dir, f.path), f.Line, f.Column, f.Check, f.Message)
		if err != nil {
			return err
		}
	}
	return nil
}

func printJSON(w io.Writer, dir string, found []finding) error {
	if found == nil {
		found = []finding{}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Findings []finding `json:"findings"`
	}{found})
}
