package handling

import (
	"cmp"
	"encoding/json"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/ast/inspector"
)

// A package that completes the tools of another one does not see the source of
// their handlers. The other one tells what they do, and which of them handles what
// is named or registered on which line: more is not known of places from afar.

// Handler is what a function that handles tools does with their arguments.
type Handler struct {
	// Name is the function's name as types.Func.FullName has it, "" for a literal.
	Name string `json:",omitempty"`
	// Reads are the arguments that it reads, and All says that it reads no others.
	Reads []Read `json:",omitempty"`
	All   bool   `json:",omitempty"`
	// Sets are the arguments that it writes itself, sorted.
	Sets []string `json:",omitempty"`
	// Checked says that the SDK decodes its arguments, and fills in defaults.
	Checked bool `json:",omitempty"`
	// Decoded are the structs that it decodes arguments into.
	Decoded []Decoded `json:"-"`
	// Open says that its package does not know of all tools that it handles.
	Open bool `json:",omitempty"`
}

// Home is what a package tells of its handlers.
type Home struct {
	Package  string
	Handlers []*Handler
	// Sites are the calls and literals that lead to a handler, by their first lines,
	// and Funcs the functions in which there is no other.
	Sites, Funcs []Site
	// Tools are the package's own, as far as it knows them.
	Tools []HomeTool
}

// Site is a part of the source that leads to one handler.
type Site struct {
	File     string
	From, To int
	// Handler is the handler's number, -1 where there are several.
	Handler int
}

// HomeTool is a tool as its own package knows it.
type HomeTool struct {
	Name, File string
	Line       int
	Handler    int // -1 if it is not known
	// Params are the names of its parameters, if Known.
	Params []string `json:",omitempty"`
	Known  bool     `json:",omitempty"`
}

// EncodeHomes returns homes as bytes, nil for none.
func EncodeHomes(homes []*Home) []byte {
	if len(homes) == 0 {
		return nil
	}
	data, err := json.Marshal(homes)
	if err != nil {
		panic(err) // strings and numbers only
	}
	return data
}

// DecodeHomes is the inverse of [EncodeHomes]; what it cannot read tells nothing.
func DecodeHomes(data []byte) []*Home {
	var homes []*Home
	if len(data) == 0 || json.Unmarshal(data, &homes) != nil {
		return nil
	}
	return homes
}

// Handles returns what a handler of the package does, a declaration or a literal.
func (p *Package) Handles(n ast.Node) *Handler {
	h := &Handler{}
	var ft *ast.FuncType
	switch n := n.(type) {
	case *ast.FuncDecl:
		ft = n.Type
		if obj, ok := p.Info.Defs[n.Name].(*types.Func); ok {
			h.Name = obj.FullName()
		}
	case *ast.FuncLit:
		ft = n.Type
	case *ast.CaseClause, *ast.BlockStmt:
		ft = &ast.FuncType{Params: &ast.FieldList{}}
	default:
		return nil
	}
	h.Reads, h.Sets, h.Decoded, h.All = p.handler(n)
	// The SDK decodes arguments for a handler that takes them beside the request.
	for _, f := range ft.Params.List {
		if _, checked := p.Request(p.Info.TypeOf(f.Type)); checked {
			h.Checked = ft.Params.NumFields() > 2
		}
	}
	return h
}

// Home returns what the package tells those who complete its tools, nil if it knows
// of all of its handlers what they handle.
func (p *Package) Home(tools []*tool.Tool) *Home {
	p.index()
	var named []int
	b := &homeBuilder{Package: p, home: &Home{Package: p.Pkg.Path()}, numbers: map[ast.Node]int{}, sites: map[Site]int{}, open: map[int]bool{}, inner: map[int]bool{}}
	for _, file := range p.Files {
		if strings.HasSuffix(p.place(file.Package).Filename, "_test.go") {
			continue
		}
		named = append(named, b.file(file)...)
	}
	for _, i := range named {
		if !b.inner[i] {
			b.open[i] = true // somebody else may register it
		}
	}
	for _, t := range tools {
		b.tool(t, tools)
	}
	for _, t := range b.home.Tools { // last, since one handler may have several tools
		if t.Handler >= 0 && !t.Known {
			b.open[t.Handler] = true
		}
	}
	open := false
	for i, h := range b.home.Handlers {
		h.Open = b.open[i]
		open = open || h.Open
	}
	if !open {
		return nil
	}
	for s, n := range b.sites {
		s.Handler = n
		b.home.Sites = append(b.home.Sites, s)
	}
	slices.SortFunc(b.home.Sites, compareSites)
	return b.home
}

func compareSites(a, b Site) int {
	if c := strings.Compare(a.File, b.File); c != 0 {
		return c
	}
	return a.From - b.From
}

type homeBuilder struct {
	*Package
	home    *Home
	numbers map[ast.Node]int
	sites   map[Site]int
	// open are the handlers of which the package does not know all that they handle,
	// inner those that another handler names.
	open, inner map[int]bool
}

