package handling

import (
	"cmp"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/ast/inspector"
)

// A package that defines tools may register handlers of another package, whose source
// it does not see. The fact of the other package describes them, each with its name or
// with the lines of the calls and literals that lead to it.

// Handler describes what a function that handles tools does with the arguments of a
// call.
type Handler struct {
	// Name is the function's name in the form of types.Func.FullName, or "" for a
	// literal.
	Name string `json:",omitempty"`
	// Reads are the arguments that it reads. All reports whether it reads no others.
	Reads []Read `json:",omitempty"`
	All   bool   `json:",omitempty"`
	// Members are the members of objects in arguments without which it fails, each with its path
	// as key, such as "at.line".
	Members []Read `json:",omitempty"`
	// Sets are the arguments that it writes itself, sorted.
	Sets []string `json:",omitempty"`
	// Decoded are the structs into which it decodes arguments.
	Decoded []Decoded `json:"-"`
	// Unread are the arguments, as paths of names, for which it takes a struct with a field
	// that it does not read.
	Unread []string `json:",omitempty"`
	// Nulls are the properties of its output that are null, or may be.
	Nulls []Null `json:",omitempty"`
	// Open reports whether it may handle tools that its package does not know.
	Open bool `json:",omitempty"`
}

// Struct returns the struct into which the handler decodes its arguments, or nil if it also
// reads arguments in another way.
func (h *Handler) Struct() types.Type {
	if len(h.Decoded) != 1 || !h.All || slices.ContainsFunc(h.Reads, func(r Read) bool { return !r.Field }) {
		return nil
	}
	return h.Decoded[0].Type
}

// Home describes the handlers of a package to packages that register them.
type Home struct {
	Package  string
	Handlers []*Handler
	// Sites are the calls and literals that lead to a handler.
	Sites []Site
}

// Site is a call or literal that leads to one handler, by its first line.
type Site struct {
	File string
	Line int
	// Handler is the handler's index, or -1 if there are several.
	Handler int
}

// Handles describes a handler of the package: a function declaration or literal, the
// clause or block that runs for a tool, or the map literal with the functions for its
// actions.
func (p *Package) Handles(n ast.Node) *Handler {
	name := ""
	if fn, ok := n.(*ast.FuncDecl); ok {
		if obj, ok := p.Info.Defs[fn.Name].(*types.Func); ok {
			name = obj.FullName()
		}
	}
	h := p.handler(n)
	h.Name, h.Nulls = name, p.nullsOf(n)
	p.zeros(&h)
	return &h
}

// Home returns the description of the package's handlers for packages that complete
// its tools. It returns nil if the package itself knows all tools of all its
// handlers.
func (p *Package) Home(tools []*schemafacts.Tool) *Home {
	b := &homeBuilder{Package: p, home: &Home{Package: p.Pkg.Path()}, numbers: map[ast.Node]int{}, sites: map[Site]int{}, open: map[int]bool{}, inner: map[int]bool{}, named: map[int]bool{}}
	for _, file := range p.Files {
		if strings.HasSuffix(p.place(file.Package).Filename, "_test.go") {
			continue
		}
		b.file(file)
	}
	for i := range b.named {
		if !b.inner[i] {
			b.open[i] = true // another package may register it
		}
	}
	var unknown []int
	for _, t := range tools {
		i := b.number(b.HandlerOf(t, tools))
		if known := knowsParameters(t); i >= 0 && !known {
			unknown = append(unknown, i)
		} else if i >= 0 && t.RegPos.IsValid() {
			delete(b.open, i)
		}
	}
	for _, i := range unknown { // after the others, since one handler may have several tools
		b.open[i] = true
	}
	b.fields()
	for i, h := range b.home.Handlers {
		h.Open = b.open[i]
	}
	if !slices.ContainsFunc(b.home.Handlers, func(h *Handler) bool { return h.Open }) {
		return nil
	}
	for s, n := range b.sites {
		s.Handler = n
		b.home.Sites = append(b.home.Sites, s)
	}
	slices.SortFunc(b.home.Sites, func(a, b Site) int { return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line) })
	return b.home
}

type homeBuilder struct {
	*Package
	home    *Home
	numbers map[ast.Node]int
	sites   map[Site]int
	// open are the handlers whose tools are not all known to the package. inner are the
	// handlers that another handler names.
	open, inner map[int]bool
	// named are the declared functions that handle calls.
	named map[int]bool
}

// number returns the index of a handler in the description, and adds the handler if
// it is new. It returns -1 for nil.
func (b *homeBuilder) number(n ast.Node) int {
	if n == nil {
		return -1
	}
	i, ok := b.numbers[n]
	if !ok {
		i = len(b.home.Handlers)
		b.numbers[n] = i
		b.home.Handlers = append(b.home.Handlers, b.Handles(n))
	}
	return i
}

