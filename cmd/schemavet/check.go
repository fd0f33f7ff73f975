package main

import (
	"fmt"
	"go/token"
	"io"
	"runtime"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/format"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis"
)

func checkCommand(o *options) *cobra.Command {
	var out output
	cmd := &cobra.Command{
		Use:   "check [packages]",
		Short: "Run all checks, drift from the snapshots included",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := out.validate(); err != nil {
				return err
			}
			dir, err := o.abs()
			if err != nil {
				return err
			}
			r, err := check(o, dir, args, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			if err := out.print(cmd.OutOrStdout(), r); err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "schemavet: %s\n", format.Summary(r))
			if len(r.Findings) > 0 {
				return errFindings
			}
			return nil
		},
	}
	out.flags(cmd)
	return cmd
}

// check loads packages and runs the suite on them. In a workspace each module
// has settings of its own.
func check(o *options, dir string, patterns []string, stderr io.Writer) (*format.Report, error) {
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
	found := make([][]finding.Finding, len(pkgs))
	err = each(len(pkgs), runtime.GOMAXPROCS(0), func(i int) error {
		p := pkgs[i]
		if p.elsewhere {
			return nil
		}
		outcomes, err := runChecks(p.pkg, p.result, suites[config.File(p.pkg.Dir)])
		found[i] = (&collector{prog, p.pkg, root}).collect(outcomes)
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
	if err != nil {
		return nil, err
	}
	r := &format.Report{Findings: finding.Sort(slices.Concat(found...)), Version: buildVersion(), Dir: dir, Repo: format.Repo(root)}
	finding.Fingerprint(r.Findings)
	r.Checks = describeChecks(suites, r.Findings)
	r.Tools, r.Servers = countTools(pkgs)
	return r, nil
}

// countTools returns how many tools of the module there are, and how many
// servers list them, as far as these are known.
func countTools(pkgs []packageTools) (tools, servers int) {
	seen := map[token.Pos]bool{}
	for _, p := range pkgs {
		if p.elsewhere {
			continue
		}
		tools += len(p.view)
		for _, t := range p.view {
			if t.ServerPos.IsValid() {
				seen[t.ServerPos] = true
			}
		}
	}
	return tools, len(seen)
}
