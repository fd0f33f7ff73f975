package toolfact

import (
	"cmp"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/facts"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// ToolFact describes tools and their handlers. The fact of a function or method lists
// the tools that it handles. The fact of a package lists the other tools that it
// defines or registers: those whose handler is a function literal, a function that
// other packages cannot name, a function of another package, or unknown.
//
// Analyzers read these facts with [Tools.Of] and [Tools.All].
type ToolFact struct {
	// Tools are sorted by name, then by position.
	Tools []HandlerTool
}

// HandlerTool is a tool that a [ToolFact] lists: its name, texts and schemas, its
// position, and its handler, which is the function that runs when the tool is called.
type HandlerTool struct {
	Name        string
	Title       string
	Description string
	// InputSchema and OutputSchema are JSON text, or "". A part that could not be
	// derived is null in them, and listed in Unresolved. Members that may be absent are
	// only there.
	InputSchema, OutputSchema string
	// Annotations are the tool's hints as JSON text, or "".
	Annotations string
	// Position is the position of the tool's name, as
	// path/of/package/file.go:line:column. It does not depend on the folder of the
	// source. It has no column if the file is in another package than the fact.
	Position string
	// Handler is the function that runs when the tool is called, in the form of
	// types.Func.FullName. It is "" for a function literal or an unknown function.
	Handler string
	// HandlerPosition is the position of the function that is passed at the
	// registration, in the form of Position, or "" if it is unknown.
	HandlerPosition string
	// Traced reports whether the path from definition to registration is visible.
	// Unseen code may change an untraced tool.
	Traced bool
	// Conditional reports whether the registration depends on a condition known only at
	// run time.
	Conditional bool
	// Unresolved are the parts that could not be derived.
	Unresolved []UnresolvedPart
}

// UnresolvedPart is a part of a tool that source does not determine.
type UnresolvedPart struct {
	// Path is a JSON pointer into the tool, such as "/inputSchema/properties/id".
	Path string
	// Reason is why the part is unknown.
	Reason string
	// Position is the position of the cause, in the form of HandlerTool.Position, or ""
	// if it is unknown.
	Position string
	// Perhaps are the members that may be there if the part is a list or object of which
	// other members are known, as a JSON list or object, or "". More reports whether there
	// may be others.
	Perhaps string
	More    bool
}

// AFact implements [analysis.Fact].
func (*ToolFact) AFact() {}

// String returns a short summary of the fact, which tests compare.
func (f *ToolFact) String() string {
	var names []string
	for _, t := range f.Tools {
		names = append(names, t.Name)
	}
	return "tools(" + strings.Join(slices.Compact(names), ", ") + ")"
}

// Tools exports and reads the tool facts of one package.
type Tools struct {
	known *facts.Known
	// ofPackages returns the tools in the facts of packages.
	ofPackages func() []HandlerTool
}

// New returns the tools in the facts that a package sees. It reads the facts on first
// use.
func New(known *facts.Known) *Tools {
	t := &Tools{known: known}
	t.ofPackages = sync.OnceValue(t.packageTools)
	return t
}

// Export exports a fact for each function of the package that handles tools, and a
// fact of the package for its other tools.
func (p *Tools) Export(own, foreign []*tool.Tool) {
	byHandler := map[*types.Func][]HandlerTool{}
	var others []HandlerTool
	imported := map[string][]HandlerTool{} // by name
	if len(foreign) > 0 {
		for _, o := range slices.Concat(p.packageTools(), p.objectTools()) {
			imported[o.Name] = append(imported[o.Name], o)
		}
	}
	for _, t := range slices.Concat(own, foreign) {
		isOwn := p.known.Owns(t.Pos())
		if !isOwn && !t.RegPos.IsValid() {
			continue // its own package's fact says the same
		}
		ht := p.handlerTool(t)
		fn := p.handlerObject(ht.Handler)
		if fn != nil && fn.Pkg() == p.known.Pass.Pkg {
			byHandler[fn] = append(byHandler[fn], ht)
			if everyDriverShows(fn) {
				continue
			}
		}
		if isOwn || !slices.ContainsFunc(imported[ht.Name], func(o HandlerTool) bool { return sameFromAfar(o, ht) }) {
			others = append(others, ht)
		}
	}
	for fn, tools := range byHandler {
		p.known.Pass.ExportObjectFact(fn, &ToolFact{sortedTools(tools)})
	}
	if len(others) > 0 {
		p.known.Pass.ExportPackageFact(&ToolFact{sortedTools(others)})
	}
}

// everyDriverShows reports whether every driver shows a function's fact to other packages.
// That is so if the function, and the receiver's type, are exported.
func everyDriverShows(fn *types.Func) bool {
	if !fn.Exported() {
		return false
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return true
	}
	t := recv.Type()
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Exported() && named.Obj().Parent() == fn.Pkg().Scope()
}

// packageTools returns the tools in the facts of packages.
func (p *Tools) packageTools() []HandlerTool {
	var out []HandlerTool
	for _, f := range p.known.Pass.AllPackageFacts() {
		if tf, ok := f.Fact.(*ToolFact); ok {
			out = append(out, tf.Tools...)
		}
	}
	return out
}

// objectTools returns the tools in the facts of functions.
func (p *Tools) objectTools() []HandlerTool {
	var out []HandlerTool
	for _, f := range p.known.Pass.AllObjectFacts() {
		if tf, ok := f.Fact.(*ToolFact); ok {
			out = append(out, tf.Tools...)
		}
	}
	return out
}

// sameFromAfar reports whether a fact of another package describes the same tool as
// here. Positions in that package have no columns here, so it ignores columns.
func sameFromAfar(there, here HandlerTool) bool {
	line := func(at string) string {
		parts := strings.SplitN(at, ":", 3)
		return strings.Join(parts[:min(len(parts), 2)], ":")
	}
	for _, t := range []*HandlerTool{&there, &here} {
		t.Position, t.HandlerPosition = line(t.Position), line(t.HandlerPosition)
		t.Unresolved = slices.Clone(t.Unresolved)
		for i := range t.Unresolved {
			t.Unresolved[i].Position = line(t.Unresolved[i].Position)
		}
	}
	return reflect.DeepEqual(there, here)
}

// handlerObject returns the function with a key, or nil if the package does not see
// it.
func (p *Tools) handlerObject(key string) *types.Func {
	if key == "" {
		return nil
	}
	fn := p.known.Space.Func(key)
	if fn == nil || ir.Key(fn) != key {
		return nil
	}
	return fn
}

// handlerKey returns the key of a tool's handler. It returns "" for a method of an
// interface, because the type that implements it is known only at run time.
func (p *Tools) handlerKey(t *tool.Tool) string {
	if fn := p.handlerObject(t.Handler); fn != nil {
		if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
			return ""
		}
	}
	return t.Handler
}

