package intercept

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/schemavet/schemavet/internal/realpos"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/source"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// Between is code of a program between its server and the clients.
type Between struct {
	// At is the position of the code: the import path, file and line. Reason
	// describes it.
	At, Reason string
	// HTTP reports whether only HTTP servers are affected.
	HTTP bool
	// Filter reports whether the code removes tools and changes none.
	Filter bool

	pos token.Pos
}

// Found is the result of [Find] for one package, or of [Unite] for several.
type Found struct {
	// Between are the places.
	Between []Between
	// Streams are types that pass on their input, and with a "!" types that may change
	// it. Lists are functions that use the list of tools, and with a "~" functions that
	// only filter it.
	Streams, Lists []string
	// ServesHTTP reports whether an HTTP handler is made from a server.
	ServesHTTP bool
}

// Unite merges the results of several packages, sorted, without duplicates.
func Unite(parts ...Found) Found {
	var out Found
	for _, f := range parts {
		out.Between, out.ServesHTTP = append(out.Between, f.Between...), out.ServesHTTP || f.ServesHTTP
		out.Streams, out.Lists = append(out.Streams, f.Streams...), append(out.Lists, f.Lists...)
	}
	slices.SortStableFunc(out.Between, func(a, b Between) int {
		return cmp.Or(strings.Compare(a.At, b.At), strings.Compare(a.Reason, b.Reason))
	})
	out.Between = slices.CompactFunc(out.Between, func(a, b Between) bool { return a.At == b.At && a.Reason == b.Reason })
	slices.Sort(out.Streams)
	slices.Sort(out.Lists)
	out.Streams, out.Lists = slices.Compact(out.Streams), slices.Compact(out.Lists)
	return out
}

// Unplaced returns f without token positions. A fact stores f, and its bytes must be
// the same in all processes.
func (f Found) Unplaced() Found {
	f.Between = slices.Clone(f.Between)
	for i := range f.Between {
		f.Between[i].pos = token.NoPos
	}
	return f
}

// Filters returns the entries of Between that remove tools and change none.
func (f Found) Filters() []Between {
	return slices.DeleteFunc(slices.Clone(f.Between), func(b Between) bool { return !b.Filter })
}

// Mark adds the entries of Between to the registered tools that they affect.
func (f Found) Mark(tools []*tool.Tool) {
	for _, t := range tools {
		for _, b := range f.Between {
			if !t.RegPos.IsValid() || b.HTTP && !f.ServesHTTP {
				continue
			}
			hop := tool.Hop{Pos: b.pos, Text: b.Reason}
			if !b.pos.IsValid() {
				hop = tool.Hop{Pos: t.RegPos, Text: b.Reason + ", at " + b.At}
			}
			if b.Filter {
				t.Filtered = append(t.Filtered, hop)
			} else {
				t.Between = append(t.Between, hop)
			}
		}
	}
}

// finder finds code between servers and clients in one package.
type finder struct {
	pkg  *source.Package
	info *types.Info
	// found is the result for the package, below that for the packages that it imports.
	found, below Found
	surfaces     []*sdk.Surface
	// named are the last elements of the names of the surfaces' functions. They exclude
	// most calls quickly, because a full name is expensive.
	named map[string]bool
	// values are the expressions that are assigned to variables and fields, each with
	// the result index if it is a call with several results. calls are the calls of the
	// package's functions.
	values  map[types.Object][]exprResult
	calls   map[types.Object][]*ast.CallExpr
	bodies  map[types.Object]*ast.FuncDecl
	judging map[types.Object]bool
	// mentions caches how functions use the list of tools. lists are the functions of
	// other packages that use it.
	mentions map[*ast.FuncDecl]mention
	lists    func() map[string]bool
	// users are the functions that use the list of tools, directly or through others.
	users func() map[*ast.FuncDecl]bool
	// speaks reports whether the package reads standard input or serves without a
	// pipe. Then it may pass on to clients what it reads from a pipe.
	speaks bool
	// piped is set if the value that judge examined is one end of a pipe.
	piped bool
	// served are the servers that clients see without a pipe.
	served []serverRef
	// asked counts the steps of [finder.which] for one query.
	asked int
}

