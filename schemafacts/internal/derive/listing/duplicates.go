package listing

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// A server has one tool for each name: a second one replaces the first. This is a
// mistake if one run registers both with one server. It is not one if two programs run
// the same code, or if two servers share it.

// Duplicate is a name that a run registers for two tools of a server.
type Duplicate struct {
	First, Second *tool.Tool
	// common is the innermost function that leads to both registrations, or
	// token.NoPos.
	common token.Pos
}

// registration is a tool that a run registered, with the stack of calls at that point.
type registration struct {
	tool *tool.Tool
	at   []eval.CallSite
}

// givenTo identifies a tool name on one server in one run.
type givenTo struct {
	run    int
	server any
	name   string
}

// noteRegistered records a registration, unless the server has already run. The name is a
// duplicate if every path before registered a tool with that name. It is also a
// duplicate if some path did, and this registration is unconditional. Two
// registrations under different conditions need not happen in one run.
func (p *Recorder) noteRegistered(c *eval.Call, t *tool.Tool) {
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
	now := &registration{t, c.M.Stack()}
	conditions := 0
	if s, ok := server.(*sdk.Server); ok {
		conditions = s.Conditions
	}
	before, always := note.Read()
	for _, b := range before {
		b := b.(*registration)
		if b.tool.NamePos == t.NamePos && b.tool.DefPos == t.DefPos {
			continue // registered again, to refresh it
		}
		if always || c.M.Conditions() <= conditions {
			p.noteDuplicate(Duplicate{b.tool, t, common(b.at, now.at)})
		}
	}
	note.Write(c.M, now)
}

// inLoop is a name that a loop in an unknown order registers with one server.
type inLoop struct {
	loop   any
	server any
	name   string
}

// round is a tool that certain iterations registered.
type round struct {
	tool       *tool.Tool
	iterations string
}

// joinsLoop reports whether another iteration of a loop in an unknown order has registered a
// tool of the same name. Clients see the tool of the last iteration, so the parts in which they
// differ become unknown.
func (p *Recorder) joinsLoop(c *eval.Call, t *tool.Tool) bool {
	loop, now := c.M.Round()
	server := identity(c, t)
	if loop == nil || server == nil || t.Conditional || c.M.Choosing() {
		return false
	}
	key := inLoop{loop, server, t.Name}
	first, ok := p.looped[key]
	if !ok {
		p.looped[key] = round{t, now}
	}
	if !ok || first.iterations == now {
		return false
	}
	doc := first.tool.Doc.Clone()
	for _, m := range slices.Concat(doc.Members, t.Doc.Members) {
		if m.Name != "name" && !schema.Equal(doc.Get(m.Name), t.Doc.Get(m.Name)) {
			doc.Set(m.Name, schema.NewUnresolved("another iteration of a loop in an unknown order registers the tool as well", t.RegPos))
		}
	}
	first.tool.Doc = doc
	return true
}

// noteDuplicate records a duplicate, unless it is already recorded.
func (p *Recorder) noteDuplicate(d Duplicate) {
	if !slices.ContainsFunc(p.duplicates, func(o Duplicate) bool {
		return o.common == d.common && (o.Second.Pos() == d.Second.Pos() || o.Second.Pos() == d.First.Pos() && o.First.Pos() == d.Second.Pos())
	}) {
		p.duplicates = append(p.duplicates, d)
	}
}

// noteRemoved forgets the registrations of names that which selects, because the
// program removes these tools.
func (p *Recorder) noteRemoved(m *eval.Machine, which func(name string) (hit, sure bool)) {
	for key, note := range p.given {
		if hit, _ := which(key.name); hit && key.run == m.Run() {
			note.Clear(m)
		}
	}
}

// identity returns a comparable value for the server with which a call registers a
// tool, or nil if the server is unknown. Two calls have equal values if they use the
// same server.
func identity(c *eval.Call, t *tool.Tool) any {
	switch servers := sdk.Servers(c); {
	case len(servers) == 1:
		return servers[0]
	case len(servers) > 1:
		return nil
	}
	v := c.Recv
	if v == nil && t.Dialect == dialects.PlainFunctions {
		return dialects.PlainFunctions // registered with the program as a whole
	}
	if v == nil {
		v = c.Arg(0)
	}
	switch v := v.(type) {
	case *value.Unknown:
		return v
	case *value.Ptr:
		return v.C
	}
	return nil
}

// common returns the position of the innermost function that both stacks of calls
// share.
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

// Duplicates returns the names that are registered twice with a server. It leaves out
// duplicates that occur entirely in another package, which reports them itself.
func (p *Recorder) Duplicates() []Duplicate {
	return slices.DeleteFunc(slices.Clone(p.duplicates), func(d Duplicate) bool { return d.common.IsValid() && !p.pkg.Owns(d.common) })
}
