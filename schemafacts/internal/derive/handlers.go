package derive

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"github.com/schemavet/schemavet/schemafacts/internal/handling"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// newHandling returns what reads handlers of the package, with the summaries that
// the packages which it imports tell.
func (p *deriver) newHandling() *handling.Package {
	var imported map[string]*handling.Func
	return &handling.Package{
		Files: p.pass.Files, Tree: p.tree, Pkg: p.pass.Pkg, Info: p.pass.TypesInfo, Request: Request, Result: isResult, OfSDK: OfSDK,
		Plain: func(t *tool.Tool) bool { return t.Dialect == wire.Dialect.Name || p.takesAll(t) },
		Place: func(pos token.Pos) token.Position { return ir.Place(p.pass.Fset, pos) },
		Known: func(key string) *handling.Func {
			if imported == nil {
				imported = map[string]*handling.Func{}
				for _, f := range p.facts {
					for _, fn := range handling.Decode(f.Funcs) {
						imported[fn.Key] = &fn
					}
				}
			}
			return imported[key]
		},
	}
}

// takesAll reports whether a tool is a plain function of the package that takes all
// arguments in a map, and has an explicit schema with their names.
func (p *deriver) takesAll(t *tool.Tool) bool {
	if t.Dialect != SignatureDialect || !t.Doc.Get("inputSchema").Has("properties") || ir.PkgOf(t.Handler) != p.pass.Pkg.Path() {
		return false
	}
	fn := p.funcObject(t.Handler)
	if fn == nil {
		return false
	}
	roles, _ := signature.Roles(signature.Func{Object: fn}, p.signatureOptions())
	return slices.Contains(roles, signature.Arguments)
}

// HandlerOf returns the declaration or literal of the package that handles a tool,
// nil if it is not known. Tools are those of the package.
func (r *Found) HandlerOf(t *tool.Tool, tools []*tool.Tool) ast.Node {
	if r.deriver.handling == nil {
		return nil
	}
	r.deriver.reading.Lock()
	defer r.deriver.reading.Unlock()
	return r.deriver.handling.HandlerOf(t, tools)
}

// Elsewhere returns what the handler of a tool does that is a function of another
// package of the module, nil if it is none. It has no positions in the source.
func (r *Found) Elsewhere(t *tool.Tool) *handling.Handler {
	p := r.deriver
	if p == nil || p.handling == nil || t.Handler == "" && !t.HandlerPos.IsValid() {
		return nil
	}
	p.reading.Lock()
	defer p.reading.Unlock()
	var at handling.Line
	if t.HandlerPos.IsValid() && !p.isOwn(t.HandlerPos) {
		place := ir.Place(p.pass.Fset, t.HandlerPos)
		at = handling.Line{Package: p.packageAt(t.HandlerPos, map[*deriver]bool{}), File: place.Filename, Line: place.Line}
	}
	if p.otherHandlers == nil {
		p.otherHandlers = map[string]*handling.Handler{}
		for _, f := range p.facts {
			p.otherHomes = append(p.otherHomes, f.toldHomes()...)
		}
	}
	for _, home := range p.otherHomes {
		h := home.Of(t.Handler, handling.Line{}, handling.Line{}, at, func() []handling.Line { return nil })
		if h == nil {
			continue
		}
		key := home.Package + " " + h.Name
		if h.Name == "" {
			key = fmt.Sprint(at)
		}
		if p.otherHandlers[key] == nil {
			c := *h
			c.Decoded, c.Reads = nil, slices.Clone(h.Reads)
			for i, r := range c.Reads {
				c.Reads[i] = r.Found(token.NoPos)
			}
			p.otherHandlers[key] = &c
		}
		return p.otherHandlers[key]
	}
	return nil
}

