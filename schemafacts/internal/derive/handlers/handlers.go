package handlers

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/facts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/plain"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/handling"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// Handlers describes the handlers of one package. It is safe for concurrent use by the
// checks of a package.
type Handlers struct {
	*facts.Known
	plain *plain.Functions
	code  *handling.Package // nil without syntax
	mu    sync.Mutex
	home  func() *handling.Home
	// others are the descriptions of handlers in facts of other packages. asked caches
	// the results of [Handlers.Elsewhere].
	others []*handling.Home
	asked  map[string]*handling.Handler
}

// New returns the handlers of a package, to which [Handlers.Read] adds the syntax. own
// returns the tools of the package.
func New(known *facts.Known, functions *plain.Functions, own func() []*tool.Tool) *Handlers {
	p := &Handlers{Known: known, plain: functions}
	p.home = sync.OnceValue(func() *handling.Home { return p.findHome(own()) })
	return p
}

// Read adds the syntax of the package, with the summaries from the facts of the
// packages that it imports.
func (p *Handlers) Read() {
	var imported map[string]*handling.Func
	p.code = &handling.Package{
		Files: p.Pass.Files, Tree: p.Tree, Pkg: p.Pass.Pkg, Info: p.Pass.TypesInfo, Request: dialects.Request, Result: dialects.IsResult, OfSDK: dialects.Has,
		Plain: func(t *tool.Tool) bool { return t.Dialect == wire.Dialect.Name || p.takesAll(t) },
		Place: func(pos token.Pos) token.Position { return ir.Place(p.Pass.Fset, pos) },
		Known: func(key string) *handling.Func {
			if imported == nil {
				imported = map[string]*handling.Func{}
				for _, f := range p.Facts {
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
func (p *Handlers) takesAll(t *tool.Tool) bool {
	if t.Dialect != dialects.PlainFunctions || !t.Doc.Get("inputSchema").Has("properties") || ir.PkgOf(t.Handler) != p.Pass.Pkg.Path() {
		return false
	}
	fn := p.Space.Func(t.Handler)
	if fn == nil {
		return false
	}
	roles, _ := signature.Roles(signature.Func{Object: fn}, p.plain.Options())
	return slices.Contains(roles, signature.Arguments)
}

// HandlerOf returns the declaration or literal of the package that handles a tool, or
// nil if it is unknown. tools are the tools of the package.
func (p *Handlers) HandlerOf(t *tool.Tool, tools []*tool.Tool) ast.Node {
	if p.code == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.code.HandlerOf(t, tools)
}

// Elsewhere describes the handler of a tool if it is a function of another package of
// the module. Otherwise it returns nil. The result has no positions in the source.
func (p *Handlers) Elsewhere(t *tool.Tool) *handling.Handler {
	if p.code == nil || t.Handler == "" && !t.HandlerPos.IsValid() {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var at handling.Line
	if t.HandlerPos.IsValid() && !p.Owns(t.HandlerPos) {
		place := ir.Place(p.Pass.Fset, t.HandlerPos)
		at = handling.Line{Package: p.PackageAt(t.HandlerPos), File: place.Filename, Line: place.Line}
	}
	if p.asked == nil {
		p.asked = map[string]*handling.Handler{}
		for _, f := range p.Facts {
			p.others = append(p.others, f.ToldHomes()...)
		}
	}
	for _, home := range p.others {
		h := home.Of(t.Handler, at)
		if h == nil {
			continue
		}
		key := home.Package + " " + h.Name
		if h.Name == "" {
			key = fmt.Sprint(at)
		}
		if p.asked[key] == nil {
			c := *h
			c.Decoded, c.Reads = nil, slices.Clone(h.Reads)
			for i, r := range c.Reads {
				c.Reads[i] = r.Found(token.NoPos)
			}
			p.asked[key] = &c
		}
		return p.asked[key]
	}
	return nil
}

// Summaries returns what the functions of the package do with arguments, encoded.
func (p *Handlers) Summaries() []byte { return handling.Encode(p.code.Funcs()) }

// Given returns the variables in which a handler that no SDK calls receives the
// arguments of a call, or nil for any other handler.
func (p *Handlers) Given(handler ast.Node) []types.Object {
	if p.code == nil || handler == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.code.Given(handler)
}

// Handles describes a handler of the package, a declaration or a literal. It returns
// nil for any other node.
func (p *Handlers) Handles(handler ast.Node) *handling.Handler {
	if p.code == nil || handler == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.code.Handles(handler)
}

// Homes returns the descriptions of the handlers in the package and in its dependencies,
// one for each package.
func (p *Handlers) Homes() []*handling.Home {
	var out []*handling.Home
	for _, f := range p.Facts {
		for _, h := range f.ToldHomes() {
			if !slices.ContainsFunc(out, func(o *handling.Home) bool { return o.Package == h.Package }) {
				out = append(out, h)
			}
		}
	}
	if h := p.home(); h != nil {
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b *handling.Home) int { return strings.Compare(a.Package, b.Package) })
	return out
}

// findHome returns what other packages need to know about the handlers of this package,
// or nil if it has no handlers.
func (p *Handlers) findHome(own []*tool.Tool) *handling.Home {
	if p.code == nil || p.Downloaded() || p.IsMain() {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.code.Home(own)
}

// Unclaimed returns the handlers that may handle tools which the package does not know,
// so that other packages may know more about them.
func (p *Handlers) Unclaimed() []*handling.Handler {
	if p.home() == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.home().Handlers), func(f *handling.Handler) bool { return !f.Open })
}

// Answers returns the kinds of results of a handler of the package, a declaration or a
// literal; see [handling.Package.Answers].
func (p *Handlers) Answers(handler ast.Node) []string {
	if p.code == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.code.Answers(handler)
}

// Contents returns the values that a handler of the package returns as structured
// content; see [handling.Package.Contents].
func (p *Handlers) Contents(handler ast.Node) []ast.Expr {
	if p.code == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.code.Contents(handler)
}
