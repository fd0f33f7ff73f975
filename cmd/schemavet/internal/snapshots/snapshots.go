// Package snapshots writes the snapshots of packages and servers.
package snapshots

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gitrev"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"golang.org/x/tools/go/packages"
)

// describe returns, for each snapshot file of a package, the changes of its tool,
// each with its level.
func describe(old *snapshot.Set, tools []*schemafacts.Tool) map[string][]string {
	edits := map[string][]string{}
	pairs, _ := old.Match(tools)
	for _, p := range pairs {
		if p.File == nil || !p.Derivable {
			continue
		}
		for _, c := range compat.Tools(p.File.Tool, schema.Normalize(p.Tools[0].Doc)) {
			edits[p.Name] = append(edits[p.Name], fmt.Sprintf("%s: %s", c.Level, c.Message))
		}
	}
	return edits
}

// Write writes the snapshots of all packages. If dryRun is set, it only
// prints the changes, which it returns.
func Write(w io.Writer, dir string, pkgs []session.PackageTools, dryRun bool) ([]snapshot.Change, error) {
	var all []snapshot.Change
	for _, p := range pkgs {
		if p.Elsewhere {
			continue
		}
		if err := session.Inside(dir, p.Pkg.Dir); err != nil && !dryRun {
			return all, err
		}
		old, _ := snapshot.Read(p.Pkg.Dir) // Write reports the error.
		edits := describe(old, p.Result.Tools)
		opts := snapshot.Options{DryRun: dryRun, Whole: p.Result.Whole, Partial: len(p.Result.Unfinished) > 0}
		if len(p.Result.Nameless) > 0 {
			opts.Keep = "may belong to a tool whose name is known only at run time"
		}
		opts.Others = session.OtherBuilds(p.Pkg)
		changes, err := snapshot.Write(p.Pkg.Dir, p.Result.Tools, opts)
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

// NoteIgnored prints which of the written snapshots git ignores, so that a commit would
// lack them.
func NoteIgnored(w io.Writer, dir string, changes []snapshot.Change) {
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
		fmt.Fprintf(w, "schemavet: git ignores %s; change .gitignore, or commit it with git add -f\n", quote.Text(load.SlashPath(dir, file)))
	}
}

// Abandoned returns the folders below dir in the same module that have snapshots but
// no Go files any more. It returns them as packages without tools.
func Abandoned(dir string) []session.PackageTools {
	folders, err := snapshot.Folders(dir)
	if err != nil {
		return nil // A folder that cannot be read has no package.
	}
	var out []session.PackageTools
	for _, f := range folders {
		pkg := filepath.Join(dir, filepath.FromSlash(f.Dir))
		if files, err := safefile.List(pkg, ".go"); err == nil && len(files) == 0 && f.Module == "" {
			out = append(out, session.PackageTools{Pkg: &packages.Package{Dir: pkg}, Result: &schemafacts.Result{Whole: true}})
		}
	}
	return out
}

func printChange(w io.Writer, dir string, c snapshot.Change, edits map[string][]string) {
	fmt.Fprintf(w, "%-8s %s", c.Action, quote.Text(load.SlashPath(dir, c.File)))
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
