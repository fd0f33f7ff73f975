// Package compare compares two lists of tools, from source, snapshots, git or files, and
// accepts changes.
package compare

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gitrev"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/known"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/toolset"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// sourceName is the argument of diff that selects the tools derived from the current
// source.
const sourceName = "source"

// Differ reads and compares the two sides of a diff.
type Differ struct {
	Options *session.Options
	Dir     string // absolute
	Stderr  io.Writer
	// Snapshots makes the snapshots the new list if the user names none.
	Snapshots bool
	prog      *load.Program // the source, if it is compared
}

// Report compares the two sides that the arguments name. base is the revision of the old one.
func (d *Differ) Report(base string, args []string) (*output.Diff, error) {
	var err error
	if d.Dir, err = d.Options.Abs(); err != nil {
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
	if d.Snapshots && len(args) == 2 {
		return nil, fmt.Errorf("--snapshots already names the new list; remove %s", args[1])
	}
	now := sourceName
	switch {
	case d.Snapshots:
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
	accepted, err := known.ReadAccepted(d.Dir)
	if err != nil {
		return nil, err
	}
	r := output.NewDiff(old, new, accepted, version)
	if len(args) > 0 && args[0] != "" {
		r.Unused = nil // The list may be unrelated to the accepted changes.
	}
	return r, nil
}

// notes prints which tools diff does not compare.
func (d *Differ) notes(old, new *toolset.Set) {
	for _, s := range []*toolset.Set{old, new} {
		for _, n := range s.Notes {
			fmt.Fprintf(d.Stderr, "schemavet: %s\n", n)
		}
	}
	if new.Incomplete != "" && !new.Underived {
		fmt.Fprintf(d.Stderr, "schemavet: tools that only %s has are not reported as removed: %s\n", old.Name, new.Incomplete)
	}
	if slices.ContainsFunc(old.Tools, new.MayHave) {
		at := slices.Sorted(maps.Values(new.Nameless))
		fmt.Fprintf(d.Stderr, "schemavet: tools of packages that register a tool whose name is known only at run time are not reported as removed: %s\n", words.Some(at))
	}
	if old.Incomplete != "" {
		fmt.Fprintf(d.Stderr, "schemavet: tools that only %s has are not reported as added: %s\n", new.Name, old.Incomplete)
	}
	if len(old.Tools)+len(new.Tools) == 0 {
		fmt.Fprintln(d.Stderr, "schemavet: neither side has tools; run schemavet snapshot to write the snapshots to compare")
	}
}

// revision returns the snapshots of a revision, and the version that was last
// released before it. If rev is "", the revision is the commit at which HEAD left the
// default branch.
func (d *Differ) revision(rev string) (*toolset.Set, string, error) {
	repo, err := gitrev.Open(d.Dir)
	if err != nil {
		return nil, "", err
	}
	commit, name, err := session.BaseCommit(repo, rev)
	if err != nil {
		return nil, "", err
	}
	files, err := repo.Files(commit, toolset.IsInput)
	if err != nil {
		return nil, "", err
	}
	module := "."
	if mod := safefile.Above(d.Dir, "go.mod"); mod != "" {
		if module, err = filepath.Rel(d.Dir, filepath.Dir(mod)); err != nil {
			return nil, "", err
		}
	}
	return toolset.Files(name, d.Dir, files), repo.Version(commit, filepath.ToSlash(module)), nil
}

// side returns the list of tools that an argument denotes.
func (d *Differ) side(arg string) (*toolset.Set, error) {
	if arg == sourceName {
		return d.source()
	}
	name := arg
	if !filepath.IsAbs(name) {
		name = filepath.Join(d.Dir, arg)
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
func (d *Differ) ownModules(s *toolset.Set) {
	modules := session.NewScope(d.Dir, nil).Modules
	left := map[string]bool{}
	foreign := func(folder string) bool {
		mod := safefile.Above(filepath.Join(d.Dir, filepath.FromSlash(folder)), "go.mod")
		if mod == "" || slices.ContainsFunc(modules, func(m string) bool { return session.SameFolder(m, filepath.Dir(mod)) }) {
			return false
		}
		left[load.SlashPath(d.Dir, filepath.Dir(mod))] = true
		return true
	}
	s.Tools = slices.DeleteFunc(slices.Clone(s.Tools), func(t toolset.Tool) bool { return t.Folder != "" && foreign(t.Folder) })
	maps.DeleteFunc(s.Programs, func(folder string, _ toolset.Program) bool { return foreign(folder) })
	for _, name := range slices.Sorted(maps.Keys(left)) {
		s.Notes = append(s.Notes, fmt.Sprintf("snapshots of the module in %s are not compared; run schemavet diff -C %[1]s", name))
	}
}

// source derives the tools of all packages.
func (d *Differ) source() (*toolset.Set, error) {
	l, err := d.Options.List(session.ScopeOf(d.Dir, nil, true), d.Stderr)
	if err != nil {
		return nil, err
	}
	derived, err := session.DeriveListed(d.Options, l, d.Stderr)
	if err == nil && l.Alone != nil && l.Alone != session.ErrNotAsked {
		err = fmt.Errorf("the packages that use those in this directory were not loaded: %w", l.Alone)
	}
	if err != nil {
		return nil, err
	}
	d.prog = derived.Prog
	return d.derived(derived), nil
}

// derived returns the tools of packages as a list.
func (d *Differ) derived(of *session.Derived) *toolset.Set {
	s := &toolset.Set{Name: sourceName, Unsure: map[toolset.Key]bool{}, OtherBuilds: map[string]bool{}, Programs: map[string]toolset.Program{}, Nameless: map[string]string{}}
	if left := of.Unfinished(); len(left) > 0 {
		s.Incomplete, s.Underived = fmt.Sprintf("the analysis of %s stopped early: %s", left[0].Func, left[0].Reason), true
	}
	if note := session.UnresolvedNote(of.UnresolvedParts()); note != "" {
		s.Notes = append(s.Notes, note)
	}
	for _, p := range of.Pkgs {
		if p.Elsewhere {
			continue
		}
		folder := load.SlashPath(d.Dir, p.Pkg.Dir)
		if servers := session.ProgramServers(p); len(servers) > 0 {
			unfinished := p.Result.Incomplete() != "" || len(p.Result.Unfinished) > 0
			s.Programs[strings.TrimSuffix(folder, "/")] = toolset.Program{Name: snapshot.Program(p.Pkg.Dir), Servers: servers, Unfinished: unfinished}
		}
		if len(p.Nameless) > 0 {
			s.Nameless[folder] = of.At(p.Nameless[0].Pos)
		}
		for name := range session.OtherBuilds(p.Pkg) {
			s.OtherBuilds[name] = true
		}
		unsure := d.unsure(p)
		for name, why := range unsure {
			s.Unsure[toolset.Key{Folder: folder, Name: name}] = true
			s.Unsure[toolset.Key{Name: name}] = true // for lists without folders
			if why != "" {
				s.Notes = append(s.Notes, fmt.Sprintf("tool %q of %s is not compared: %s", name, p.Pkg.PkgPath, why))
			}
		}
		slices.Sort(s.Notes)
		names := snapshot.FileNames(p.View)
		seen := map[string]bool{}
		for _, t := range p.View {
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
func (d *Differ) unsure(p session.PackageTools) map[string]string {
	out := map[string]string{}
	old, _ := snapshot.Read(p.Pkg.Dir) // other commands report mistakes
	pairs, orphans := old.Match(p.View)
	if others := session.OtherBuilds(p.Pkg); len(others) > 0 {
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
		case p.Result.Whole && pair.Dropped():
			out[t.Name] = "" // its servers say that it is gone
		}
	}
	return out
}
