package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis"
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
	prog, pkgs, err := derive(o, patterns, stderr)
	if err != nil {
		return nil, err
	}
	if err := ownOnly(prog); err != nil {
		return nil, err
	}
	noteUnfinished(stderr, prog, dir, unfinished(pkgs))
	p := startProgress(stderr, "checking")
	defer p.stop()
	suites := map[string][]*analysis.Analyzer{} // by settings
	for _, pkg := range pkgs {
		file := config.File(pkg.pkg.Dir)
		if suites[file] == nil {
			if suites[file], err = suite(file); err != nil {
				return nil, err
			}
		}
	}
	tellNothing(stderr, prog, pkgs)
	root := snapshot.Root(dir)
	notes := make([][]string, len(pkgs))
	found := make([][]finding, len(pkgs))
	err = each(len(pkgs), runtime.GOMAXPROCS(0), func(i int) error {
		p := pkgs[i]
		if p.elsewhere {
			return nil
		}
		outcomes, err := runChecks(p.pkg, p.result, suites[config.File(p.pkg.Dir)])
		found[i] = collect(prog, outcomes, root)
		for _, o := range outcomes {
			if res, ok := o.result.(*report.Result); ok {
				notes[i] = append(notes[i], res.Notes...)
			}
		}
		return err
	})
	for _, n := range slices.Concat(notes...) {
		fmt.Fprintln(stderr, "schemavet: "+n)
	}
	return sortFindings(slices.Concat(found...)), err
}

// collect returns the diagnostics of a package, with files relative to root.
func collect(prog *load.Program, outcomes []*outcome, root string) []finding {
	var out []finding
	for _, o := range outcomes {
		for _, d := range o.diagnostics {
			pos := prog.Fset.Position(d.Pos)
			f := finding{
				Check: o.check.Name, Rule: d.Category, Line: pos.Line, Column: pos.Column,
				Message: d.Message, URL: d.URL, path: pos.Filename,
			}
			if f.URL == "" && d.Category != "" {
				f.URL = o.check.URL + "#" + d.Category // as all drivers do
			}
			f.File = filepath.ToSlash(load.RelPath(root, pos.Filename))
			f.Tool, f.Level = about(o, d)
			out = append(out, f)
		}
	}
	return out
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
func about(o *outcome, d analysis.Diagnostic) (tool, level string) {
	if res, ok := o.result.(*report.Result); ok {
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