// exprResult is an expression, with the index of one result if the expression has several.
type exprResult struct {
	e     ast.Expr
	index int
}

// Find finds the code between servers and clients in a package. below is the result for
// the packages that it imports. If lists is set, the package reaches an SDK, and Find
// also finds functions that use the list of tools.
func Find(pkg *source.Package, below Found, lists bool) Found {
	b := &finder{pkg: pkg, info: pkg.Pass.TypesInfo, below: below, values: map[types.Object][]exprResult{}, calls: map[types.Object][]*ast.CallExpr{},
		bodies: map[types.Object]*ast.FuncDecl{}, judging: map[types.Object]bool{}, mentions: map[*ast.FuncDecl]mention{}, named: map[string]bool{}}
	b.lists = sync.OnceValue(func() map[string]bool {
		out := map[string]bool{}
		for _, l := range below.Lists {
			out[strings.TrimPrefix(l, onlyFilter)] = true
		}
		return out
	})
	b.users = sync.OnceValue(b.usersOfList)
	for _, d := range dialects.All {
		b.surfaces = append(b.surfaces, &d.Surface)
		for _, key := range slices.Concat(slices.Collect(maps.Keys(d.Surface.Serve)), d.Surface.HTTP, d.Surface.Middleware) {
			b.named[key[strings.LastIndexByte(key, '.')+1:]] = true
		}
	}
	for fn, d := range pkg.Declarations() {
		b.bodies[fn] = d
	}
	for fn, d := range pkg.Declarations() {
		if lists && b.rewritten(b.mentionOf(d)) {
			b.found.Lists = append(b.found.Lists, ir.Key(fn))
		}
	}
	b.streams()
	for _, f := range pkg.Files() {
		for n := range pkg.Tree.In(f, (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.KeyValueExpr)(nil), (*ast.CompositeLit)(nil), (*ast.Ident)(nil), (*ast.CallExpr)(nil)) {
			b.collect(n)
		}
	}
	b.markFilters()
	for fn, calls := range b.calls {
		for _, call := range calls {
			b.speaks = b.speaks || b.serves(fn.(*types.Func), call)
		}
	}
	for _, f := range pkg.Files() {
		for n := range pkg.Tree.In(f, (*ast.CallExpr)(nil), (*ast.CompositeLit)(nil)) {
			switch n := n.(type) {
			case *ast.CallExpr:
				b.call(n)
			case *ast.CompositeLit:
				b.literal(n)
			}
		}
	}
	return b.found
}

func (b *finder) add(pos token.Pos, reason string, http bool) {
	at := realpos.Of(b.pkg.Pass.Fset, pos)
	place := fmt.Sprintf("%s:%d", path.Join(b.pkg.Pass.Pkg.Path(), filepath.Base(at.Filename)), at.Line)
	b.found.Between = append(b.found.Between, Between{At: place, Reason: reason, HTTP: http, pos: pos})
}

