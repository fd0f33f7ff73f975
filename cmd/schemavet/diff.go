package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gitrev"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/known"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/toolset"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"github.com/spf13/cobra"
)

// sourceName is the argument of diff that selects the tools derived from the current
// source.
const sourceName = "source"

func diffCommand(o *options) *cobra.Command {
	var base, failOn string
	var out printing
	var snapshots bool
	cmd := &cobra.Command{
		Use:   "diff [OLD [NEW]]",
		Short: "Compare two lists of tools, and classify the changes",
		Long: `Diff compares two lists of tools and prints for each change whether it is breaking,
with the smallest call or result that shows it.

Without arguments it compares the current source with the snapshots of a git
revision: the revision that --base names, or the commit where HEAD left the default
branch. It reads these snapshots without a checkout. The arguments OLD and NEW
select other lists: a folder that contains snapshots, a file with a tool or an
answer to tools/list, or the word source for the current source. NEW defaults to
source. With --snapshots the new list is the snapshots in this directory, which may
be older than the source.

An accepted change does not fail the run. To accept a change, run schemavet accept,
which adds a line with its fingerprint and your reason to the file accepted.txt in a
snapshot folder.

Exit codes: 0 no change that --fail-on selects, 1 some, 2 wrong usage.`,
		Example: `  schemavet diff                            what this branch changes
  schemavet diff --base v1.4.0              what changed since the release
  schemavet diff --snapshots                what the committed snapshots change
  schemavet diff --format markdown          as a comment for a pull request
  schemavet diff live.json                  a running server against its source`,
		Args: cobra.MaximumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			threshold, err := finding.ParseLevel(failOn)
			if err != nil {
				return err
			}
			d := &differ{o: o, stderr: cmd.ErrOrStderr(), snapshots: snapshots}
			r, err := d.report(base, args)
			if err != nil {
				return err
			}
			r.AsFindings = func(changes []output.Change) *output.Report { return d.findings(r, changes, threshold) }
			if err := out.printDiff(cmd.OutOrStdout(), r); err != nil {
				return err
			}
			if r.Level() >= threshold {
				if len(args) == 0 {
					hintAccept(d.stderr, d.dir, base, r, threshold)
				}
				return errFindings
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&base, "base", "", "git `revision` whose snapshots to compare with")
	cmd.Flags().BoolVar(&snapshots, "snapshots", false, "use the snapshots in this directory as the new list, instead of the source")
	choose(cmd, &failOn, "fail-on", "breaking", "exit with 1 for changes of this `level` or worse: breaking, caution, compatible, doc; or never", config.Levels()...)
	out.flags(cmd)
	return cmd
}

// differ reads and compares the two sides of a diff.
type differ struct {
	o      *options
	dir    string // absolute
	stderr io.Writer
	// snapshots makes the snapshots the new list if the user names none.
	snapshots bool
	prog      *load.Program // the source, if it is compared
}

func (d *differ) report(base string, args []string) (*output.Diff, error) {
	var err error
	if d.dir, err = d.o.abs(); err != nil {
		return nil, err
	}
	if base != "" && len(args) == 2 {
		return nil, fmt.Errorf("--base already names the old list; remove the argument before %s", args[1])
	}
	if base != "" {
		args = slices.Insert(args, 0, "")
	}
	var old *toolset.Set
	version := ""
	if len(args) == 0 || args[0] == "" {
		old, version, err = d.revision(base)
	} else {
		old, err = d.side(args[0])
	}
	if err != nil {
		return nil, err
	}
	if d.snapshots && len(args) == 2 {
		return nil, fmt.Errorf("--snapshots already names the new list; remove %s", args[1])
	}
	now := sourceName
	switch {
	case d.snapshots:
		now = "."
	case len(args) == 2:
		now = args[1]
	}
	new, err := d.side(now)
	if err != nil {
		if len(args) < 2 && now == sourceName {
			err = fmt.Errorf("%s\nto compare snapshots without loading source, run diff --snapshots", strings.TrimSpace(err.Error()))
		}
		return nil, err
	}
	if now == sourceName {
		d.ownModules(old)
	}
	d.notes(old, new)
	accepted, err := known.ReadAccepted(d.dir)
	if err != nil {
		return nil, err
	}
	r := output.NewDiff(old, new, accepted, version)
	if why := r.Unpaired(); why != "" {
		fmt.Fprintf(d.stderr, "schemavet: %s\n", why)
	}
	if len(args) > 0 && args[0] != "" {
		r.Unused = nil // The list may be unrelated to the accepted changes.
	}
	return r, nil
}

// notes prints which tools diff does not compare.
func (d *differ) notes(old, new *toolset.Set) {
	for _, s := range []*toolset.Set{old, new} {
		for _, n := range s.Notes {
			fmt.Fprintf(d.stderr, "schemavet: %s\n", n)
		}
	}
	if new.Incomplete != "" && !new.Underived {
		fmt.Fprintf(d.stderr, "schemavet: tools that only %s has are not reported as removed: %s\n", old.Name, new.Incomplete)
	}
	if slices.ContainsFunc(old.Tools, new.MayHave) {
		at := slices.Sorted(maps.Values(new.Nameless))
		fmt.Fprintf(d.stderr, "schemavet: tools of packages that register a tool whose name is known only at run time are not reported as removed: %s\n", words.Some(at))
	}
	if old.Incomplete != "" {
		fmt.Fprintf(d.stderr, "schemavet: tools that only %s has are not reported as added: %s\n", new.Name, old.Incomplete)
	}
	if len(old.Tools)+len(new.Tools) == 0 {
		fmt.Fprintln(d.stderr, "schemavet: neither side has tools; run schemavet snapshot to write the snapshots to compare")
	}
}

// revision returns the snapshots of a revision, and the version that was last
// released before it. If rev is "", the revision is the commit at which HEAD left the
// default branch.
func (d *differ) revision(rev string) (*toolset.Set, string, error) {
	repo, err := gitrev.Open(d.dir)
	if err != nil {
		return nil, "", err
	}
	commit, name, err := baseCommit(repo, rev)
	if err != nil {
		return nil, "", err
	}
	files, err := repo.Files(commit, toolset.IsInput)
	if err != nil {
		return nil, "", err
	}
	module := "."
	if mod := above(d.dir, "go.mod"); mod != "" {
		if module, err = filepath.Rel(d.dir, filepath.Dir(mod)); err != nil {
			return nil, "", err
		}
	}
	return toolset.Files(name, d.dir, files), repo.Version(commit, filepath.ToSlash(module)), nil
}

// baseCommit returns the commit that rev names and its name for messages. If rev is
// "", it is the commit at which HEAD left the default branch.
func baseCommit(repo *gitrev.Repo, rev string) (commit, name string, err error) {
	if rev == "" {
		branch, err := repo.DefaultBranch()
		if err != nil {
			return "", "", err
		}
		if commit, err = repo.MergeBase(branch); err != nil {
			return "", "", err
		}
		rev = branch
	} else if commit, err = repo.Resolve(rev); err != nil {
		return "", "", err
	}
	if strings.HasPrefix(commit, rev) {
		return commit, commit[:12], nil
	}
	return commit, fmt.Sprintf("%s (%s)", rev, commit[:12]), nil
}

// side returns the list of tools that an argument denotes.
func (d *differ) side(arg string) (*toolset.Set, error) {
	if arg == sourceName {
		return d.source()
	}
	name := arg
	if !filepath.IsAbs(name) {
		name = filepath.Join(d.dir, arg)
	}
	st, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("%s is not a file, a folder or the word %s; use --base to name a revision", arg, sourceName)
	}
	if !st.IsDir() {
		return toolset.File(name, filepath.ToSlash(arg))
	}
	s, err := toolset.Folder(name)
	if err == nil && arg != "." {
		s.Name = arg
	}
	return s, err
}

