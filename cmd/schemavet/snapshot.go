package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gitrev"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/otherbuild"
	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"github.com/spf13/cobra"
	"golang.org/x/tools/go/packages"
)

func snapshotCommand(o *options) *cobra.Command {
	var check bool
	cmd := &cobra.Command{
		Use:   "snapshot [packages]",
		Short: "Write the snapshots of the tools, which you commit",
		Long: `Snapshot writes one file for each tool to the folder toolschema next to the package
that defines the tool. Next to each main package it writes the file server.json,
which lists the tools that its servers register. It removes the files of tools that
no longer exist, and prints what changed. With --check it writes nothing, and exits
with 1 if it would have to.

It writes no file for a tool that fails at run time, because its registration panics
or its constructor returns an error, and exits with 1.`,
		Example: `  schemavet snapshot                  after tools changed on purpose
  schemavet snapshot --check          in CI: fail if files would be written`,
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := o.abs()
			if err != nil {
				return err
			}
			if i := slices.IndexFunc(args, isFile); i >= 0 {
				return fmt.Errorf("%s: name the package instead of its files: snapshot would remove the files of tools in other files", args[i])
			}
			prog, pkgs, err := deriveScope(o, scopeOf(dir, args, true), cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			if err := ownOnly(prog); err != nil {
				return err
			}
			o.printNothingFound(cmd.ErrOrStderr(), prog, pkgs)
			for _, d := range wholeFolders(dir, args) {
				pkgs = append(pkgs, abandoned(d)...)
			}
			left := unfinished(pkgs)
			noteUnfinished(cmd.ErrOrStderr(), prog, dir, left)
			out := cmd.OutOrStdout()
			if o.quiet && !check {
				out = io.Discard
			}
			changes, err := writeSnapshots(out, dir, pkgs, check)
			if err != nil {
				return err
			}
			stale, failed := false, 0
			for _, c := range changes {
				stale = stale || c.Changes()
				if c.Fails {
					failed++
				}
			}
			if !check {
				noteIgnored(cmd.ErrOrStderr(), dir, changes)
			}
			if check && stale {
				fmt.Fprintln(cmd.ErrOrStderr(), "schemavet: snapshots are stale; run schemavet snapshot and commit what it writes")
			}
			if failed > 0 {
				fmt.Fprintf(o.errors, "schemavet: %s not written, because %s at run time; schemavet check shows where\n",
					words.Count(failed, "snapshot"), words.Verb(failed, "the tool fails", "the tools fail"))
			}
			if err := printUnknown(o, cmd.ErrOrStderr(), prog, dir, pkgs); err != nil {
				return err
			}
			if check && stale || failed > 0 {
				return errFindings
			}
			if check && len(left) > 0 && len(allTools(pkgs)) == 0 {
				fmt.Fprintln(cmd.ErrOrStderr(), "schemavet: no snapshot was compared, because no tool could be derived")
				return errFindings
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "only compare; exit 1 if snapshots are stale")
	return cmd
}

// writeSnapshots writes the snapshots of all packages. If dryRun is set, it only
// prints the changes, which it returns.
func writeSnapshots(w io.Writer, dir string, pkgs []packageTools, dryRun bool) ([]snapshot.Change, error) {
	var all []snapshot.Change
	for _, p := range pkgs {
		if p.elsewhere {
			continue
		}
		if err := inside(dir, p.pkg.Dir); err != nil && !dryRun {
			return all, err
		}
		old, _ := snapshot.Read(p.pkg.Dir) // Write reports the error.
		edits := describe(old, p.result.Tools)
		opts := snapshot.Options{DryRun: dryRun, Whole: p.result.Whole, Partial: len(p.result.Unfinished) > 0}
		if len(p.result.Nameless) > 0 {
			opts.Keep = "may belong to a tool whose name is known only at run time"
		}
		opts.Others = otherBuilds(p.pkg)
		changes, err := snapshot.Write(p.pkg.Dir, p.result.Tools, opts)
		if err == nil {
			var c *snapshot.Change
			if c, err = writeServers(p, pkgs, dryRun); c != nil {
				changes = append(changes, *c)
			}
		}
		for _, c := range changes {
			printChange(w, dir, c, edits)
		}
		if all = append(all, changes...); err != nil {
			return all, err
		}
	}
	return all, nil
}

// noteIgnored prints which of the written snapshots git ignores, so that a commit would
// lack them.
func noteIgnored(w io.Writer, dir string, changes []snapshot.Change) {
	var written []string
	for _, c := range changes {
		if c.Action == snapshot.Added {
			written = append(written, c.File)
		}
	}
	repo, err := gitrev.Open(dir)
	if err != nil || len(written) == 0 {
		return // not in a repository
	}
	for _, file := range repo.Ignored(written) {
		fmt.Fprintf(w, "schemavet: git ignores %s; change .gitignore, or commit it with git add -f\n", quote.Text(filepath.ToSlash(load.RelPath(dir, file))))
	}
}

// otherBuilds returns the tools whose snapshots may belong to other builds of a
// package.
func otherBuilds(pkg *packages.Package) map[string]string {
	out := otherbuild.Names(pkg.IgnoredFiles)
	for name, file := range out {
		out[name] = file + ", which this build excludes, names it"
	}
	return out
}

// wholeFolders returns the folders all of whose packages the patterns name.
func wholeFolders(dir string, patterns []string) []string {
	out := newScope(dir, patterns).whole()
	if everything(patterns) && !slices.Contains(out, dir) {
		out = append(out, dir)
	}
	return out
}

// everything reports whether the patterns name all packages below the directory.
func everything(patterns []string) bool {
	return len(patterns) == 0 || slices.Contains(patterns, "./...")
}

// abandoned returns the folders below dir in the same module that have snapshots but
// no Go files any more. It returns them as packages without tools.
func abandoned(dir string) []packageTools {
	folders, err := snapshot.Folders(dir)
	if err != nil {
		return nil // A folder that cannot be read has no package.
	}
	var out []packageTools
	for _, f := range folders {
		pkg := filepath.Join(dir, filepath.FromSlash(f.Dir))
		if files, err := safefile.List(pkg, ".go"); err == nil && len(files) == 0 && f.Module == "" {
			out = append(out, packageTools{pkg: &packages.Package{Dir: pkg}, result: &schemafacts.Result{Whole: true}})
		}
	}
	return out
}

func exists(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

func printChange(w io.Writer, dir string, c snapshot.Change, edits map[string][]string) {
	fmt.Fprintf(w, "%-8s %s", c.Action, quote.Text(filepath.ToSlash(load.RelPath(dir, c.File))))
	if c.Reason != "" {
		fmt.Fprintf(w, ": %s", quote.Text(c.Reason))
	}
	fmt.Fprintln(w)
	if c.Action == snapshot.Updated {
		for _, e := range edits[filepath.Base(c.File)] {
			fmt.Fprintf(w, "         %s\n", quote.Text(e))
		}
	}
}