// fields finds the arguments that the handlers do not read although they take them in a struct.
func (b *homeBuilder) fields() {
	var structs []types.Type
	for _, h := range b.home.Handlers {
		if t := h.Struct(); t != nil {
			structs = append(structs, t)
		}
	}
	if len(structs) == 0 {
		return
	}
	uses := newFieldUses(b.Package, structs)
	for n, i := range b.numbers {
		h := b.home.Handlers[i]
		t := h.Struct()
		if t == nil {
			continue
		}
		stub := IsStub(n)
		if paths, written := uses.Unread(t); written || !stub {
			for _, path := range paths {
				name := path[0].Name
				for _, f := range path[1:] {
					name += "." + f.Name
				}
				h.Unread = append(h.Unread, name)
			}
		}
		for _, f := range uses.Ignored(h) {
			if !stub && !slices.Contains(h.Unread, f.Name) {
				h.Unread = append(h.Unread, f.Name)
			}
		}
		for i, r := range h.Reads {
			if slices.Contains(h.Unread, r.Key) {
				h.Reads[i].Default = ""
			}
		}
	}
}

// file adds the handlers of a file, and the calls and literals that lead to them. Other
// packages may register handlers with a name.
func (b *homeBuilder) file(file *ast.File) {
	leads := b.leads(file)
	for _, c := range slices.SortedFunc(maps.Keys(leads), func(a, b inspector.Cursor) int { return cmp.Compare(a.Index(), b.Index()) }) {
		switch found := leads[c]; {
		case b.inHandler(c):
		case len(found) == 1:
			b.site(c.Node(), b.number(found[0]))
		default:
			b.site(c.Node(), -1)
		}
	}
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		if obj, ok := b.Info.Defs[fn.Name].(*types.Func); ok && b.takesRequest(obj.Signature()) && b.answers(obj.Signature()) {
			b.named[b.number(fn)] = true
		}
		if only := b.onlyIn(fn); only != nil {
			b.open[b.number(only)] = true
		}
	}
}

// leads returns the calls and literals of a file that lead to handlers, each with its
// handlers.
func (b *homeBuilder) leads(file *ast.File) map[inspector.Cursor][]ast.Node {
	out := map[inspector.Cursor][]ast.Node{}
	for _, name := range b.namings() {
		if !enclosing.Within(file, name.id.Pos()) {
			continue
		}
		at, ok := b.Tree.At(name.id)
		if !ok {
			continue
		}
		if b.inHandler(at) {
			b.inner[b.number(name.decl)] = true
		}
		handler := name.handler(file)
		for outer := range at.Enclosing((*ast.CallExpr)(nil), (*ast.FuncLit)(nil)) {
			if !slices.Contains(out[outer], handler) {
				out[outer] = append(out[outer], handler)
			}
		}
	}
	for n := range b.Tree.In(file, (*ast.FuncLit)(nil)) {
		if c, _ := b.Tree.At(n); len(out[c]) == 0 && b.handles(n) {
			out[c] = []ast.Node{n}
		}
	}
	return out
}

// inHandler reports whether a node is inside a function that takes a request.
func (b *homeBuilder) inHandler(c inspector.Cursor) bool {
	for outer := range c.Parent().Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if b.handles(outer.Node()) {
			return true
		}
	}
	return false
}

// handles reports whether n is a function that takes a request.
func (p *Package) handles(n ast.Node) bool {
	_, sig := p.bodyOf(n)
	return sig != nil && p.takesRequest(sig)
}

func (b *homeBuilder) site(n ast.Node, handler int) {
	at := b.place(n.Pos())
	s := Site{File: at.Filename, Line: at.Line}
	if other, known := b.sites[s]; known && other != handler {
		handler = -1
	}
	b.sites[s] = handler
	if handler >= 0 {
		b.open[handler] = true
	}
}

// knowsParameters reports whether a tool is traced and its input schema is completely
// known.
func knowsParameters(t *schemafacts.Tool) bool {
	in := t.Doc.Get("inputSchema")
	return t.Traced && in != nil && in.Kind == schema.Object && len(in.Holes()) == 0
}

// Line is a line in a file of a package. The file is a base name.
type Line struct {
	Package, File string
	Line          int
}

// Of returns the handler with a name, or the one to which the expression on a line
// leads. It returns nil if the handler is unknown.
func (h *Home) Of(name string, at Line) *Handler {
	for _, f := range h.Handlers {
		if f.Name != "" && f.Name == name {
			return f
		}
	}
	for _, s := range h.Sites {
		if at == (Line{h.Package, s.File, s.Line}) {
			if s.Handler < 0 || s.Handler >= len(h.Handlers) {
				return nil
			}
			return h.Handlers[s.Handler]
		}
	}
	return nil
}

// names returns the strings of a set, sorted.
func names(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
