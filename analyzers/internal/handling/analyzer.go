package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/schemavet/schemavet/internal/realpos"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/signature"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// Analyzer describes what the handlers of a package do with the arguments of a call, for
// checks. Its result is a [*Result]. Facts have the descriptions of other packages'
// handlers and helpers.
var Analyzer = &analysis.Analyzer{
	Name:       "handling",
	Doc:        "describe what the handlers of tools do with the arguments of a call",
	Requires:   []*analysis.Analyzer{schemafacts.Analyzer},
	Run:        func(pass *analysis.Pass) (any, error) { return run(pass), nil },
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{new(Fact)},
}

// Check returns the analyzer of a check that asks for handlers; see [report.Analyzer].
func Check(doc, name string, run report.Run) *analysis.Analyzer {
	a := report.Analyzer(doc, name, run)
	a.Requires = append(a.Requires, Analyzer)
	return a
}

// Result describes the functions that handle the tools of one package. Checks of the
// package may use it concurrently.
type Result struct {
	pass *analysis.Pass
	own  *schemafacts.Result // of the package alone
	mu   sync.Mutex
	code *Package // nil if the source has nothing to do with tools
	home func() *Home
	// handles caches the results of [Handlers.Handling].
	handles map[handlerKey]*Handler
	// facts are the facts of the direct imports, and others are the handlers that they describe.
	// asked caches the results of [Result.elsewhere].
	facts  []*Fact
	others []*Home
	asked  map[string]*Handler
	// program finds handlers in other packages of a program, nil without one.
	program *program
}

func run(pass *analysis.Pass) *Result {
	r := &Result{pass: pass, own: pass.ResultOf[schemafacts.Analyzer].(*schemafacts.Result), handles: map[handlerKey]*Handler{}}
	r.home = sync.OnceValue(r.findHome)
	if !r.own.Examined() {
		return r
	}
	known := map[string]*Fact{}
	for _, imp := range pass.Pkg.Imports() {
		if f := new(Fact); pass.ImportPackageFact(imp, f) {
			r.facts = append(r.facts, f)
			known[imp.Path()] = f
		}
	}
	r.code = newPackage(pass, r.own.PlainOptions, func(key string) *Func {
		if f := known[packageOf(key)]; f != nil {
			return f.summary(key)
		}
		return nil
	})
	if pass.Pkg.Name() != "main" { // nobody imports it
		pass.ExportPackageFact(&Fact{of: r, homes: sync.OnceValue(r.homes)})
	}
	return r
}

// summaries returns the summaries of the package's functions.
func (r *Result) summaries() []*Func {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.code.Funcs()
}

// summary returns the summary of a function as importers read it from a file, or nil.
func (r *Result) summary(key string) *Func {
	r.mu.Lock()
	defer r.mu.Unlock()
	if f := r.code.Func(key); f != nil {
		return decode[*Func](encode(f))
	}
	return nil
}

// findHome returns the description of the package's handlers for other packages, or
// nil if other packages do not need one.
func (r *Result) findHome() *Home {
	if r.code == nil || r.own.Downloaded() || r.pass.Pkg.Name() == "main" {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.code.Home(r.own.Tools)
}

// homes returns the descriptions of handlers in the package and in the facts of its
// imports, one for each package, sorted by import path.
func (r *Result) homes() []*Home {
	var out []*Home
	for _, f := range r.facts {
		for _, h := range f.described() {
			if !slices.ContainsFunc(out, func(o *Home) bool { return o.Package == h.Package }) {
				out = append(out, h)
			}
		}
	}
	if h := r.home(); h != nil {
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b *Home) int { return strings.Compare(a.Package, b.Package) })
	return out
}

// Handlers are the functions that handle the tools that a check judges. A nil Handlers is
// that of tools whose handlers are unknown.
type Handlers struct {
	*Result
	facts *schemafacts.Result
}

// Of returns the handlers of the tools that a reporter judges. The check must require
// [Analyzer].
func Of(r *report.Reporter) *Handlers {
	if r.Facts.Completed != nil { // no pass has the source
		return nil
	}
	return &Handlers{r.Pass.ResultOf[Analyzer].(*Result), r.Facts}
}