// collect records the expressions that a node assigns to variables and fields, the
// calls, and the use of standard input.
func (b *finder) collect(n ast.Node) {
	set := func(lhs ast.Expr, v exprResult) {
		if obj := b.object(lhs); obj != nil {
			b.values[obj] = append(b.values[obj], v)
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, l := range n.Lhs {
			if len(n.Rhs) == len(n.Lhs) {
				set(l, exprResult{n.Rhs[i], 0})
			} else {
				set(l, exprResult{n.Rhs[0], i})
			}
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			switch len(n.Values) {
			case 0:
			case len(n.Names):
				set(name, exprResult{n.Values[i], 0})
			default:
				set(name, exprResult{n.Values[0], i})
			}
		}
	case *ast.KeyValueExpr:
		if id, ok := n.Key.(*ast.Ident); ok {
			if v, ok := b.info.Uses[id].(*types.Var); ok && v.IsField() {
				set(id, exprResult{n.Value, 0})
			}
		}
	case *ast.CompositeLit:
		b.collectFields(n)
	case *ast.Ident:
		if n.Name != "Stdin" {
			break
		}
		if v, ok := b.info.Uses[n].(*types.Var); ok && v.Pkg() != nil && v.Pkg().Path() == "os" {
			b.speaks = true
		}
	case *ast.CallExpr:
		if fn := b.callee(n); fn != nil {
			b.calls[fn] = append(b.calls[fn], n)
		}
	}
}

// collectFields records the values that a composite literal without keys gives to
// fields.
func (b *finder) collectFields(lit *ast.CompositeLit) {
	t := b.info.TypeOf(lit)
	if t == nil {
		return
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem() // a list of literals may omit the type
	}
	st, ok := t.Underlying().(*types.Struct)
	for i, e := range lit.Elts {
		if _, keyed := e.(*ast.KeyValueExpr); ok && !keyed && i < st.NumFields() {
			b.values[st.Field(i)] = append(b.values[st.Field(i)], exprResult{e, 0})
		}
	}
}

// serves reports whether a call serves clients without a pipe.
func (b *finder) serves(fn *types.Func, call *ast.CallExpr) bool {
	for _, s := range b.of(fn) {
		for _, i := range s.Serve[fn.FullName()] {
			if i >= len(call.Args) {
				continue
			}
			b.piped = false
			if b.judge(exprResult{call.Args[i], 0}, 0); !b.piped {
				return true
			}
		}
		if slices.Contains(s.HTTP, fn.FullName()) {
			return true
		}
	}
	return fn.Pkg() != nil && fn.Pkg().Path() == "net/http" && strings.HasPrefix(fn.Name(), "ListenAndServe")
}

// of returns all of b.surfaces if one of them lists a function whose last name element
// is the name of fn, and nil otherwise. A surface lists the functions of one SDK that
// can change messages. The caller compares the full names.
func (b *finder) of(fn *types.Func) []*sdk.Surface {
	if b.named[fn.Name()] {
		return b.surfaces
	}
	return nil
}

// object returns the variable, field or function that an expression denotes.
func (b *finder) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return b.info.ObjectOf(e)
	case *ast.SelectorExpr:
		return b.info.Uses[e.Sel]
	}
	return nil
}

func (b *finder) callee(call *ast.CallExpr) *types.Func {
	fun := ast.Unparen(call.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	}
	if fn, ok := b.object(fun).(*types.Func); ok {
		return fn.Origin()
	}
	return nil
}

// call adds the code that a call puts between a server and its clients.
func (b *finder) call(call *ast.CallExpr) {
	fn := b.callee(call)
	if fn == nil {
		return
	}
	for _, s := range b.of(fn) {
		name := fn.FullName()
		for _, i := range s.Serve[name] {
			if i < len(call.Args) {
				b.piped = false
				if why := b.judge(exprResult{call.Args[i], 0}, 0); why != "" && !(b.piped && b.withoutPipe(call)) {
					b.add(call.Args[i].Pos(), why, false)
				}
			}
		}
		b.found.ServesHTTP = b.found.ServesHTTP || slices.Contains(s.HTTP, name)
		if slices.Contains(s.Middleware, name) {
			for _, arg := range call.Args {
				if !b.looksAtList(arg, 0) {
					continue
				}
				if filter := b.onlyFilters(arg, 0); filter {
					b.add(arg.Pos(), "listed if a middleware lets it through", false)
					b.found.Between[len(b.found.Between)-1].Filter = true
				} else {
					b.add(arg.Pos(), "listed through a middleware that looks at the list of tools", false)
				}
			}
		}
	}
	if fn.Name() == "ServeHTTP" && len(call.Args) == 2 {
		if why := b.judge(exprResult{call.Args[0], 0}, 0); why != "" {
			b.add(call.Args[0].Pos(), why, true)
		}
	}
}

// literal adds the code that a composite literal puts into a transport.
func (b *finder) literal(lit *ast.CompositeLit) {
	if why := b.judgeFields(lit, 0); why != "" {
		b.add(lit.Pos(), why, false)
	}
}