// Given returns the variables in which a handler that no SDK calls is given the
// arguments of a call, nil for any other handler.
func (r *Found) Given(handler ast.Node) []types.Object {
	if r.deriver.handling == nil || handler == nil {
		return nil
	}
	r.deriver.reading.Lock()
	defer r.deriver.reading.Unlock()
	return r.deriver.handling.Given(handler)
}

// Handles returns what a handler of the package does, a declaration or a literal;
// nil for none.
func (r *Found) Handles(handler ast.Node) *handling.Handler {
	if r.deriver.handling == nil || handler == nil {
		return nil
	}
	r.deriver.reading.Lock()
	defer r.deriver.reading.Unlock()
	return r.deriver.handling.Handles(handler)
}

// allHomes returns what the package and those below it tell of their handlers, by
// package, each once.
func (p *deriver) allHomes() []*handling.Home {
	var out []*handling.Home
	for _, f := range p.facts {
		for _, h := range f.toldHomes() {
			if !slices.ContainsFunc(out, func(o *handling.Home) bool { return o.Package == h.Package }) {
				out = append(out, h)
			}
		}
	}
	if h := p.ownHome(); h != nil {
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b *handling.Home) int { return strings.Compare(a.Package, b.Package) })
	return out
}

// findHome returns what the package tells of its handlers, nil for nothing.
func (p *deriver) findHome() *handling.Home {
	if p.handling == nil || p.dependency() || p.pass.Pkg.Name() == "main" {
		return nil
	}
	p.reading.Lock()
	defer p.reading.Unlock()
	return p.handling.Home(p.ownTools)
}

// Handlers is what is known of the handlers of a package whose tools another one
// completes.
type Handlers struct {
	home  *handling.Home
	lock  sync.Mutex // checks of a package may ask at once
	found map[*handling.Handler]*handling.Handler
	// ofRest are the handlers of tools that the package knows itself; see Rest.
	ofRest map[*tool.Tool]*handling.Handler
	lines  map[token.Pos]handling.Line
	// find tells where a position is, and at the other way round.
	find func(token.Pos) handling.Line
	at   func(file string, line int) token.Pos
}

// handlersOf returns what is known of the handlers of a package.
func (p *deriver) handlersOf(pkg string, adopted *ir.Files) *Handlers {
	for _, f := range p.facts {
		for _, h := range f.toldHomes() {
			if h.Package == pkg {
				return p.handlers(h, adopted)
			}
		}
	}
	return nil
}

func (p *deriver) handlers(home *handling.Home, adopted *ir.Files) *Handlers {
	return &Handlers{
		home: home, found: map[*handling.Handler]*handling.Handler{}, ofRest: map[*tool.Tool]*handling.Handler{},
		lines: map[token.Pos]handling.Line{},
		find: func(pos token.Pos) handling.Line {
			pkg := adopted.Package(p.pass.Fset.File(pos))
			if pkg == "" {
				pkg = p.packageAt(pos, map[*deriver]bool{})
			}
			at := ir.Place(p.pass.Fset, pos)
			return handling.Line{Package: pkg, File: at.Filename, Line: at.Line}
		},
		at: func(file string, line int) token.Pos { return adopted.At(p.pass.Fset, home.Package, file, line) },
	}
}

