package listing

import (
	"cmp"
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
)

// A registration of which no name is known makes tools that nobody can list. A
// wrapper that is run for its own sake knows no name either, but its callers
// do: it is not counted where one of them tells.

// Nameless is a registration that makes a tool, or several, whose name source
// does not tell.
type Nameless struct {
	// Pos is the registration, ValuePos the expression that is not known.
	Pos, ValuePos token.Pos
	// Dialect is the SDK's, as in [tool.Tool].
	Dialect string
	// Package is the import path of the package in which it was found.
	Package string
	// Reason says why the name is not known.
	Reason string
}

// nameless is a registration without a name as one run comes to it.
type nameless struct {
	Nameless
	site
	// start says that nothing but run time can tell: the run is that of the
	// program itself, without parameters that a caller would know.
	start bool
	// param says that it is a parameter of a function that other packages may
	// call, which is run for its own sake: the callers decide.
	param bool
}

// Nameless records a registration of which the tool, or its name, is not known; v stands
// in its place.
func (p *Recorder) Nameless(c *eval.Call, dialect string, v eval.Value) {
	if _, panics := v.(*eval.Nil); panics || v == nil {
		return
	}
	reason := "a value that is not followed"
	if u, ok := v.(*eval.Unknown); ok {
		reason = u.Reason
	}
	p.Unnamed(c, dialect, eval.PosOf(v), reason)
}

// Unnamed records a registration without a name; at is the expression that
// gives none.
func (p *Recorder) Unnamed(c *eval.Call, dialect string, at token.Pos, reason string) {
	if local, missed := c.M.Local(c.Pos); local != "" && !missed {
		return
	}
	p.namelessOn(c)
	s := p.siteOf(c)
	if !p.pkg.Owns(s.pos) && !p.pkg.Owns(at) && !p.places.Elsewhere(s.pos) {
		return // another package of this module says so itself
	}
	if p.pkg.Downloaded() && !p.pkg.Listed {
		return
	}
	fn, _ := c.M.Root()
	p.nameless = append(p.nameless, nameless{
		Nameless: Nameless{s.pos, at, dialect, p.pkg.Path(), reason}, site: s, start: p.atStart(c.M),
		// What is not known of a parameter has the place of the function.
		param: fn != nil && fn.Exported && fn.Pos == at && !p.pkg.IsMain(),
	})
}

// Names are the registrations with names that were recorded when something was run for
// another recorder.
type Names struct {
	of    *Recorder
	named []*site
}

// Names returns the registrations that p recorded for of.
func (p *Recorder) Names(of *Recorder) Names { return Names{of, p.named} }

// AllNameless returns those registrations of several packages whose name is not known,
// sorted by position. Unless the packages are a whole program, it leaves out what is up
// to callers in other packages. Others are names that runs with values of the program
// came to.
func AllNameless(packages []*Recorder, others []Names, whole bool) []Nameless {
	var known []*site
	type place struct {
		of  *Recorder
		pos token.Pos
	}
	connected := map[place]bool{}
	for _, p := range packages {
		known = append(known, p.named...)
	}
	for _, r := range others {
		known = append(known, r.named...)
		for _, s := range r.named {
			connected[place{r.of, s.pos}] = true
		}
	}
	var out []Nameless
	for _, p := range packages {
		for _, n := range p.nameless {
			told := n.param && !whole || connected[place{p, n.site.pos}] || !n.start && slices.ContainsFunc(known, n.site.within)
			dup := slices.ContainsFunc(out, func(o Nameless) bool { return o.Pos == n.Pos && o.ValuePos == n.ValuePos })
			if !told && !dup {
				out = append(out, n.Nameless)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Nameless) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.ValuePos, b.ValuePos))
	})
	return out
}