// handlerTool returns the description of a tool for a fact.
func (p *Tools) handlerTool(t *tool.Tool) HandlerTool {
	text := func(n *schema.Node) string {
		if n == nil {
			return ""
		}
		return n.String()
	}
	doc := schema.Fold(t.Doc)
	out := HandlerTool{
		Name:            t.Name,
		Title:           doc.Get("title").StringValue(),
		Description:     doc.Get("description").StringValue(),
		InputSchema:     text(doc.Get("inputSchema")),
		OutputSchema:    text(doc.Get("outputSchema")),
		Annotations:     text(doc.Get("annotations")),
		Position:        p.known.Where(t.Pos()),
		Handler:         p.handlerKey(t),
		HandlerPosition: p.known.Where(t.HandlerPos),
		Traced:          t.Traced,
		Conditional:     t.Conditional,
	}
	for _, h := range doc.Holes() {
		out.Unresolved = append(out.Unresolved, UnresolvedPart{h.Path, h.Reason, p.known.Where(h.Pos), text(h.Node().Get("perhaps")), h.Partial != nil && h.Partial.More})
	}
	return out
}

// sortedTools sorts tools by name and position and removes duplicates.
func sortedTools(tools []HandlerTool) []HandlerTool {
	slices.SortFunc(tools, func(a, b HandlerTool) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Position, b.Position), cmp.Compare(a.Handler, b.Handler),
			cmp.Compare(a.InputSchema, b.InputSchema), cmp.Compare(a.HandlerPosition, b.HandlerPosition),
			cmp.Compare(a.OutputSchema, b.OutputSchema), cmp.Compare(a.Description, b.Description))
	})
	return slices.CompactFunc(tools, func(a, b HandlerTool) bool { return reflect.DeepEqual(a, b) })
}

// Of returns the tools that a function handles, as far as the facts of the package and
// its imports show: those in the facts of the function, and those of packages that
// register it. They are sorted by name. The function may be an instance of a generic
// function, or a method of an instance.
//
// An empty result does not mean that the function handles no tool: a package that
// registers it may not be imported, and some drivers keep the facts of packages only
// for direct imports.
func (p *Tools) Of(fn *types.Func) []HandlerTool {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	var out []HandlerTool
	if f := new(ToolFact); p.known.Pass.ImportObjectFact(fn.Origin(), f) {
		out = append(out, f.Tools...)
	}
	key := ir.Key(fn)
	for _, t := range p.ofPackages() {
		if t.Handler == key {
			out = append(out, t)
		}
	}
	return sortedTools(out)
}

// All returns all tools in the facts of the package and its imports, sorted by name.
func (p *Tools) All() []HandlerTool {
	return sortedTools(slices.Concat(p.ofPackages(), p.objectTools()))
}