// number returns the number of a handler, -1 for none.
func (b *homeBuilder) number(n ast.Node) int {
	if n == nil {
		return -1
	}
	i, ok := b.numbers[n]
	if !ok {
		i = len(b.home.Handlers)
		b.numbers[n] = i
		h := b.Handles(n)
		for j, r := range h.Reads {
			at := b.place(r.Named())
			h.Reads[j].File, h.Reads[j].Line = at.Filename, at.Line
		}
		b.home.Handlers = append(b.home.Handlers, h)
	}
	return i
}

// file finds the handlers of a file, and the calls and literals that lead to them. It
// returns the numbers of those that are functions with names, which others may register.
func (b *homeBuilder) file(file *ast.File) (named []int) {
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
		if obj, ok := b.Info.Defs[fn.Name].(*types.Func); ok && b.takesRequest(obj.Signature()) && b.makesResult(obj.Signature()) {
			named = append(named, b.number(fn))
		}
		if only := b.onlyIn(fn); only != nil {
			from, to := b.place(fn.Pos()), b.place(fn.End())
			b.home.Funcs = append(b.home.Funcs, Site{from.Filename, from.Line, to.Line, b.number(only)})
			b.open[b.number(only)] = true
		}
	}
	return named
}

// leads returns the calls and literals of a file that lead to handlers, each with those
// that it leads to.
func (b *homeBuilder) leads(file *ast.File) map[inspector.Cursor][]ast.Node {
	out := map[inspector.Cursor][]ast.Node{}
	for _, name := range b.namings() {
		if !within(file, name.id.Pos()) {
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
		if c, _ := b.Tree.At(n); len(out[c]) == 0 && b.literalTakesRequest(n.(*ast.FuncLit)) {
			out[c] = []ast.Node{n}
		}
	}
	return out
}

// inHandler reports whether something stands in a function that takes a request.
func (b *homeBuilder) inHandler(c inspector.Cursor) bool {
	for outer := range c.Parent().Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if b.handles(outer.Node()) {
			return true
		}
	}
	return false
}

// handles reports whether n is a function that takes a request.
func (b *homeBuilder) handles(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		obj, ok := b.Info.Defs[n.Name].(*types.Func)
		return ok && b.takesRequest(obj.Signature())
	case *ast.FuncLit:
		return b.literalTakesRequest(n)
	}
	return false
}

func (b *homeBuilder) site(n ast.Node, handler int) {
	at := b.place(n.Pos())
	s := Site{File: at.Filename, From: at.Line, To: at.Line}
	if other, known := b.sites[s]; known && other != handler {
		handler = -1
	}
	b.sites[s] = handler
	if handler >= 0 {
		b.open[handler] = true
	}
}

func (b *homeBuilder) tool(t *tool.Tool, tools []*tool.Tool) {
	out := HomeTool{Name: t.Name, Handler: b.number(b.HandlerOf(t, tools))}
	if at := b.place(t.NamePos); b.owns(t.NamePos) {
		out.File, out.Line = at.Filename, at.Line
	}
	if out.Params, out.Known = parameters(t); out.Known && t.RegPos.IsValid() && out.Handler >= 0 {
		delete(b.open, out.Handler)
	}
	b.home.Tools = append(b.home.Tools, out)
}

// parameters returns the names of a tool's parameters, if they are known.
func parameters(t *tool.Tool) (names []string, known bool) {
	in := t.Doc.Get("inputSchema")
	if !t.Traced || in == nil || in.Kind != schema.Object || len(in.Holes()) > 0 {
		return nil, false
	}
	if p := in.Get("properties"); p != nil {
		for _, m := range p.Members {
			names = append(names, m.Name)
		}
	}
	return names, true
}

func (p *Package) place(pos token.Pos) token.Position {
	if !pos.IsValid() || p.Place == nil {
		return token.Position{}
	}
	return p.Place(pos)
}

// Line is a line of a file of a package, the file by its own name.
type Line struct {
	Package, File string
	Line          int
}

// Of returns what handles a tool that is named, registered and given its handler on
// lines of whatever package; nil if that is not known. It follows
// [Package.HandlerOf]. Others are where the names of other tools stand.
func (h *Home) Of(handler string, name, registered, handled Line, others func() []Line) *Handler {
	for _, f := range h.Handlers {
		if f.Name != "" && f.Name == handler {
			return f
		}
	}
	if i, ok := h.site(registered); ok && i >= 0 {
		return h.Handlers[i]
	}
	if i, ok := h.site(handled); ok {
		return h.numbered(i)
	}
	if registered.Package == h.Package {
		return nil
	}
	for _, f := range h.Funcs {
		if f.holds(h.Package, name) && !slices.ContainsFunc(others(), func(l Line) bool { return f.holds(h.Package, l) }) {
			return h.numbered(f.Handler)
		}
	}
	return nil
}

func (s *Site) holds(pkg string, l Line) bool {
	return l.Package == pkg && l.File == s.File && s.From <= l.Line && l.Line <= s.To
}

func (h *Home) site(at Line) (int, bool) {
	for _, s := range h.Sites {
		if s.holds(h.Package, at) {
			return s.Handler, true
		}
	}
	return -1, false
}

func (h *Home) numbered(i int) *Handler {
	if i < 0 || i >= len(h.Handlers) {
		return nil
	}
	return h.Handlers[i]
}

// names returns the sorted names of a set.
func names(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
