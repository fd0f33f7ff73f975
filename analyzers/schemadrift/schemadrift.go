package schemadrift

import (
	_ "embed"
	"errors"
	"fmt"
	"go/token"
	"path"
	"path/filepath"
	"slices"

	"github.com/schemavet/schemavet/internal/realpos"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/internal/self"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"golang.org/x/tools/go/analysis"
)

//go:embed doc.go
var doc string

// Analyzer is the check for any driver.
var Analyzer = New(Options{})

// Options configure how the check reports findings.
type Options struct {
	// PointAtSnapshots reports what concerns a snapshot in the snapshot's file.
	// Some drivers lose what is not reported in a Go file; without the option
	// it is told at the package clause.
	PointAtSnapshots bool
}

// New returns the check.
func New(o Options) *analysis.Analyzer {
	return report.Analyzer(doc, "schemadrift", report.Snapshots(func(r *report.Reporter) {
		c := &checker{Reporter: r}
		c.Outside = o.PointAtSnapshots
		switch {
		case c.OnlyTests():
		case r.Facts.AtHome:
			c.check()
		case r.Facts.Completed != nil:
			c.completed(r.Facts.Completed)
		default:
			c.servers()
			c.check()
			generated(c.Reporter, r.Facts)
		}
	}, comparable))
}

type checker struct {
	*report.Reporter
	set *snapshot.Set
}

func (c *checker) check() {
	// The drivers' own ways to read a file refuse snapshots.
	set, errs := snapshot.Read(c.Dir())
	c.set = set
	if len(set.Files) == 0 && len(errs) == 0 {
		c.notAdopted()
		return
	}
	tools, facts := c.Tools, c.Facts
	if !facts.Whole {
		all := set.Files
		if tools = set.Hide(tools); len(set.Files) < len(all) {
			c.Incomplete()
			hidden := slices.DeleteFunc(slices.Clone(all), func(f *snapshot.File) bool { return !f.Program })
			c.NoteUsers(c.names(hidden...))
		}
	}
	pairs, orphans := set.Match(tools)
	orphans = c.otherBuilds(orphans)
	if facts.Incomplete() != "" || len(facts.Unfinished) > 0 {
		// Their tools may be made with what was left out.
		c.underived(fileTools(orphans), "", facts)
		orphans = nil
	}
	if len(facts.Nameless) == 0 {
		orphans = c.renamed(pairs, orphans)
	}
	orphans = c.unregisteredHere(c.pairs(pairs), orphans)
	if len(orphans) > 0 && len(facts.Nameless) > 0 {
		c.uncomparable(orphans, facts.Nameless)
		orphans = nil
	}
	for _, f := range orphans {
		c.removed(f)
	}
	for _, err := range errs {
		if !slices.ContainsFunc(pairs, func(p snapshot.Pair) bool { return p.Err == err }) {
			c.unreadable(nil, err)
		}
	}
}

// pairs compares tools with their snapshots. If programs no longer register a tool, it returns the
// tool's snapshot.
func (c *checker) pairs(pairs []snapshot.Pair) (dropped []*snapshot.File) {
	whole := c.Facts.Whole
	for _, p := range pairs {
		t := p.Tools[0]
		switch {
		case p.Err != nil:
			c.unreadable(t, p.Err)
		case c.unwritable(t):
		case !p.Derivable: // another package completes the tool
		case p.File == nil && snapshot.Fails(t) != "": // schemaerror reports it
		case p.File == nil && !whole && !inputKnown(t.Doc): // the package may not be the one that completes it
		case p.File == nil:
			c.compatible(t, "snapshot-missing", "tool %q has no snapshot; run %s", t.Name, c.command())
		case whole && p.Dropped():
			// The variants of programs end with the tool's registration, and the
			// snapshots of their servers report that.
			dropped = append(dropped, p.File)
		default:
			c.compare(t, p.File, nil, whole)
			c.stale(t, p.File, whole)
		}
	}
	return dropped
}