// ownModules removes the tools of other modules from a list. Their source is not
// loaded, so they would appear to be removed.
func (d *differ) ownModules(s *toolset.Set) {
	modules := newScope(d.dir, nil).modules
	left := map[string]bool{}
	foreign := func(folder string) bool {
		mod := above(filepath.Join(d.dir, filepath.FromSlash(folder)), "go.mod")
		if mod == "" || slices.ContainsFunc(modules, func(m string) bool { return sameFolder(m, filepath.Dir(mod)) }) {
			return false
		}
		left[filepath.ToSlash(load.RelPath(d.dir, filepath.Dir(mod)))] = true
		return true
	}
	s.Tools = slices.DeleteFunc(slices.Clone(s.Tools), func(t toolset.Tool) bool { return t.Folder != "" && foreign(t.Folder) })
	maps.DeleteFunc(s.Programs, func(folder string, _ toolset.Program) bool { return foreign(folder) })
	for _, name := range slices.Sorted(maps.Keys(left)) {
		s.Notes = append(s.Notes, fmt.Sprintf("snapshots of the module in %s are not compared; run schemavet diff -C %[1]s", name))
	}
}

// source derives the tools of all packages.
func (d *differ) source() (*toolset.Set, error) {
	l, err := d.o.list(scopeOf(d.dir, nil, true), d.stderr)
	if err != nil {
		return nil, err
	}
	prog, pkgs, err := deriveListed(d.o, l, d.stderr)
	if err == nil && l.alone != nil && l.alone != errNotAsked {
		err = fmt.Errorf("the packages that use those in this directory were not loaded: %w", l.alone)
	}
	if err != nil {
		return nil, err
	}
	d.prog = prog
	return d.derived(prog, pkgs), nil
}

