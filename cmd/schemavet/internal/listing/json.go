package listing

import (
	"bytes"
	"encoding/json"
	"go/token"
	"io"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/internal/size"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// The document of list --json. Its form is stable; docs/output.schema.json describes it.
type (
	wireList struct {
		Tools      []*wireTool        `json:"tools"`
		Servers    []wireServer       `json:"servers"`
		Unnamed    []wireNameless     `json:"unnamed,omitempty"`
		Unfinished []wireUnfinished   `json:"unfinished,omitempty"`
		Unused     []wireUnused       `json:"unused,omitempty"`
		Stats      *session.WireStats `json:"stats,omitempty"`
	}
	// wireTool is a tool in wire form, without its unresolved parts, with more members.
	wireTool struct {
		doc         *schema.Node
		Package     string            `json:"package"`
		Position    string            `json:"position"`
		Traced      bool              `json:"traced"`
		Conditional bool              `json:"conditional,omitempty"`
		Unresolved  []json.RawMessage `json:"unresolved"`
		Errors      []wireError       `json:"errors,omitempty"`
		*wireSize
	}
	wireError struct {
		Path    string `json:"path"`
		Message string `json:"message"`
	}
	wireSize struct {
		Bytes  int `json:"bytes"`
		Tokens int `json:"tokens"`
	}
	wireServer struct {
		Name     string     `json:"name"`
		Program  string     `json:"program"`
		Position string     `json:"position"`
		Tools    []wireSeen `json:"tools"`
		Unnamed  []string   `json:"unnamed,omitempty"`
		*wireSize
	}
	wireSeen struct {
		Name       string         `json:"name"`
		Package    string         `json:"package,omitempty"`
		Registered string         `json:"registered"`
		Condition  *wireCondition `json:"condition,omitempty"`
	}
	wireCondition struct {
		Reason   string `json:"reason"`
		Position string `json:"position"`
	}
	wireNameless struct {
		Position string `json:"position"`
		Reason   string `json:"reason"`
		Dialect  string `json:"dialect"`
		Package  string `json:"package"`
	}
	wireUnfinished struct {
		Function string `json:"function"`
		Position string `json:"position"`
		Reason   string `json:"reason"`
	}
	wireUnused struct {
		Name     string `json:"name"`
		Position string `json:"position"`
		Package  string `json:"package"`
	}
)

// MarshalJSON returns the tool with the members of the struct.
func (t *wireTool) MarshalJSON() ([]byte, error) {
	type members wireTool
	var more bytes.Buffer
	err := output.JSON(&more, (*members)(t))
	return append(append(bytes.TrimSuffix(t.doc.JSON(), []byte("}")), ','), more.Bytes()[1:]...), err
}

// JSON prints the document of list --json. Positions are relative to the module's root.
func JSON(o *session.Options, w io.Writer, d session.Derived, servers []schemafacts.Server, sized bool) error {
	doc := wireList{Tools: []*wireTool{}, Servers: []wireServer{}}
	d.Dir = snapshot.Root(d.Dir)
	at, find := d.Position, &lister{&d}
	for _, t := range d.Tools {
		doc.Tools = append(doc.Tools, newWireTool(t, at, sized))
	}
	for _, s := range servers {
		doc.Servers = append(doc.Servers, find.wire(s, sized))
	}
	for _, n := range d.Nameless() {
		doc.Unnamed = append(doc.Unnamed, wireNameless{at(n.Pos), n.Reason, n.Dialect, n.Package})
	}
	for _, u := range d.Unfinished() {
		doc.Unfinished = append(doc.Unfinished, wireUnfinished{u.Func, at(u.Pos), u.Reason})
	}
	for _, t := range d.Unused() {
		doc.Unused = append(doc.Unused, wireUnused{t.Name, at(t.Pos()), t.Package})
	}
	if o.Stats != nil {
		o.Stats.End(session.PhaseReporting)
		doc.Stats = o.Stats.Wire(at)
	}
	return output.JSON(quote.Raw(w), doc)
}

func newWireTool(t *schemafacts.Tool, at func(token.Pos) string, sized bool) *wireTool {
	folded := schema.Fold(t.Doc)
	out := &wireTool{Package: t.Package, Position: at(t.Pos()), Traced: t.Traced, Conditional: t.Conditional, Unresolved: []json.RawMessage{}}
	if out.doc = folded.Resolved(); out.doc == nil || out.doc.Kind != schema.Object {
		out.doc = schema.NewObject()
	}
	if !out.doc.Has("name") {
		out.doc.Set("name", schema.NewString(t.Name))
	}
	for _, h := range folded.Holes() {
		out.Unresolved = append(out.Unresolved, h.Node().JSON())
	}
	for _, e := range t.Errors {
		out.Errors = append(out.Errors, wireError{e.Path, e.String()})
	}
	if sized {
		out.wireSize = newWireSize(size.Of(t.Doc))
	}
	return out
}

func newWireSize(s size.Size) *wireSize { return &wireSize{s.Bytes, s.Tokens()} }

// wire returns a server in the form of list --json.
func (t *lister) wire(s schemafacts.Server, sized bool) wireServer {
	out := wireServer{Name: s.Name, Program: s.Program, Position: t.Place(s.At), Tools: []wireSeen{}}
	for _, st := range s.Tools {
		seen := wireSeen{Name: st.Name, Registered: t.Place(st.At)}
		if tool := t.Find(st); tool != nil {
			seen.Package = tool.Package
		}
		if st.Condition != "" {
			seen.Condition = &wireCondition{st.Condition, t.Place(st.Where)}
		}
		out.Tools = append(out.Tools, seen)
	}
	for _, at := range s.Nameless {
		out.Unnamed = append(out.Unnamed, t.Place(at))
	}
	if sized {
		_, sum := t.Sizes(s)
		out.wireSize = newWireSize(sum)
	}
	return out
}