// unregisteredHere notes that the snapshots in dropped are not compared, because this
// package defines their tools and no program registers them any more. orphans are
// snapshots of tools that were not found. If an orphan is a program's variant of a tool
// in dropped, the same note covers it. unregisteredHere returns the other orphans.
func (c *checker) unregisteredHere(dropped, orphans []*snapshot.File) (left []*snapshot.File) {
	for _, f := range orphans {
		variant := slices.ContainsFunc(dropped, func(d *snapshot.File) bool { return d.ToolName() == f.ToolName() })
		if variant && f.Program {
			dropped = append(dropped, f)
		} else {
			left = append(left, f)
		}
	}
	c.noteUncompared(dropped, "no program seen here completes or registers the tool any more")
	return left
}

// noteUncompared adds one note that these snapshots are not compared, with the
// reason.
func (c *checker) noteUncompared(files []*snapshot.File, why string) {
	if len(files) == 0 {
		return
	}
	what := fmt.Sprintf("snapshot %s is", path.Join(snapshot.Dir, files[0].Name))
	if n := len(files) - 1; n > 0 {
		what = fmt.Sprintf("snapshot %s and %d more are", path.Join(snapshot.Dir, files[0].Name), n)
	}
	c.Note(fmt.Sprintf("%s: %s not compared: %s", c.Pass.Pkg.Path(), what, why), c.names(files...)...)
}

// names returns the base names of snapshot files.
func (c *checker) names(files ...*snapshot.File) []string {
	var out []string
	for _, f := range files {
		out = append(out, filepath.Join(c.set.Dir, f.Name))
	}
	return out
}

// removed reports a snapshot whose tool no longer exists.
func (c *checker) removed(f *snapshot.File) {
	for _, ch := range compat.Tools(f.Tool, nil) {
		d := report.About(f.ToolName(), c.Place(nil), ch.Rule, "tool %q was removed, but its snapshot %s still exists [%s]", f.ToolName(), path.Join(snapshot.Dir, f.Name), ch.Level)
		d.Level, d.Change, d.File = ch.Level.String(), ch, filepath.Join(c.set.Dir, f.Name)
		c.Report(d)
	}
}

// command returns the command that writes snapshots.
func (c *checker) command() string { return self.Command(c.Dir()) + " snapshot" }

// uncomparable adds a note that a snapshot without a tool may belong to a
// registration whose tool name is known only at run time.
func (c *checker) uncomparable(orphans []*snapshot.File, nameless []schemafacts.Nameless) {
	at := realpos.Of(c.Pass.Fset, nameless[0].Pos)
	c.noteUncompared(orphans, fmt.Sprintf("%s:%d registers a tool whose name is known only at run time", filepath.Base(at.Filename), at.Line))
}

// unwritable reports a tool that can have no snapshot even if it is fully resolved.
// It returns whether there is such a problem.
func (c *checker) unwritable(t *schemafacts.Tool) bool {
	why := snapshot.Unwritable(t)
	if why != "" {
		c.compatible(t, "snapshot-missing", "tool %q cannot have a snapshot: %s", t.Name, why)
	}
	return why != ""
}

// notAdopted reports, in one finding, that a package with tools has no snapshots at
// all.
func (c *checker) notAdopted() {
	var first *schemafacts.Tool
	whole := c.Pass.ResultOf[schemafacts.Analyzer].(*schemafacts.Result).Whole
	n := 0
	for _, t := range c.Tools {
		switch {
		case c.unwritable(t), snapshot.Fails(t) != "", !snapshot.Derivable(t), !whole && !inputKnown(t.Doc):
			continue
		}
		if n++; first == nil || c.Place(t) < c.Place(first) {
			first = t
		}
	}
	if first != nil {
		c.compatible(first, "snapshot-missing", "package has no snapshots of its tools (%d); run %s", n, c.command())
	}
}