// with returns what f finds in the code of the package, or nothing if the code is unknown.
func with[T any](h *Handlers, f func(code *Package) T) (out T) {
	if h == nil || h.code == nil {
		return out
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return f(h.code)
}

// HandlerOf returns the handler of t: a function declaration or literal in this
// package that takes a request. It returns nil if the handler is unknown.
func (h *Handlers) HandlerOf(t *schemafacts.Tool) ast.Node {
	return with(h, func(code *Package) ast.Node { return code.HandlerOf(t, h.facts.Tools) })
}

// Given returns the variables in which the handler of t receives the arguments of a
// call, if the handler is called without an SDK. It returns nil for any other tool.
func (h *Handlers) Given(t *schemafacts.Tool) []types.Object {
	n := h.HandlerOf(t)
	return with(h, func(code *Package) []types.Object {
		if plain := code.plain[n]; plain != nil {
			return plain.given
		}
		return nil
	})
}

// TakesInput reports whether the handler of t has a parameter with a name and the type from
// which the input schema was inferred.
func (h *Handlers) TakesInput(t *schemafacts.Tool) bool {
	return with(h, func(code *Package) bool {
		v := code.input(code.HandlerOf(t, h.facts.Tools), t)
		return v != nil && v.Name() != "" && v.Name() != "_"
	})
}

// Handling returns how the handler of t uses the arguments of a call, also in helpers
// of its package and of imported packages. It returns nil if the handler is unknown.
// Tools with the same handler get the same pointer.
func (h *Handlers) Handling(t *schemafacts.Tool) *Handler {
	if n := h.HandlerOf(t); n != nil {
		wrapped := h.isWrapped(t)
		return with(h, func(code *Package) *Handler {
			key := handlerKey{n, wrapped && code.handles(n)}
			f, known := h.handles[key]
			if !known {
				f = code.Handles(n)
				f.All = f.All && !key.wrapped
				h.handles[key] = f
			}
			return f
		})
	}
	if h == nil || h.code == nil {
		return nil
	}
	return h.elsewhere(t)
}

// handlerKey identifies what [Handlers.Handling] returns.
type handlerKey struct {
	n       ast.Node
	wrapped bool
}

// isWrapped reports whether a literal of another package is registered in place of the package's
// handler of a tool. If it passes its request to the handler, it may read more arguments before.
func (h *Handlers) isWrapped(t *schemafacts.Tool) bool {
	return t.Handler == "" && t.HandlerPos.IsValid() && h.own.PackageAt(t.HandlerPos) != h.pass.Pkg.Path()
}

// FieldUses returns how the package uses some structs into which arguments are decoded.
func (h *Handlers) FieldUses(structs []types.Type) *FieldUses {
	return with(h, func(code *Package) *FieldUses { return newFieldUses(code, structs) })
}

// Uses returns the identifiers of the package that declare or denote an object, in source
// order.
func (h *Handlers) Uses(obj types.Object) []inspector.Cursor {
	return with(h, func(code *Package) []inspector.Cursor { return code.Tree.Uses(code.Info, obj) })
}

// UseOf returns what code of the package, except for tests, does with a field.
func (h *Handlers) UseOf(v *types.Var) FieldUse {
	return with(h, func(code *Package) FieldUse { return code.useOf(v) })
}

// OnlyTaken reports whether all code of the package uses the value of a variable or field as it
// is; see [Package.onlyTaken].
func (h *Handlers) OnlyTaken(v *types.Var, means bool) bool {
	return with(h, func(code *Package) bool { return code.onlyTaken(v, flowDepth, means) })
}

// Assertions returns the type assertions on arguments of a call in a declaration. given
// are variables that contain the arguments; see [Handlers.Given]. Their values report whether
// the arguments were compared with the schema.
func (h *Handlers) Assertions(decl ast.Decl, given map[types.Object]bool) []Assertion {
	return with(h, func(code *Package) []Assertion { return code.Assertions(decl, given) })
}

// Unclaimed returns the handlers of the package whose tools are unknown. A package
// that imports this one may register them.
func (h *Handlers) Unclaimed() []*Handler {
	if h == nil || h.facts.Whole || h.home() == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(h.home().Handlers), func(f *Handler) bool { return !f.Open })
}

// Answers returns the kinds of result that a handler may return, sorted: "error",
// "structured", "text" and "unknown". The handler must be a declaration or literal of
// the package with the results (*CallToolResult, error); for others Answers returns nil.
func (h *Handlers) Answers(handler ast.Node) []string {
	return with(h, func(code *Package) []string { return code.Answers(handler) })
}

// Contents returns expressions that a handler, a declaration or literal of the
// package, returns as structured content. The list may be incomplete.
func (h *Handlers) Contents(handler ast.Node) []ast.Expr {
	return with(h, func(code *Package) []ast.Expr { return code.Contents(handler) })
}

// Arguments returns the type into which the SDK decodes the arguments for a tool's
// handler; for a pointer, it returns the element type. It returns nil if the SDK does
// not decode and validate them or if the handler is unknown.
func (h *Handlers) Arguments(t *schemafacts.Tool) types.Type {
	n := h.HandlerOf(t)
	return with(h, func(code *Package) types.Type { return code.arguments(n) })
}

// isPlain reports whether no SDK calls the handler of a tool.
func (p *Package) isPlain(t *schemafacts.Tool) bool {
	return t.Dialect == schemafacts.ModelProviders || p.takesAll(t)
}

// takesAll reports whether a tool is a plain function of the package that takes all
// arguments in one map and has an explicit schema that names them.
func (p *Package) takesAll(t *schemafacts.Tool) bool {
	decl := p.declNamed(t.Handler)
	if t.Dialect != schemafacts.PlainFunctions || !t.Input().Has("properties") || decl == nil {
		return false
	}
	roles, _ := signature.Roles(signature.Func{Object: p.Info.Defs[decl.Name].(*types.Func)}, p.Options())
	return slices.Contains(roles, signature.Arguments)
}

// place returns the file, as a base name, and the line of a position.
func (p *Package) place(pos token.Pos) token.Position {
	at := realpos.Of(p.Fset, pos)
	if at.Filename != "" {
		at.Filename = filepath.Base(at.Filename)
	}
	return at
}
