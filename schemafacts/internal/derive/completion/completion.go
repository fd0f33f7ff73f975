package completion

import (
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/ignore"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/facts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// Completion is what one package knows about the tools of another package that it
// completes: it registers them, or determines parts that are unresolved in the other
// package.
type Completion struct {
	// Package is the import path of the package to which the tools belong. Pkg are its
	// types, nil if they are not visible.
	Package string
	Pkg     *types.Package
	// Tools are the tools that the package completes or registers, as it sees them,
	// except for those about which a package below it knows as much. They are sorted.
	Tools []*tool.Tool
	// AtHome are the same tools, reduced to what their own package knows. Below are the
	// same tools, reduced to what packages in between know.
	AtHome, Below []*tool.Tool
	// Known are the tools about which their own package knows as much.
	Known map[*tool.Tool]bool
	// Settled are the tools about which a package in between knows as much. Unseen are
	// the tools that the package finds and does not register.
	Settled, Unseen []*tool.Tool
	// Duplicates are names of these tools that are registered twice with a server.
	Duplicates []listing.Duplicate
	// Ignores are the comments of the package that ignore findings.
	Ignores []facts.Ignore
	// Program reports whether the package is a program, so that no other package knows
	// more. Followed reports whether it was followed completely.
	Program, Followed bool
}

// Ignored reports whether a comment in the package that defines the tools ignores the
// findings of a check at a position.
func (c *Completion) Ignored(check string, at token.Position) bool {
	return slices.ContainsFunc(c.Ignores, func(i facts.Ignore) bool {
		return i.File == filepath.Base(at.Filename) && i.From <= at.Line && at.Line <= i.To && slices.Contains(i.Checks, check)
	})
}

// Found is the result of a package in the form that [Find] takes.
type Found struct {
	*facts.Known
	// Own and Foreign are the tools of the package and those of other packages.
	Own, Foreign []*tool.Tool
	Duplicates   []listing.Duplicate
	// Followed reports whether the package was followed completely.
	Followed func() bool
}

// Find returns what a package knows about the tools of the user's other packages,
// sorted by package.
func Find(p Found) []*Completion {
	if p.Downloaded() {
		return nil
	}
	var out []*Completion
	digests := p.DigestsBelow()
	adopted := p.NewFiles()
	for _, t := range p.Foreign {
		home := p.HomeOf(t.Pos())
		t = t.Clone()
		if path, pos := definingPlace(p.Known, t, digests, adopted); path != "" {
			home, t.NamePos = path, pos
		} else if p.Elsewhere(t.Pos()) {
			continue
		}
		if home == "" || home == p.Path() || dialects.Has(home) {
			continue
		}
		t.Package = home
		i := slices.IndexFunc(out, func(c *Completion) bool { return c.Package == home })
		if i < 0 {
			i = len(out)
			at := slices.IndexFunc(digests, func(t facts.Digests) bool { return t.By == home && t.Home == home })
			var ignores []facts.Ignore
			if at >= 0 {
				ignores = digests[at].Ignores
			}
			out = append(out, &Completion{Package: home, Pkg: p.Space.Package(home), Known: map[*tool.Tool]bool{}, Ignores: ignores,
				Program: p.IsMain(), Followed: p.Followed()})
		}
		out[i].add(t, digests)
	}
	for _, d := range p.Duplicates {
		home := p.HomeOf(d.Second.Pos())
		for _, c := range out {
			if c.Package == home {
				c.Duplicates = append(c.Duplicates, d)
			}
		}
	}
	slices.SortFunc(out, func(a, b *Completion) int { return strings.Compare(a.Package, b.Package) })
	return out
}

// add adds a tool to the list that fits what other packages know about it.
func (c *Completion) add(t *tool.Tool, digests []facts.Digests) {
	if !t.RegPos.IsValid() {
		c.Unseen = append(c.Unseen, t)
		return
	}
	var home, below []*tool.Tool
	for _, by := range digests {
		if by.Home != t.Package {
			continue
		}
		for i := range by.Tools {
			e := &by.Tools[i]
			switch {
			case e.Name != t.Name:
			case by.By == by.Home:
				home = append(home, e.View(t))
				c.Known[t] = c.Known[t] || e.Covers(t)
			case e.Covers(t):
				c.Settled = append(c.Settled, t)
				return
			default:
				below = append(below, e.View(t))
			}
		}
	}
	c.Tools, c.AtHome, c.Below = append(c.Tools, t), append(c.AtHome, home...), append(c.Below, below...)
}

// definingPlace returns the package that contains a tool's name and the position of the
// name, if that package knows the tool, and "" otherwise. If a wrapper builds the
// name, the name may seem to be in the wrapper when the tool is seen from another
// package.
func definingPlace(p *facts.Known, t *tool.Tool, digests []facts.Digests, files *ir.Files) (string, token.Pos) {
	at, registered := p.Line(t.Pos()), p.Line(t.RegPos)
	home, place, n := "", "", 0
	for _, by := range digests {
		for _, e := range by.Tools {
			if by.By != by.Home || e.Name != t.Name {
				continue
			}
			if e.At == at {
				return by.Home, t.Pos()
			}
			if e.Registered == registered && registered != "" {
				home, place = by.Home, e.At
				n++
			}
		}
	}
	file, number, _ := strings.Cut(place, ":")
	line, err := strconv.Atoi(number)
	base, ok := strings.CutPrefix(file, home+"/")
	if n != 1 || err != nil || !ok {
		return "", token.NoPos
	}
	return home, files.At(p.Pass.Fset, home, base, line)
}

// Digests returns what the package and its dependencies know about tools, to be exported in
// the package's fact. completions is the result of [Find].
func Digests(p Found, completions []*Completion) []facts.Digests {
	path := p.Path()
	out := p.DigestsBelow()
	add := func(home string, tools []*tool.Tool) {
		own := facts.Digests{By: path, Home: home}
		for _, t := range tools {
			own.Tools = append(own.Tools, p.DigestOf(t))
		}
		if home == path {
			own.Ignores = ignores(p.Known)
		}
		if len(own.Tools) > 0 {
			out = append(out, own)
		}
	}
	add(path, p.Own)
	for _, c := range completions {
		add(c.Package, c.Tools)
	}
	slices.SortFunc(out, facts.CompareDigests)
	return out
}

// ignores returns the comments of a package that ignore findings and give a reason.
func ignores(p *facts.Known) []facts.Ignore {
	var out []facts.Ignore
	for _, d := range ignore.Parse(p.Pass.Fset, p.Pass.Files) {
		if d.Reason != "" {
			file, from, to := d.Lines()
			out = append(out, facts.Ignore{File: filepath.Base(file), From: from, To: to, Checks: d.Checks})
		}
	}
	return out
}