// inputKnown reports whether something is known of the input schema in a tool's document.
func inputKnown(doc *schema.Node) bool {
	in := doc.Get("inputSchema")
	return in == nil || in.Kind != schema.Unresolved
}

// renamed pairs snapshots without a tool with tools without a snapshot if only the
// name changed. It returns the remaining snapshots.
func (c *checker) renamed(pairs []snapshot.Pair, orphans []*snapshot.File) []*snapshot.File {
	var gone, added []*schema.Node
	var at []int
	for _, f := range orphans {
		gone = append(gone, f.Tool)
	}
	for i, p := range pairs {
		if p.File == nil && p.Err == nil && p.Derivable {
			added, at = append(added, schema.Normalize(p.Tools[0].Doc)), append(at, i)
		}
	}
	left := slices.Clone(orphans)
	for _, r := range compat.Renames(gone, added) {
		pairs[at[r[1]]].File = orphans[r[0]]
		left[r[0]] = nil
	}
	return slices.DeleteFunc(left, func(f *snapshot.File) bool { return f == nil })
}

// compare reports how a tool differs from its snapshot. skip reports whether another
// package compares the part at a pointer. If final is set, the tool was derived from
// the whole program; otherwise another package may know parts that are unresolved
// here.
func (c *checker) compare(t *schemafacts.Tool, f *snapshot.File, skip func(pointer string) bool, final bool) {
	doc := schema.Normalize(t.Doc)
	if !final {
		doc = schema.Settled(doc, f.Tool) // the programs decide what is there
	}
	for _, ch := range compat.Tools(f.Tool, doc) {
		if skip != nil && skip(ch.Pointer) || (ch.Rule == "part-unknown" || ch.Rule == "part-certain") && !final {
			continue
		}
		c.change(t, ch)
	}
}

// change reports one difference between a tool and its snapshot.
func (c *checker) change(t *schemafacts.Tool, ch compat.Change) {
	about := fmt.Sprintf("tool %q: ", t.Name)
	if ch.Rule == "tool-renamed" {
		about = ""
	}
	d := changed(t.Name, ch.Pos, about, ch)
	if !c.Own(ch.Pos) {
		d.Pos, d.Cause = c.PlaceIn(t, ch.Pointer), ch.Pos
	}
	c.Report(d)
}

// changed returns a finding on a change. about begins the message.
func changed(tool string, at token.Pos, about string, ch compat.Change) report.Diagnostic {
	d := report.About(tool, at, ch.Rule, "%s%s [%s]", about, ch.Message, level(ch))
	d.Level, d.Change = ch.Level.String(), ch
	return d
}

// level returns the name of a change's level, with a mark if the level is not
// certain.
func level(ch compat.Change) string {
	if ch.Undecided {
		return ch.Level.String() + ", undecided"
	}
	return ch.Level.String()
}

// unreadable reports a file that is not a snapshot. The error contains the file, the line
// and what to do.
func (c *checker) unreadable(t *schemafacts.Tool, err error) {
	d := report.About("", c.Place(t), "snapshot-unreadable", "%s", err)
	var e *snapshot.Error
	if errors.As(err, &e) {
		// Relative to the package, as diagnostics must not depend on where the
		// module stands.
		short := *e
		short.File = path.Join(snapshot.Dir, filepath.Base(e.File))
		d.Message, d.File, d.Line = short.Error(), e.File, e.Line
		if c.Outside {
			d.Message = e.Msg // The place says which file.
		}
	}
	if t != nil {
		d.Tool = t.Name
	}
	c.Report(d)
}

// compatible reports a finding on a tool that changes nothing for clients.
func (c *checker) compatible(t *schemafacts.Tool, rule, format string, args ...any) {
	d := report.About(t.Name, c.Place(t), rule, format, args...)
	d.Level = compat.Compatible.String()
	c.Report(d)
}
