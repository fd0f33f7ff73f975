package listing

import (
	"cmp"
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// A registration without a known name makes tools that cannot be listed. If a wrapper
// is run as a root, the name is unknown in its run, but known in the runs of its
// callers. Such a registration is not counted if a caller provides the name.

// Nameless is a registration of one or several tools whose names source does not
// determine.
type Nameless struct {
	// Pos is the registration, ValuePos the unknown expression.
	Pos, ValuePos token.Pos
	// Dialect is the name of the SDK's dialect, as in [tool.Tool].
	Dialect string
	// Package is the import path of the package in which it was found.
	Package string
	// Reason is why the name is unknown.
	Reason string
}

// nameless is a registration without a known name in one run.
type nameless struct {
	Nameless
	site
	// start reports whether the name is known only at run time: the run starts at the
	// program itself, without parameters that a caller could provide.
	start bool
	// param reports whether the name is a parameter of a function that other packages
	// may call and that was run as a root. The callers then provide the name.
	param bool
}

// Nameless records a registration whose tool, or whose tool name, is unknown; v is the
// unknown value.
func (p *Recorder) Nameless(c *eval.Call, dialect string, v value.Value) {
	if _, panics := v.(*value.Nil); panics || v == nil {
		return
	}
	reason := "a value that is not followed"
	if u, ok := v.(*value.Unknown); ok {
		reason = u.Reason
	}
	p.Unnamed(c, dialect, value.PosOf(v), reason)
}

// Unnamed records a registration whose tool name is unknown; at is the expression
// that should provide it. It skips registrations that another package of the module
// reports.
func (p *Recorder) Unnamed(c *eval.Call, dialect string, at token.Pos, reason string) {
	if local, missed := c.M.Local(c.Pos); local != "" && !missed {
		return
	}
	p.namelessOn(c)
	s := p.siteOf(c)
	if !p.pkg.Owns(s.pos) && !p.pkg.Owns(at) && !p.places.Elsewhere(s.pos) {
		return // another package of this module reports it
	}
	if p.pkg.Downloaded() && !p.pkg.Listed {
		return
	}
	fn, _ := c.M.Root()
	p.nameless = append(p.nameless, nameless{
		Nameless: Nameless{s.pos, at, dialect, p.pkg.Path(), reason}, site: s, start: p.atStart(c.M),
		// An unknown parameter has the position of the function.
		param: fn != nil && fn.Exported && fn.Pos == at && !p.pkg.IsMain(),
	})
}

// Names are registrations with known names.
type Names []*site

// Names returns the registrations with a known name that p recorded.
func (p *Recorder) Names() Names { return p.named }

// AllNameless returns the registrations of several packages whose names are unknown,
// sorted by position. whole reports whether the packages are a whole program. If not,
// registrations whose names callers in other packages may provide are left out.
// others are registrations that have a name when functions run with values of the
// program.
func AllNameless(packages []*Recorder, others Names, whole bool) []Nameless {
	var known []*site
	connected := map[token.Pos]bool{}
	for _, p := range packages {
		known = append(known, p.named...)
	}
	for _, s := range others {
		connected[s.pos] = true
	}
	var out []Nameless
	for _, p := range packages {
		for _, n := range p.nameless {
			resolved := n.param && !whole || connected[n.site.pos] || !n.start && slices.ContainsFunc(known, n.site.within)
			dup := slices.ContainsFunc(out, func(o Nameless) bool { return o.Pos == n.Pos && o.ValuePos == n.ValuePos })
			if !resolved && !dup {
				out = append(out, n.Nameless)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Nameless) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.ValuePos, b.ValuePos))
	})
	return out
}
