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
	// it. Lists are functions that mention the list of tools, with a "~" if they change no
	// tool.
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
	// the result index if it is a call with several results. calls are the calls of
	// functions.
	values  map[types.Object][]exprResult
	calls   map[types.Object][]*ast.CallExpr
	bodies  map[types.Object]*ast.FuncDecl
	judging map[types.Object]bool
	// users are the functions of the package that mention the list of tools, directly or
	// through others. handlers are what may hold the HTTP handler of a server.
	users    map[*ast.FuncDecl]bool
	handlers map[types.Object]bool
}

// exprResult is an expression, with the index of one result if the expression has several.
type exprResult struct {
	e     ast.Expr
	index int
}

// Find finds the code between servers and clients in a package. below is the result for
// the packages that it imports. If lists is set, the package reaches an SDK, and Find
// also finds functions that mention the list of tools.
func Find(pkg *source.Package, below Found, lists bool) Found {
	b := &finder{pkg: pkg, info: pkg.Pass.TypesInfo, below: below, values: map[types.Object][]exprResult{}, calls: map[types.Object][]*ast.CallExpr{},
		bodies: map[types.Object]*ast.FuncDecl{}, judging: map[types.Object]bool{}, named: map[string]bool{}}
	for _, d := range dialects.All {
		b.surfaces = append(b.surfaces, &d.Surface)
		for _, key := range slices.Concat(slices.Collect(maps.Keys(d.Surface.Serve)), d.Surface.HTTP, d.Surface.Middleware) {
			b.named[key[strings.LastIndexByte(key, '.')+1:]] = true
		}
	}
	for fn, d := range pkg.Declarations() {
		b.bodies[fn] = d
	}
	if lists {
		b.users = b.findUsers()
		for fn, d := range pkg.Declarations() {
			if b.users[d] && b.leavesTools(d) {
				b.found.Lists = append(b.found.Lists, filter+ir.Key(fn))
			} else if b.users[d] {
				b.found.Lists = append(b.found.Lists, ir.Key(fn))
			}
		}
		slices.Sort(b.found.Lists)
	}
	b.streams()
	for _, f := range pkg.Files() {
		for n := range pkg.Tree.In(f, (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.KeyValueExpr)(nil), (*ast.CompositeLit)(nil), (*ast.CallExpr)(nil)) {
			b.collect(n)
		}
	}
	for _, f := range pkg.Files() {
		for n := range pkg.Tree.In(f, (*ast.CallExpr)(nil), (*ast.CompositeLit)(nil)) {
			switch n := n.(type) {
			case *ast.CallExpr:
				b.call(n)
			case *ast.CompositeLit:
				if why := b.judgeFields(n, 0); why != "" && !b.clients(n) {
					b.add(n.Pos(), why, false)
				}
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
				if why := b.judge(exprResult{call.Args[i], 0}, 0); why != "" {
					b.add(call.Args[i].Pos(), why, false)
				}
			}
		}
		b.found.ServesHTTP = b.found.ServesHTTP || slices.Contains(s.HTTP, name)
		if slices.Contains(s.Middleware, name) {
			for _, arg := range call.Args {
				if !b.mentionsList(arg, 0) {
					continue
				}
				if b.filters(arg, 0) {
					b.add(arg.Pos(), fmt.Sprintf("listed if %s(%s) lets it through", fn.Name(), nameOf(arg)), false)
					b.found.Between[len(b.found.Between)-1].Filter = true
				} else {
					b.add(arg.Pos(), fmt.Sprintf("listed through %s(%s), which may rewrite the list", fn.Name(), nameOf(arg)), false)
				}
			}
		}
	}
	if fn.Name() == "ServeHTTP" && len(call.Args) == 2 && b.mayHandle(call) {
		if why := b.judge(exprResult{call.Args[0], 0}, 0); why != "" {
			b.add(call.Args[0].Pos(), why, true)
		}
	}
}

// nameOf returns the function that an argument names or calls, or a description of it.
func nameOf(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return nameOf(e.Fun)
	case *ast.Ident, *ast.SelectorExpr:
		return types.ExprString(e)
	}
	return "a function literal"
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
