package derive

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

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
}

// given is an expression, and which of its values is meant.
type given struct {
	e     ast.Expr
	index int
}

// findBetween looks for what stands between in the package.
func (p *deriver) findBetween() {
	if p.pass.TypesInfo == nil || p.sdk || p.dependency() {
		return
	}
	b := &betweens{p: p, info: p.pass.TypesInfo, values: map[types.Object][]given{}, calls: map[types.Object][]*ast.CallExpr{},
		bodies: map[types.Object]*ast.FuncDecl{}, judging: map[types.Object]bool{}, mentions: map[*ast.FuncDecl]mention{}}
	b.lists = sync.OnceValue(func() map[string]bool {
		out := map[string]bool{}
		for _, l := range p.gather(nil, func(f *Fact) []string { return f.Lists }) {
			out[strings.TrimPrefix(l, onlyFilter)] = true
		}
		return out
	})
	for _, d := range Dialects {
		b.surfaces = append(b.surfaces, &d.Surface)
	}
	for fn, d := range p.declarations() {
		b.bodies[fn] = d
	}
	for fn, d := range p.declarations() {
		if p.reaches && b.rewrites(d) {
			p.lists = append(p.lists, ir.Key(fn))
		}
	}
	b.streams()
	for _, f := range p.sources() {
		ast.Inspect(f, b.collect)
	}
	b.markFilters()
	for fn, calls := range b.calls {
		for _, call := range calls {
			b.speaks = b.speaks || b.serves(fn.(*types.Func), call)
		}
	}
	for _, f := range p.sources() {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				b.call(n)
			case *ast.CompositeLit:
				b.literal(n)
			}
			return true
		})
	}
}

func (b *betweens) add(pos token.Pos, reason string, http bool) {
	at := b.p.pass.Fset.Position(pos)
	place := fmt.Sprintf("%s:%d", path.Join(b.p.pass.Pkg.Path(), filepath.Base(at.Filename)), at.Line)
	b.p.between = append(b.p.between, Between{At: place, Reason: reason, HTTP: http, pos: pos})
}

// collect takes note of what variables and fields are set to.
func (b *betweens) collect(n ast.Node) bool {
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
	case *ast.Ident:
		if v, ok := b.info.Uses[n].(*types.Var); ok && v.Pkg() != nil && v.Pkg().Path() == "os" && v.Name() == "Stdin" {
			b.speaks = true
		}
	case *ast.CallExpr:
		if fn := b.callee(n); fn != nil {
			b.calls[fn] = append(b.calls[fn], n)
		}
	}
	return true
}

// serves reports whether a call serves clients elsewhere.
func (b *betweens) serves(fn *types.Func, call *ast.CallExpr) bool {
	for _, s := range b.surfaces {
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
	name := fn.FullName()
	for _, s := range b.surfaces {
		for _, i := range s.Serve[name] {
			if i < len(call.Args) {
				if why := b.judge(given{call.Args[i], 0}, 0); why != "" {
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

// rewrites reports whether a piece of syntax looks at the list of tools: it names
// the method, or the type of the answer, or calls a function that does.
func (b *betweens) rewrites(n ast.Node) bool {
	seen := map[*ast.FuncDecl]bool{}
	for work := []mention{b.mention(n)}; len(work) > 0; work = work[1:] {
		if work[0].list {
			return true
		}
		for _, d := range work[0].calls {
			if !seen[d] {
				seen[d] = true
				work = append(work, b.mentionOf(d))
			}
		}
	}
	return false
}

// mention is what a piece of syntax says of the list of tools.
type mention struct {
	list  bool            // it names it, or a function of another package that looks at it
	calls []*ast.FuncDecl // the package's functions that it calls
}

// mentionOf is mention for a function, whose syntax is walked once.
func (b *betweens) mentionOf(d *ast.FuncDecl) mention {
	m, ok := b.mentions[d]
	if !ok {
		m = b.mention(d)
		b.mentions[d] = m
	}
	return m
}

func (b *betweens) mention(n ast.Node) (m mention) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn := b.callee(n); fn != nil {
				if d := b.bodies[fn]; d != nil && d.Body != nil {
					m.calls = append(m.calls, d)
				} else {
					m.list = m.list || b.inLists(fn)
				}
			}
		case *ast.Ident:
			if tn, ok := b.info.Uses[n].(*types.TypeName); ok {
				for _, s := range b.surfaces {
					m.list = m.list || s.List != "" && typeKey(tn.Type()) == s.List
				}
			}
		}
		if e, ok := n.(ast.Expr); ok {
			if tv := b.info.Types[e]; tv.Value != nil && tv.Value.Kind() == constant.String {
				m.list = m.list || constant.StringVal(tv.Value) == "tools/list"
			}
		}
		return !m.list
	})
	return m
}

// looksAtList reports whether a middleware looks at the list of tools.
func (b *betweens) looksAtList(e ast.Expr, depth int) bool {
	e = ast.Unparen(e)
	if b.rewrites(e) || depth > 4 {
		return b.rewrites(e)
	}
	switch obj := b.object(e).(type) {
	case *types.Func:
		if d := b.bodies[obj.Origin()]; d != nil {
			return b.rewrites(d)
		}
		return b.inLists(obj.Origin())
	case *types.Var:
		for _, v := range b.values[obj] {
			if b.looksAtList(v.e, depth+1) {
				return true
			}
		}
	}
	return false
}

// inLists reports whether another package's function looks at the list.
func (b *betweens) inLists(fn *types.Func) bool { return b.lists()[ir.Key(fn)] }

// markFilters marks the functions of the package that look at the list of tools
// and change none.
func (b *betweens) markFilters() {
	for fn, d := range b.bodies {
		if i := slices.Index(b.p.lists, ir.Key(fn.(*types.Func))); i >= 0 && b.filters(d) {
			b.p.lists[i] = onlyFilter + b.p.lists[i]
		}
	}
	slices.Sort(b.p.lists)
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
