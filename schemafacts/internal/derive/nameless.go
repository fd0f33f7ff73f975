package derive

import (
	"cmp"
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
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

// site is a registration as one run comes to it.
type site struct {
	pos     token.Pos
	calls   []token.Pos // that led to it, outermost first
	run     int
	deriver *deriver
}

// within reports whether another run comes to s by more calls than this one.
func (s *site) within(o *site) bool {
	n := len(o.calls) - len(s.calls)
	return s.pos == o.pos && n >= 0 && slices.Equal(s.calls, o.calls[n:]) && (s.run != o.run || s.deriver != o.deriver)
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

func (p *deriver) siteOf(c *eval.Call) site {
	s := site{pos: c.Pos, run: c.M.Run(), deriver: p}
	if stack := c.M.Stack(); len(stack) > 0 {
		for _, call := range stack[1:] {
			s.calls = append(s.calls, call.Pos)
		}
	}
	return s
}

// noteNameless is sdk.Host.Nameless.
func (p *deriver) noteNameless(c *eval.Call, dialect string, v eval.Value) {
	if _, panics := v.(*eval.Nil); panics || v == nil {
		return
	}
	reason := "a value that is not followed"
	if u, ok := v.(*eval.Unknown); ok {
		reason = u.Reason
	}
	p.noteUnnamed(c, dialect, eval.PosOf(v), reason)
}

// noteUnnamed notes a registration without a name; at is the expression that
// gives none.
func (p *deriver) noteUnnamed(c *eval.Call, dialect string, at token.Pos, reason string) {
	if local, missed := c.M.Local(c.Pos); local != "" && !missed {
		return
	}
	p.namelessOn(c)
	s := p.siteOf(c)
	if !p.Owns(s.pos) && !p.Owns(at) && !p.elsewhere(s.pos) {
		return // another package of this module says so itself
	}
	if p.Downloaded() && !p.Listed {
		return
	}
	fn, _ := c.M.Root()
	p.nameless = append(p.nameless, nameless{
		Nameless: Nameless{s.pos, at, dialect, p.Pass.Pkg.Path(), reason}, site: s, start: p.atStart(c.M),
		// What is not known of a parameter has the place of the function.
		param: fn != nil && fn.Exported && fn.Pos == at && p.Pass.Pkg.Name() != "main",
	})
}

// atStart reports whether what runs is the program's start, and not a function
// for whose parameters others know values.
func (p *deriver) atStart(m *eval.Machine) bool {
	fn, closure := m.Root()
	if local, _ := m.Local(token.NoPos); local != "" {
		return false
	}
	return !closure && (fn == nil || p.Pass.Pkg.Name() == "main" && fn.Key == p.Pass.Pkg.Path()+".main")
}

// Unnamed returns those registrations of several packages whose name nobody
// knows, sorted by position. Unless the packages are a whole program, what is
// up to callers in other packages is left out. What runs with values of the
// program came to is known as well.
func Unnamed(pkgs []*Found, ran []Ran, whole bool) []Nameless {
	var known []*site
	type place struct {
		of  *deriver
		pos token.Pos
	}
	connected := map[place]bool{}
	for _, p := range pkgs {
		known = append(known, p.deriver.named...)
	}
	for _, r := range ran {
		known = append(known, r.named...)
		for _, s := range r.named {
			connected[place{r.of, s.pos}] = true
		}
	}
	var out []Nameless
	for _, p := range pkgs {
		for _, n := range p.deriver.nameless {
			told := n.param && !whole || connected[place{p.deriver, n.site.pos}] || !n.start && slices.ContainsFunc(known, n.site.within)
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

// removed takes back tools that the program removes before anybody can ask for
// them. What a handler removes, or a function whose caller is not seen, was
// there at the start.
func (p *deriver) removed(c *eval.Call, names eval.Value) {
	which := removal(names)
	if c.M.Ending() && p.atStart(c.M) {
		return // the server has been run
	}
	p.unlist(c, which)
	certain := !c.M.Conditional() && !c.M.Aside()
	at := eval.PosOf(c.Recv)
	p.tools = slices.DeleteFunc(p.tools, func(t *tool.Tool) bool {
		hit, sure := which(t.Name)
		if !hit || t.ServerPos != at || !p.sameStart(p.runs[t], c.M) {
			return false
		}
		if sure && certain {
			if p.Pass.Pkg.Name() == "main" && p.atStart(c.M) {
				// Its functions have no other callers, so those that register the
				// tool when they are run for their own sake do it for this program.
				p.gone[registered{t.Name, t.RegPos}] = true
			}
			return true
		}
		if !t.Conditional {
			t.Conditional = true
			t.Hops = append(t.Hops, tool.Hop{Pos: c.Pos, Text: "may be removed later or under a condition"})
		}
		return false
	})
}

// removal returns what a list of names removes: whether it may be a tool of that
// name, and whether it is one for sure. Nil stands for all tools.
func removal(names eval.Value) func(name string) (hit, sure bool) {
	if names == nil {
		return func(string) (bool, bool) { return true, true }
	}
	list, ok := names.(*eval.Slice)
	if !ok {
		none := eval.IsNil(names)
		return func(string) (bool, bool) { return !none, false }
	}
	return func(name string) (hit, sure bool) {
		for _, e := range list.Elems {
			for _, v := range eval.Alternatives(e.C.Get()) {
				text, known := eval.StringOf(v)
				hit = hit || !known || text == name
				sure = sure || text == name && known && !e.Maybe && v == e.C.Get()
			}
		}
		return hit || list.Open != nil, sure
	}
}

// registered is a tool as a call registers it.
type registered struct {
	name string
	pos  token.Pos
}

// sameStart reports whether a tool that an earlier run found is there when this
// run comes to pass: it found it itself, or the program begins with both.
func (p *deriver) sameStart(r runOf, m *eval.Machine) bool {
	return r.run == m.Run() || r.start && p.atStart(m)
}

// runOf is the run that found a tool.
type runOf struct {
	run   int
	start bool
}

// emit is sdk.Host.Emit.
func (p *deriver) emit(c *eval.Call, t *tool.Tool) {
	if p.emitLocal(c, t) {
		return
	}
	s := p.siteOf(c)
	p.named = append(p.named, &s)
	p.runs[t] = runOf{s.run, p.atStart(c.M)}
	if p.runs[t].start {
		delete(p.gone, registered{t.Name, t.RegPos}) // given back
	}
	t.Bridge = bridgeOf(c, t)
	p.tools = append(p.tools, t)
	p.listOn(c, t)
}

// bridgeOf returns the name of the dialect whose module has the code that makes a
// call, "" if that is the tool's own SDK or none.
func bridgeOf(c *eval.Call, t *tool.Tool) string {
	stack := c.M.Stack()
	if len(stack) == 0 {
		return ""
	}
	caller := stack[len(stack)-1].Fn.Pkg
	for i := range dialects.All {
		if d := &dialects.All[i]; d.Name != t.Dialect && d.Has(caller) {
			return d.Name
		}
	}
	return ""
}

// emitLocal is emit for a tool of the local tier; see [eval.Machine.Local]. Nothing is
// known of the server. It reports false in all other runs.
func (p *deriver) emitLocal(c *eval.Call, t *tool.Tool) bool {
	reason, missed := c.M.Local(c.Pos)
	if missed {
		t.Bridge = bridgeOf(c, t)
		notFollowed(t, c.Pos, reason)
		s := p.siteOf(c)
		p.named = append(p.named, &s)
		p.runs[t] = runOf{run: s.run}
		p.tools = append(p.tools, t)
	}
	return reason != ""
}

// notFollowed makes a tool untraced because no run has reached it.
func notFollowed(t *tool.Tool, pos token.Pos, reason string) {
	t.Traced = false
	t.Hops = append(t.Hops, tool.Hop{Pos: pos, Text: "no other run reached this point: " + reason})
}
