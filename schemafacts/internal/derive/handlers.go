package derive

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/handling"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// newHandling returns what reads handlers of the package, with the summaries that
// the packages which it imports tell.
func (p *deriver) newHandling() *handling.Package {
	var imported map[string]*handling.Func
	return &handling.Package{
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
func (p *deriver) takesAll(t *tool.Tool) bool {
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
	if t.HandlerPos.IsValid() && !p.Owns(t.HandlerPos) {
		place := ir.Place(p.Pass.Fset, t.HandlerPos)
		at = handling.Line{Package: p.PackageAt(t.HandlerPos), File: place.Filename, Line: place.Line}
	}
	if p.otherHandlers == nil {
		p.otherHandlers = map[string]*handling.Handler{}
		for _, f := range p.Facts {
			p.otherHomes = append(p.otherHomes, f.ToldHomes()...)
		}
	}
	for _, home := range p.otherHomes {
		h := home.Of(t.Handler, at)
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
	for _, f := range p.Facts {
		for _, h := range f.ToldHomes() {
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
	if p.handling == nil || p.Downloaded() || p.Pass.Pkg.Name() == "main" {
		return nil
	}
	p.reading.Lock()
	defer p.reading.Unlock()
	return p.handling.Home(p.ownTools)
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
