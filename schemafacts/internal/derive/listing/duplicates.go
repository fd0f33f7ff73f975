package listing

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// A server has one tool of a name: the second one that it is given replaces the
// first. That is so where one run registers both with one server, and not where
// two programs run the same code, or two servers share it.

// Duplicate is a name that a run gives to two tools of a server.
type Duplicate struct {
	First, Second *tool.Tool
	// common is the innermost function that came to both, token.NoPos if they were
	// come to without one.
	common token.Pos
}

// handed is a registration that a run came to.
type handed struct {
	tool *tool.Tool
	at   []eval.CallSite
}

// givenTo says what a name is given to.
type givenTo struct {
	run    int
	server any
	name   string
}

// noteGiven notes that a server is given a tool, unless it has been run by then.
// It counts as given twice where a tool of the name was given on every path
// before, and also where one was given on some of them and all of them come here:
// what is given under one condition and again under another need not meet.
func (p *Recorder) noteGiven(c *eval.Call, t *tool.Tool) {
	if !t.RegPos.IsValid() || c.M.Choosing() || c.M.Aside() || c.M.Ending() && p.atStart(c.M) {
		return
	}
	server := identity(c, t)
	if server == nil {
		return
	}
	key := givenTo{c.M.Run(), server, t.Name}
	note := p.given[key]
	if note == nil {
		note = eval.NewNote()
		p.given[key] = note
	}
	now := &handed{t, c.M.Stack()}
	conditions := 0
	if s, ok := server.(*sdk.Server); ok {
		conditions = s.Conditions
	}
	before, always := note.Read()
	for _, b := range before {
		b := b.(*handed)
		if b.tool.NamePos == t.NamePos && b.tool.DefPos == t.DefPos {
			continue // done again, to refresh it
		}
		if always || c.M.Conditions() <= conditions {
			p.noteDuplicate(Duplicate{b.tool, t, common(b.at, now.at)})
		}
	}
	note.Write(c.M, now)
}

// noteDuplicate notes a name that a server is given twice, once.
func (p *Recorder) noteDuplicate(d Duplicate) {
	if !slices.ContainsFunc(p.duplicates, func(o Duplicate) bool {
		return o.common == d.common && (o.Second.Pos() == d.Second.Pos() || o.Second.Pos() == d.First.Pos() && o.First.Pos() == d.Second.Pos())
	}) {
		p.duplicates = append(p.duplicates, d)
	}
}

// noteTaken forgets the tools that are taken from servers again.
func (p *Recorder) noteTaken(m *eval.Machine, which func(name string) (hit, sure bool)) {
	for key, note := range p.given {
		if hit, _ := which(key.name); hit && key.run == m.Run() {
			note.Clear(m)
		}
	}
}

// identity returns what is the same for two calls that register tools with one
// server, nil if that is not known.
func identity(c *eval.Call, t *tool.Tool) any {
	switch servers := sdk.Servers(c); {
	case len(servers) == 1:
		return servers[0]
	case len(servers) > 1:
		return nil
	}
	v := c.Recv
	if v == nil && t.Dialect == dialects.PlainFunctions {
		return dialects.PlainFunctions // with the program as a whole
	}
	if v == nil {
		v = c.Arg(0)
	}
	switch v := v.(type) {
	case *eval.Unknown:
		return v
	case *eval.Ptr:
		return v.C
	}
	return nil
}

// common returns the innermost function of two stacks of calls.
func common(a, b []eval.CallSite) token.Pos {
	at := token.NoPos
	for i := range min(len(a), len(b)) {
		if a[i].Fn != b[i].Fn || a[i].Pos != b[i].Pos {
			break
		}
		at = a[i].Fn.Pos
	}
	return at
}

// Duplicates returns the names that servers are given twice, but for those that a package below this one comes to as well.
func (p *Recorder) Duplicates() []Duplicate {
	return slices.DeleteFunc(slices.Clone(p.duplicates), func(d Duplicate) bool { return d.common.IsValid() && !p.pkg.Owns(d.common) })
}