// derived returns the tools of packages as a list.
func (d *differ) derived(prog *load.Program, pkgs []packageTools) *toolset.Set {
	s := &toolset.Set{Name: sourceName, Unsure: map[toolset.Key]bool{}, OtherBuilds: map[string]bool{}, Programs: map[string]toolset.Program{}, Nameless: map[string]string{}}
	if left := unfinished(pkgs); len(left) > 0 {
		s.Incomplete, s.Underived = fmt.Sprintf("the analysis of %s stopped early: %s", left[0].Func, left[0].Reason), true
	}
	if note := unresolvedNote(unresolvedParts(pkgs)); note != "" {
		s.Notes = append(s.Notes, note)
	}
	for _, p := range pkgs {
		if p.elsewhere {
			continue
		}
		folder := filepath.ToSlash(load.RelPath(d.dir, p.pkg.Dir))
		if servers := programServers(p); len(servers) > 0 {
			unfinished := p.result.Incomplete() != "" || len(p.result.Unfinished) > 0
			s.Programs[strings.TrimSuffix(folder, "/")] = toolset.Program{Name: snapshot.Program(p.pkg.Dir), Servers: servers, Unfinished: unfinished}
		}
		if len(p.nameless) > 0 {
			s.Nameless[folder] = place(prog, d.dir, p.nameless[0].Pos)
		}
		for name := range otherBuilds(p.pkg) {
			s.OtherBuilds[name] = true
		}
		unsure := d.unsure(p)
		for name, why := range unsure {
			s.Unsure[toolset.Key{Folder: folder, Name: name}] = true
			s.Unsure[toolset.Key{Name: name}] = true // for lists without folders
			if why != "" {
				s.Notes = append(s.Notes, fmt.Sprintf("tool %q of %s is not compared: %s", name, p.pkg.PkgPath, why))
			}
		}
		slices.Sort(s.Notes)
		names := snapshot.FileNames(p.view)
		seen := map[string]bool{}
		for _, t := range p.view {
			file := names[t]
			if seen[file] || t.Doc == nil || t.Doc.Kind != schema.Object {
				continue
			}
			if _, skip := unsure[t.Name]; !skip {
				seen[file] = true
				s.Tools = append(s.Tools, toolset.Tool{Folder: folder, File: strings.TrimPrefix(folder+"/", "./") + snapshot.Dir + "/" + file, Node: schema.Normalize(t.Doc)})
			}
		}
	}
	return s
}

// unsure returns the tools of a package that cannot be compared with source, each
// with the reason for the user. The reason is "" if another change reports it.
func (d *differ) unsure(p packageTools) map[string]string {
	out := map[string]string{}
	old, _ := snapshot.Read(p.pkg.Dir) // other commands report mistakes
	pairs, orphans := old.Match(p.view)
	if others := otherBuilds(p.pkg); len(others) > 0 {
		for _, f := range orphans {
			if why := others[f.ToolName()]; why != "" {
				out[f.ToolName()] = why
			}
		}
	}
	for _, pair := range pairs {
		switch t := pair.Tools[0]; {
		case !pair.Derivable:
			out[t.Name] = snapshot.Reason(t)
		case p.result.Whole && pair.Dropped():
			out[t.Name] = "" // its servers say that it is gone
		}
	}
	return out
}
