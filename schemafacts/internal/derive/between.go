package derive

import (
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

	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// What a program puts between its server and the clients may rewrite the list of
// tools: a reader or writer of its own around standard output, a transport, a
// ResponseWriter that keeps the answer of a handler, a middleware. Then what is
// registered is not what is listed. Such places are looked for in syntax and
// types: that something of the program's own stands there is enough, unless it
// visibly passes on what it is given. The tools that a package registers, or
// one that imports it, are untraced then.

// Between is a place where a program stands between its server and the clients.
type Between struct {
	// At is the place, by import path, and Reason what stands there.
	At, Reason string
	// HTTP says that it concerns servers of HTTP only.
	HTTP bool
	// Filter says that it leaves out tools and changes none.
	Filter bool

	pos token.Pos
}

// betweens looks for what stands between in one package.
type betweens struct {
	p        *deriver
	info     *types.Info
	surfaces []*sdk.Surface
	// named are the last names of the surfaces' functions: most calls are of
	// others, and a full name costs more than all else that is done about a call.
	named map[string]bool
	// values are what variables and fields are set to, and which result of a
	// call with several; calls are those of the package's functions, and
	// returns their results.
	values  map[types.Object][]given
	calls   map[types.Object][]*ast.CallExpr
	bodies  map[types.Object]*ast.FuncDecl
	judging map[types.Object]bool
	// mentions are what functions say of the list of tools, and lists are the
	// functions of other packages that look at it.
	mentions map[*ast.FuncDecl]mention
	lists    func() map[string]bool
	// speaks says that the package reads standard input or serves otherwise
	// than over a pipe: what a pipe brings may go on from there.
	speaks bool
	// piped says that something judged led to a pipe.
	piped bool
	// served are the servers that clients are given without a pipe.
	served []which
	// asked counts what [betweens.which] has looked at for one question.
	asked int
}

// given is an expression, and which of its values is meant.
type given struct {
	e     ast.Expr
	index int
}

// findBetween looks for what stands between in the package.
func (p *deriver) findBetween() {
	if p.Pass.TypesInfo == nil || p.sdk || p.Downloaded() {
		return
	}
	b := &betweens{p: p, info: p.Pass.TypesInfo, values: map[types.Object][]given{}, calls: map[types.Object][]*ast.CallExpr{},
		bodies: map[types.Object]*ast.FuncDecl{}, judging: map[types.Object]bool{}, mentions: map[*ast.FuncDecl]mention{}, named: map[string]bool{}}
	b.lists = sync.OnceValue(func() map[string]bool {
		out := map[string]bool{}
		for _, l := range p.gather(nil, func(f *Fact) []string { return f.Lists }) {
			out[strings.TrimPrefix(l, onlyFilter)] = true
		}
		return out
	})
	for _, d := range dialects.All {
		b.surfaces = append(b.surfaces, &d.Surface)
		for _, key := range slices.Concat(slices.Collect(maps.Keys(d.Surface.Serve)), d.Surface.HTTP, d.Surface.Middleware) {
			b.named[key[strings.LastIndexByte(key, '.')+1:]] = true
		}
	}
	for fn, d := range p.Declarations() {
		b.bodies[fn] = d
	}
	for fn, d := range p.Declarations() {
		if p.reaches && b.rewritten(b.mentionOf(d)) {
			p.lists = append(p.lists, ir.Key(fn))
		}
	}
	b.streams()
	for _, f := range p.Files() {
		for n := range p.Tree.In(f, (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.KeyValueExpr)(nil), (*ast.CompositeLit)(nil), (*ast.Ident)(nil), (*ast.CallExpr)(nil)) {
			b.collect(n)
		}
	}
	b.markFilters()
	for fn, calls := range b.calls {
		for _, call := range calls {
			b.speaks = b.speaks || b.serves(fn.(*types.Func), call)
		}
	}
	for _, f := range p.Files() {
		for n := range p.Tree.In(f, (*ast.CallExpr)(nil), (*ast.CompositeLit)(nil)) {
			switch n := n.(type) {
			case *ast.CallExpr:
				b.call(n)
			case *ast.CompositeLit:
				b.literal(n)
			}
		}
	}
}

func (b *betweens) add(pos token.Pos, reason string, http bool) {
	at := b.p.Pass.Fset.Position(pos)
	place := fmt.Sprintf("%s:%d", path.Join(b.p.Pass.Pkg.Path(), filepath.Base(at.Filename)), at.Line)
	b.p.between = append(b.p.between, Between{At: place, Reason: reason, HTTP: http, pos: pos})
}

// collect takes note of what variables and fields are set to.
func (b *betweens) collect(n ast.Node) {
	set := func(lhs ast.Expr, v given) {
		if obj := b.object(lhs); obj != nil {
			b.values[obj] = append(b.values[obj], v)
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, l := range n.Lhs {
			if len(n.Rhs) == len(n.Lhs) {
				set(l, given{n.Rhs[i], 0})
			} else {
				set(l, given{n.Rhs[0], i})
			}
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			switch len(n.Values) {
			case 0:
			case len(n.Names):
				set(name, given{n.Values[i], 0})
			default:
				set(name, given{n.Values[0], i})
			}
		}
	case *ast.KeyValueExpr:
		if id, ok := n.Key.(*ast.Ident); ok {
			if v, ok := b.info.Uses[id].(*types.Var); ok && v.IsField() {
				set(id, given{n.Value, 0})
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

// collectFields takes note of the fields that a literal sets by their order.
func (b *betweens) collectFields(lit *ast.CompositeLit) {
	t := b.info.TypeOf(lit)
	if t == nil {
		return
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem() // left out in a list of such literals
	}
	st, ok := t.Underlying().(*types.Struct)
	for i, e := range lit.Elts {
		if _, keyed := e.(*ast.KeyValueExpr); ok && !keyed && i < st.NumFields() {
			b.values[st.Field(i)] = append(b.values[st.Field(i)], given{e, 0})
		}
	}
}

// serves reports whether a call serves clients elsewhere.
func (b *betweens) serves(fn *types.Func, call *ast.CallExpr) bool {
	for _, s := range b.of(fn) {
		for _, i := range s.Serve[fn.FullName()] {
			if i >= len(call.Args) {
				continue
			}
			b.piped = false
			if b.judge(given{call.Args[i], 0}, 0); !b.piped {
				return true
			}
		}
		if slices.Contains(s.HTTP, fn.FullName()) {
			return true
		}
	}
	return fn.Pkg() != nil && fn.Pkg().Path() == "net/http" && strings.HasPrefix(fn.Name(), "ListenAndServe")
}

// of returns the surfaces that may have a function.
func (b *betweens) of(fn *types.Func) []*sdk.Surface {
	if b.named[fn.Name()] {
		return b.surfaces
	}
	return nil
}

// object returns the variable, field or function that an expression names.
func (b *betweens) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return b.info.ObjectOf(e)
	case *ast.SelectorExpr:
		return b.info.Uses[e.Sel]
	}
	return nil
}

func (b *betweens) callee(call *ast.CallExpr) *types.Func {
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

// call looks at a call of an SDK's function, or of a handler of HTTP.
func (b *betweens) call(call *ast.CallExpr) {
	fn := b.callee(call)
	if fn == nil {
		return
	}
	for _, s := range b.of(fn) {
		name := fn.FullName()
		for _, i := range s.Serve[name] {
			if i < len(call.Args) {
				b.piped = false
				if why := b.judge(given{call.Args[i], 0}, 0); why != "" && !(b.piped && b.straight(call)) {
					b.add(call.Args[i].Pos(), why, false)
				}
			}
		}
		b.p.servesHTTP = b.p.servesHTTP || slices.Contains(s.HTTP, name)
		if slices.Contains(s.Middleware, name) {
			for _, arg := range call.Args {
				if !b.looksAtList(arg, 0) {
					continue
				}
				if filter := b.onlyFilters(arg, 0); filter {
					b.add(arg.Pos(), "listed if a middleware lets it through", false)
					b.p.between[len(b.p.between)-1].Filter = true
				} else {
					b.add(arg.Pos(), "listed through a middleware that looks at the list of tools", false)
				}
			}
		}
	}
	if fn.Name() == "ServeHTTP" && len(call.Args) == 2 {
		if why := b.judge(given{call.Args[0], 0}, 0); why != "" {
			b.add(call.Args[0].Pos(), why, true)
		}
	}
}

// literal looks at a transport.
func (b *betweens) literal(lit *ast.CompositeLit) {
	if why := b.judgeFields(lit, 0); why != "" {
		b.add(lit.Pos(), why, false)
	}
}

// allStreams, allLists and allBetween are what the package and those below it
// have.
func (p *deriver) allStreams() []string {
	return p.gather(p.streams, func(f *Fact) []string { return f.Streams })
}

func (p *deriver) allLists() []string {
	return p.gather(p.lists, func(f *Fact) []string { return f.Lists })
}

func (p *deriver) gather(own []string, of func(*Fact) []string) []string {
	out := slices.Clone(own)
	for _, f := range p.facts {
		out = append(out, of(f)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (p *deriver) allBetween() (list []Between, serves bool) {
	list, serves = slices.Clone(p.between), p.servesHTTP
	for _, f := range p.facts {
		list, serves = append(list, f.Between...), serves || f.ServesHTTP
	}
	slices.SortStableFunc(list, func(a, b Between) int {
		if c := strings.Compare(a.At, b.At); c != 0 {
			return c
		}
		return strings.Compare(a.Reason, b.Reason)
	})
	return slices.CompactFunc(list, func(a, b Between) bool { return a.At == b.At && a.Reason == b.Reason }), serves
}

// markBetween notes in tools that are registered what stands between.
func (p *deriver) markBetween(tools []*tool.Tool) {
	list, serves := p.allBetween()
	for _, t := range tools {
		for _, b := range list {
			if !t.RegPos.IsValid() || b.HTTP && !serves {
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
