package intercept

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/realpos"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/source"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"golang.org/x/tools/go/types/typeutil"
)

// Between is code of a program between its server and the clients.
type Between struct {
	// At is the position of the code: the import path, file and line. Reason
	// describes it.
	At, Reason string
	// Filter reports whether the code removes tools and changes none.
	Filter bool

	pos token.Pos
}

// Found is the result of [Find] for one package, or of [Unite] for several.
type Found struct {
	// Between are the places.
	Between []Between
	// Lists are functions that mention the list of tools, with a "~" if they change no
	// tool.
	Lists []string
}

// Unite merges the results of several packages, sorted, without duplicates.
func Unite(parts ...Found) Found {
	var out Found
	for _, f := range parts {
		out.Between, out.Lists = append(out.Between, f.Between...), append(out.Lists, f.Lists...)
	}
	slices.SortStableFunc(out.Between, func(a, b Between) int {
		return cmp.Or(strings.Compare(a.At, b.At), strings.Compare(a.Reason, b.Reason))
	})
	out.Between = slices.CompactFunc(out.Between, func(a, b Between) bool { return a.At == b.At && a.Reason == b.Reason })
	slices.Sort(out.Lists)
	out.Lists = slices.Compact(out.Lists)
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
			if !t.RegPos.IsValid() {
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
	bodies       map[*types.Func]*ast.FuncDecl
	// direct are the functions of the package that mention the list of tools themselves,
	// users those that do so directly or through others.
	direct, users map[*ast.FuncDecl]bool
}

// Find finds the code between servers and clients in a package. below is the result for
// the packages that it imports.
func Find(pkg *source.Package, below Found) Found {
	b := &finder{pkg: pkg, info: pkg.Pass.TypesInfo, below: below, bodies: map[*types.Func]*ast.FuncDecl{}, direct: map[*ast.FuncDecl]bool{}, users: map[*ast.FuncDecl]bool{}}
	for _, d := range dialects.All {
		b.surfaces = append(b.surfaces, &d.Surface)
	}
	for fn, d := range pkg.Declarations() {
		b.bodies[fn] = d
	}
	b.findUsers()
	for fn, d := range b.bodies {
		if b.users[d] && b.leavesTools(d) {
			b.found.Lists = append(b.found.Lists, filter+ir.Key(fn))
		} else if b.users[d] {
			b.found.Lists = append(b.found.Lists, ir.Key(fn))
		}
	}
	slices.Sort(b.found.Lists)
	if len(b.users)+len(below.Lists) == 0 && !b.mayFilter() {
		return b.found
	}
	for _, f := range pkg.Files() {
		for _, decl := range f.Decls {
			within, _ := decl.(*ast.FuncDecl)
			for n := range pkg.Tree.In(decl, (*ast.CallExpr)(nil), (*ast.CompositeLit)(nil)) {
				switch n := n.(type) {
				case *ast.CallExpr:
					b.middleware(n)
					if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "ServeHTTP" && len(n.Args) == 2 && b.direct[within] && !types.IsInterface(b.info.TypeOf(n.Args[0])) {
						b.stream(n.Args[0])
					}
				case *ast.CompositeLit:
					if b.isStream(b.info.TypeOf(n)) {
						b.stream(n)
					}
				}
			}
		}
	}
	return b.found
}

func (b *finder) add(pos token.Pos, reason string, filter bool) {
	at := realpos.Of(b.pkg.Pass.Fset, pos)
	place := fmt.Sprintf("%s:%d", path.Join(b.pkg.Pass.Pkg.Path(), filepath.Base(at.Filename)), at.Line)
	b.found.Between = append(b.found.Between, Between{At: place, Reason: reason, Filter: filter, pos: pos})
}

// middleware adds the arguments of a call that adds middleware, if they mention the list, and
// filters that may change a tool.
func (b *finder) middleware(call *ast.CallExpr) {
	fn := b.callee(call)
	if fn == nil {
		return
	}
	name := fn.FullName()
	in := func(list func(*sdk.Surface) []string) bool {
		return slices.ContainsFunc(b.surfaces, func(s *sdk.Surface) bool { return slices.Contains(list(s), name) })
	}
	filters := in(func(s *sdk.Surface) []string { return s.Filters })
	if !filters && !in(func(s *sdk.Surface) []string { return s.Middleware }) {
		return
	}
	for _, arg := range call.Args {
		switch name := fn.Name() + "(" + nameOf(arg) + ")"; {
		case filters && b.filters(arg), !filters && !b.mentionsList(arg):
		case b.filters(arg):
			b.add(arg.Pos(), "listed if "+name+" lets it through", true)
		default:
			b.add(arg.Pos(), "listed through "+name+", which may rewrite the list", false)
		}
	}
}

// mayFilter reports whether the package imports a package with filters.
func (b *finder) mayFilter() bool {
	return slices.ContainsFunc(b.pkg.Pass.Pkg.Imports(), func(p *types.Package) bool {
		return slices.ContainsFunc(b.surfaces, func(s *sdk.Surface) bool {
			return slices.ContainsFunc(s.Filters, func(key string) bool { return ir.PkgOf(key) == p.Path() })
		})
	})
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

// stream adds a writer, reader or transport.
func (b *finder) stream(e ast.Expr) {
	name := types.TypeString(b.info.TypeOf(e), func(p *types.Package) string { return p.Name() })
	b.add(e.Pos(), "listed through "+name+", which may change it", false)
}

// isStream reports whether values of a type read or write messages, and a method of the type
// mentions the list of tools.
func (b *finder) isStream(t types.Type) bool {
	if t == nil || ir.IsInterface(t) {
		return false
	}
	streams, mentions := false, false
	for m := range types.NewMethodSet(types.NewPointer(jsonfields.Pointee(t))).Methods() {
		fn := m.Obj().(*types.Func)
		streams = streams || slices.Contains([]string{"Read", "Write", "Connect"}, fn.Name())
		mentions = mentions || b.mentions(fn)
	}
	return streams && mentions
}

// callee returns the function that a call names, or nil.
func (b *finder) callee(call *ast.CallExpr) *types.Func {
	if fn, ok := typeutil.Callee(b.info, call).(*types.Func); ok {
		return fn.Origin()
	}
	return nil
}

// function returns the function that an expression names, or nil.
func (b *finder) function(e ast.Expr) *types.Func {
	if fn, ok := b.object(e).(*types.Func); ok {
		return fn.Origin()
	}
	return nil
}

// object returns what an identifier or selector names, or nil.
func (b *finder) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return b.info.ObjectOf(e)
	case *ast.SelectorExpr:
		return b.info.Uses[e.Sel]
	}
	return nil
}
