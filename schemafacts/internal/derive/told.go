package derive

import (
	"fmt"
	"go/token"
	"go/types"
	"hash/fnv"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/ignore"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// A package that completes or registers a tool of another one knows what that
// one cannot. A driver that goes from package to package has no other place to
// tell of it, so the package above does, unless one below it knew as much.
// Facts say who knew what: not the values, but what it takes to recognise them.

// Told is what a package tells of the tools of a package: its own, or those
// that it completes.
type Told struct {
	By, Home string // import paths
	Tools    []ToldTool
	// Ignores are the comments of the package that ignore findings.
	Ignores []Ignore
}

// Ignore is a comment that ignores the findings of some checks on some lines.
type Ignore struct {
	File     string // its base name
	From, To int
	Checks   []string
}

// ToldTool is what a package knows of a tool.
type ToldTool struct {
	Name string
	// At is the place of the name and Registered that of the registration, as
	// facts tell places, up to the line; "" if there is none.
	At, Registered   string
	Traced, Followed bool
	// Digest is that of the tool if all of it is known. Otherwise Members are its
	// members, each with a digest of its value, and Holes the JSON pointers of what
	// is not known of them.
	Digest         string
	Members, Holes []string
	// Problems are digests of what the SDK refuses, and of mistakes.
	Problems []string
}

// Completion is what a package tells of the tools of another one.
type Completion struct {
	// Package is the import path of the package that the tools belong to, and Pkg
	// its types, nil if they are not seen.
	Package string
	Pkg     *types.Package
	// Tools are those that the package completes or registers, as it sees them, but
	// for those of which one below it has told as much. They are sorted.
	Tools []*tool.Tool
	// AtHome and Below are the same tools with no more than what their own package
	// knows of them, and what packages in between do.
	AtHome, Below []*tool.Tool
	// Known says of which tools their own package knows as much.
	Known map[*tool.Tool]bool
	// Settled are those of which a package in between has told as much, and Unseen
	// the tools that the package comes to and does not register.
	Settled, Unseen []*tool.Tool
	// Duplicates are those of their names that a server is given twice.
	Duplicates []listing.Duplicate
	// Ignores are the comments of the package that ignore findings.
	Ignores []Ignore
	// Program says that the package is a program, so that nobody knows more, and
	// Followed that all of it was followed.
	Program, Followed bool
}

// Ignored reports whether a comment in the package that defines the tools ignores the
// findings of a check at a place.
func (c *Completion) Ignored(check string, at token.Position) bool {
	return slices.ContainsFunc(c.Ignores, func(i Ignore) bool {
		return i.File == filepath.Base(at.Filename) && i.From <= at.Line && at.Line <= i.To && slices.Contains(i.Checks, check)
	})
}

// Completions returns what the package tells of the tools of other packages of
// the user's, sorted by package.
func (r *Found) Completions() []*Completion {
	if r.deriver == nil {
		return nil
	}
	return r.deriver.completions()
}

func (p *deriver) findCompletions() []*Completion {
	if p.Downloaded() {
		return nil
	}
	var out []*Completion
	told := p.toldBelow()
	adopted := &ir.Files{Locate: p.files.Locate}
	for _, t := range p.foreign {
		home := p.homeOf(t.Pos())
		t = t.Clone()
		if path, pos := p.nameAtHome(t, told, adopted); path != "" {
			home, t.NamePos = path, pos
		} else if p.Elsewhere(t.Pos()) {
			continue
		}
		if home == "" || home == p.Pass.Pkg.Path() || dialects.Has(home) {
			continue
		}
		t.Package = home
		i := slices.IndexFunc(out, func(c *Completion) bool { return c.Package == home })
		if i < 0 {
			i = len(out)
			at := slices.IndexFunc(told, func(t Told) bool { return t.By == home && t.Home == home })
			var ignores []Ignore
			if at >= 0 {
				ignores = told[at].Ignores
			}
			out = append(out, &Completion{Package: home, Pkg: p.space.Package(home), Known: map[*tool.Tool]bool{}, Ignores: ignores,
				Program: p.Pass.Pkg.Name() == "main", Followed: len(p.unfinished) == 0 && p.missing() == ""})
		}
		out[i].add(t, told)
	}
	for _, d := range p.list.Duplicates() {
		home := p.homeOf(d.Second.Pos())
		for _, c := range out {
			if c.Package == home {
				c.Duplicates = append(c.Duplicates, d)
			}
		}
	}
	slices.SortFunc(out, func(a, b *Completion) int { return strings.Compare(a.Package, b.Package) })
	return out
}

// add adds a tool with what others told of it.
func (c *Completion) add(t *tool.Tool, told []Told) {
	if !t.RegPos.IsValid() {
		c.Unseen = append(c.Unseen, t)
		return
	}
	var home, below []*tool.Tool
	for _, by := range told {
		if by.Home != t.Package {
			continue
		}
		for i := range by.Tools {
			e := &by.Tools[i]
			switch {
			case e.Name != t.Name:
			case by.By == by.Home:
				home = append(home, e.view(t))
				c.Known[t] = c.Known[t] || e.covers(t)
			case e.covers(t):
				c.Settled = append(c.Settled, t)
				return
			default:
				below = append(below, e.view(t))
			}
		}
	}
	c.Tools, c.AtHome, c.Below = append(c.Tools, t), append(c.AtHome, home...), append(c.Below, below...)
}

// nameAtHome returns the package and the place of a tool's name, if the package
// that holds the name knows the tool: seen from afar, a name that a wrapper puts
// together may seem to stand in the wrapper.
func (p *deriver) nameAtHome(t *tool.Tool, told []Told, files *ir.Files) (string, token.Pos) {
	at, registered := p.Line(t.Pos()), p.Line(t.RegPos)
	home, place, n := "", "", 0
	for _, by := range told {
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

// toldBelow returns what the packages below this one tell, sorted, each once.
func (p *deriver) toldBelow() []Told {
	var out []Told
	for _, f := range p.facts {
		for _, t := range f.toldTools() {
			if !slices.ContainsFunc(out, func(o Told) bool { return o.By == t.By && o.Home == t.Home }) {
				out = append(out, t)
			}
		}
	}
	slices.SortFunc(out, compareTold)
	return out
}

func compareTold(a, b Told) int {
	if c := strings.Compare(a.Home, b.Home); c != 0 {
		return c
	}
	return strings.Compare(a.By, b.By)
}

// allTold returns what the package and those below it tell, for its fact.
func (p *deriver) allTold() []Told {
	path := p.Pass.Pkg.Path()
	out := p.toldBelow()
	add := func(home string, tools []*tool.Tool) {
		told := Told{By: path, Home: home}
		for _, t := range tools {
			told.Tools = append(told.Tools, p.toldTool(t))
		}
		if home == path {
			told.Ignores = p.ignores()
		}
		if len(told.Tools) > 0 {
			out = append(out, told)
		}
	}
	add(path, p.ownTools)
	for _, c := range p.completions() {
		add(c.Package, c.Tools)
	}
	slices.SortFunc(out, compareTold)
	return out
}

// ignores returns the comments of the package that ignore findings.
func (p *deriver) ignores() []Ignore {
	var out []Ignore
	for _, d := range ignore.Parse(p.Pass.Fset, p.Pass.Files) {
		if d.Reason != "" {
			file, from, to := d.Lines()
			out = append(out, Ignore{File: filepath.Base(file), From: from, To: to, Checks: d.Checks})
		}
	}
	return out
}

func (p *deriver) toldTool(t *tool.Tool) ToldTool {
	out := ToldTool{Name: t.Name, At: p.Line(t.Pos()), Registered: p.Line(t.RegPos), Traced: t.Traced, Followed: t.Followed, Problems: problems(t)}
	for _, h := range t.Doc.Holes() {
		out.Holes = append(out.Holes, h.Path)
	}
	if len(out.Holes) == 0 && t.Traced {
		out.Digest = digest(t.Doc.String())
		return out
	}
	for _, m := range t.Doc.Members {
		out.Members = append(out.Members, member(m.Name, m.Value))
	}
	return out
}

func member(name string, v *schema.Node) string { return name + "=" + digest(v.String()) }

// digest tells texts of one tool apart.
func digest(text string) string {
	h := fnv.New32a()
	h.Write([]byte(text))
	return fmt.Sprintf("%08x", h.Sum32())
}

func problems(t *tool.Tool) []string {
	var out []string
	for _, list := range [][]tool.Problem{t.Errors, t.Remarks} {
		for _, p := range list {
			out = append(out, digest(p.Path+" "+p.Msg))
		}
	}
	return out
}

// covers reports whether who told e knows as much of a tool as t says.
func (e *ToldTool) covers(t *tool.Tool) bool {
	if e.Traced != t.Traced || e.Followed != t.Followed || (e.Registered != "") != t.RegPos.IsValid() {
		return false
	}
	if e.Digest != "" {
		return e.Digest == digest(t.Doc.String()) && slices.Equal(e.Problems, problems(t))
	}
	if len(e.Members) != len(t.Doc.Members) {
		return false
	}
	for i, m := range t.Doc.Members {
		if e.Members[i] != member(m.Name, m.Value) {
			return false
		}
	}
	holes := t.Doc.Holes()
	if len(holes) != len(e.Holes) || !slices.Equal(e.Problems, problems(t)) {
		return false
	}
	return !slices.ContainsFunc(holes, func(h schema.Hole) bool { return !slices.Contains(e.Holes, h.Path) })
}

// view returns t with no more than what who told e knows of it.
func (e *ToldTool) view(t *tool.Tool) *tool.Tool {
	c := t.Clone()
	c.Traced, c.Followed = e.Traced, e.Followed
	if e.Registered == "" {
		c.RegPos = token.NoPos
	}
	if e.Digest == digest(t.Doc.String()) {
		return c
	}
	doc := *t.Doc
	doc.Members = nil
	for _, m := range t.Doc.Members {
		v := m.Value
		for _, h := range e.Holes {
			if rest, ok := strings.CutPrefix(h, "/"+schema.EscapeToken(m.Name)); ok && (rest == "" || rest[0] == '/') {
				v = without(v, rest)
			}
		}
		if !slices.Contains(e.Members, member(m.Name, v)) {
			v = schema.NewUnresolved("completed elsewhere", v.Pos)
		}
		doc.Members = append(doc.Members, schema.Member{Name: m.Name, Value: v})
	}
	c.Doc = &doc
	keep := func(list []tool.Problem) []tool.Problem {
		return slices.DeleteFunc(list, func(p tool.Problem) bool { return !slices.Contains(e.Problems, digest(p.Path+" "+p.Msg)) })
	}
	c.Errors, c.Remarks = keep(c.Errors), keep(c.Remarks)
	return c
}

// without returns n with a hole at a JSON pointer.
func without(n *schema.Node, pointer string) *schema.Node {
	hole := n.Lookup(pointer)
	if hole == nil {
		return n
	}
	if pointer == "" {
		return schema.NewUnresolved("not known there", n.Pos)
	}
	n = n.Clone()
	at := n.Lookup(pointer)
	*at = *schema.NewUnresolved("not known there", at.Pos)
	return n
}