// Of returns what handles a tool, nil if it is not known. Tools are all that are
// known of the package.
func (h *Handlers) Of(t *tool.Tool, tools []*tool.Tool) *handling.Handler {
	if h == nil {
		return nil
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	if f := h.ofRest[t]; f != nil {
		return f
	}
	others := func() (lines []handling.Line) {
		for _, o := range tools {
			if o.Name != t.Name {
				lines = append(lines, h.line(o.NamePos))
			}
		}
		for _, o := range h.home.Tools {
			if o.Name != t.Name {
				lines = append(lines, handling.Line{Package: h.home.Package, File: o.File, Line: o.Line})
			}
		}
		return lines
	}
	found := h.home.Of(t.Handler, h.line(t.NamePos), h.line(t.RegPos), h.line(t.HandlerPos), others)
	return h.placed(found)
}

// line tells where a position is.
func (h *Handlers) line(pos token.Pos) handling.Line {
	l, ok := h.lines[pos]
	if !ok && pos.IsValid() {
		l = h.find(pos)
		h.lines[pos] = l
	}
	return l
}

// placed returns a handler with the places of what it reads.
func (h *Handlers) placed(f *handling.Handler) *handling.Handler {
	if f == nil {
		return nil
	}
	if h.found[f] == nil {
		c := *f
		c.Reads = slices.Clone(f.Reads)
		for i, r := range c.Reads {
			c.Reads[i] = r.Found(h.at(r.File, r.Line))
		}
		h.found[f] = &c
	}
	return h.found[f]
}

// Rest returns the tools that the package knows itself and that are none of some
// others, with no more than the names of their parameters. Unclaimed are handlers of
// which neither these nor the others tell what they handle.
func (h *Handlers) Rest(tools []*tool.Tool) (rest []*tool.Tool, unclaimed []*handling.Handler) {
	if h == nil {
		return nil, nil
	}
	claimed := map[*handling.Handler]bool{}
	for _, t := range tools {
		claimed[h.Of(t, tools)] = true
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	for _, o := range h.home.Tools {
		if slices.ContainsFunc(tools, func(t *tool.Tool) bool { return t.Name == o.Name }) {
			continue
		}
		properties := schema.NewObject()
		for _, name := range o.Params {
			properties.Set(name, schema.NewObject())
		}
		input, doc := schema.NewObject(), schema.NewObject()
		input.Set("properties", properties)
		doc.Set("inputSchema", input)
		t := &tool.Tool{Name: o.Name, Package: h.home.Package, Doc: doc, Traced: o.Known}
		if o.Line > 0 {
			t.NamePos = h.at(o.File, o.Line)
		}
		if o.Handler >= 0 && o.Handler < len(h.home.Handlers) {
			h.ofRest[t] = h.placed(h.home.Handlers[o.Handler])
			claimed[h.ofRest[t]] = claimed[h.ofRest[t]] || o.Known
		}
		rest = append(rest, t)
	}
	for _, f := range h.open() {
		if !claimed[f] {
			unclaimed = append(unclaimed, f)
		}
	}
	return rest, unclaimed
}

// Open returns the handlers of which their package does not know all that they
// handle.
func (h *Handlers) Open() []*handling.Handler {
	if h == nil {
		return nil
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	return h.open()
}

func (h *Handlers) open() []*handling.Handler {
	var out []*handling.Handler
	for _, f := range h.home.Handlers {
		if f.Open {
			out = append(out, h.placed(f))
		}
	}
	return out
}

// Unclaimed returns the handlers of which the package does not know all that they
// handle, so that others may tell more of its tools.
func (r *Found) Unclaimed() []*handling.Handler {
	if r.deriver == nil || r.deriver.ownHome() == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.deriver.ownHome().Handlers), func(f *handling.Handler) bool { return !f.Open })
}

// Answers returns what a handler of the package may return, a declaration or a
// literal: see [handling.Package.Answers].
func (r *Found) Answers(handler ast.Node) []string {
	if r.deriver.handling == nil {
		return nil
	}
	r.deriver.reading.Lock()
	defer r.deriver.reading.Unlock()
	return r.deriver.handling.Answers(handler)
}

// Contents returns the values that a handler of the package returns as structured
// content: see [handling.Package.Contents].
func (r *Found) Contents(handler ast.Node) []ast.Expr {
	if r.deriver.handling == nil {
		return nil
	}
	r.deriver.reading.Lock()
	defer r.deriver.reading.Unlock()
	return r.deriver.handling.Contents(handler)
}

// isResult reports whether a type is what handlers of an SDK return.
func isResult(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && slices.ContainsFunc(Dialects, func(d sdk.Dialect) bool { return d.Result == types.TypeString(named, nil) })
}
