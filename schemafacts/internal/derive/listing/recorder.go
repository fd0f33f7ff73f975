package listing

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/source"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// Places tells positions as facts do.
type Places interface {
	// Line returns the import path, the file and the line of a position, "" if its
	// package is not known.
	Line(pos token.Pos) string
	// Elsewhere reports whether a position is in a module whose packages are not the
	// user's.
	Elsewhere(pos token.Pos) bool
}

// Recorder records what runs of one package's programs register. Its methods Serve,
// Emit, Offer, Remove and Nameless are those of [sdk.Host].
type Recorder struct {
	// Tools are those that were found so far. A tool is listed several times if several
	// runs came to it; see package merge.
	Tools []*tool.Tool

	pkg    *source.Package
	places Places

	// named and nameless are the registrations of which a name is known, and those of
	// which none is.
	named    []*site
	nameless []nameless
	// runs are the runs that found tools, and gone the tools that were removed.
	runs map[*tool.Tool]runOf
	gone map[registered]bool
	// servers are those that the runs made, and loose the tools that they registered
	// with others.
	serverOf map[*sdk.Server]*seenServer
	servers  []*seenServer
	loose    []*listed
	// given are the tools that servers were given, and duplicates those that replaced
	// another one.
	given      map[givenTo]*eval.Note
	duplicates []Duplicate
}

// New returns a recorder for a package.
func New(pkg *source.Package, places Places) *Recorder { return &Recorder{pkg: pkg, places: places} }

// Fresh returns a recorder for the same package that has recorded nothing.
func (p *Recorder) Fresh() *Recorder { return New(p.pkg, p.places) }

// Restart forgets all that was recorded, but for tools that were known before.
func (p *Recorder) Restart(before []*tool.Tool) {
	p.Tools, p.named, p.nameless = before, nil, nil
	p.Begin()
}

// Begin prepares for the runs of the package's programs.
func (p *Recorder) Begin() {
	p.runs, p.gone = map[*tool.Tool]runOf{}, map[registered]bool{}
	p.serverOf, p.servers, p.loose = map[*sdk.Server]*seenServer{}, nil, nil
	p.given, p.duplicates = map[givenTo]*eval.Note{}, nil
}

// End drops what the program has removed for sure, whoever registered it.
func (p *Recorder) End() {
	p.Tools = slices.DeleteFunc(p.Tools, func(t *tool.Tool) bool { return p.gone[registered{t.Name, t.RegPos}] })
}

// Release drops what only running programs need: it refers to the machine with all states
// of all paths.
func (p *Recorder) Release() { p.serverOf, p.given = nil, nil }

// Missed returns how many registrations without a name were recorded.
func (p *Recorder) Missed() int { return len(p.nameless) }

// site is a registration as one run comes to it.
type site struct {
	pos   token.Pos
	calls []token.Pos // that led to it, outermost first
	run   int
	by    *Recorder
}

// within reports whether another run comes to s by more calls than this one.
func (s *site) within(o *site) bool {
	n := len(o.calls) - len(s.calls)
	return s.pos == o.pos && n >= 0 && slices.Equal(s.calls, o.calls[n:]) && (s.run != o.run || s.by != o.by)
}

func (p *Recorder) siteOf(c *eval.Call) site {
	s := site{pos: c.Pos, run: c.M.Run(), by: p}
	if stack := c.M.Stack(); len(stack) > 0 {
		for _, call := range stack[1:] {
			s.calls = append(s.calls, call.Pos)
		}
	}
	return s
}

// atStart reports whether what runs is the program's start, and not a function
// for whose parameters others know values.
func (p *Recorder) atStart(m *eval.Machine) bool {
	fn, closure := m.Root()
	if local, _ := m.Local(token.NoPos); local != "" {
		return false
	}
	return !closure && (fn == nil || p.pkg.IsMain() && fn.Key == p.pkg.Path()+".main")
}

// Offer records a tool on a list that a program makes for whoever
// asks.
func (p *Recorder) Offer(c *eval.Call, t *tool.Tool) {
	if p.emitLocal(c, t) {
		return
	}
	s := p.siteOf(c)
	p.named = append(p.named, &s)
	p.runs[t] = runOf{s.run, p.atStart(c.M)}
	p.Tools = append(p.Tools, t)
	l := &listed{tool: t}
	if t.Conditional {
		l.condition, l.where = "a choice made at run time", c.Pos
	}
	if fn, _ := c.M.Root(); fn != nil && !p.atStart(c.M) {
		l.via = fn.Key
	}
	p.loose = append(p.loose, l)
}

// Remove takes back tools that the program removes before anybody can ask for
// them. What a handler removes, or a function whose caller is not seen, was
// there at the start.
func (p *Recorder) Remove(c *eval.Call, names eval.Value) {
	which := removal(names)
	if c.M.Ending() && p.atStart(c.M) {
		return // the server has been run
	}
	p.unlist(c, which)
	certain := !c.M.Conditional() && !c.M.Aside()
	at := eval.PosOf(c.Recv)
	p.Tools = slices.DeleteFunc(p.Tools, func(t *tool.Tool) bool {
		hit, sure := which(t.Name)
		if !hit || t.ServerPos != at || !p.sameStart(p.runs[t], c.M) {
			return false
		}
		if sure && certain {
			if p.pkg.IsMain() && p.atStart(c.M) {
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
func (p *Recorder) sameStart(r runOf, m *eval.Machine) bool {
	return r.run == m.Run() || r.start && p.atStart(m)
}

// runOf is the run that found a tool.
type runOf struct {
	run   int
	start bool
}

// Emit records a tool that a call registers.
func (p *Recorder) Emit(c *eval.Call, t *tool.Tool) {
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
	p.Tools = append(p.Tools, t)
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
func (p *Recorder) emitLocal(c *eval.Call, t *tool.Tool) bool {
	reason, missed := c.M.Local(c.Pos)
	if missed {
		t.Bridge = bridgeOf(c, t)
		NotFollowed(t, c.Pos, reason)
		s := p.siteOf(c)
		p.named = append(p.named, &s)
		p.runs[t] = runOf{run: s.run}
		p.Tools = append(p.Tools, t)
	}
	return reason != ""
}

// NotFollowed makes a tool untraced because no run has reached it.
func NotFollowed(t *tool.Tool, pos token.Pos, reason string) {
	t.Traced = false
	t.Hops = append(t.Hops, tool.Hop{Pos: pos, Text: "no other run reached this point: " + reason})
}
