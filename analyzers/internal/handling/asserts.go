package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"maps"
	"slices"

	"github.com/schemavet/schemavet/internal/enclosing"
	"golang.org/x/tools/go/types/typeutil"
)

// Assertion is a type assertion on an argument, or on the value that contains all
// arguments.
type Assertion struct {
	Expr *ast.TypeAssertExpr
	// Key is the name of the argument, or "" for all arguments.
	Key string
	// Checked reports whether the SDK has compared the arguments with the schema.
	Checked bool
	// Decoded reports whether decoded JSON may have the asserted type.
	Decoded bool
	// Direct reports whether the expression that reads the argument is asserted itself, so
	// that a missing argument and one of another type look alike.
	Direct bool
	// WithOK reports whether the assertion has a second result, so that it does not panic.
	WithOK bool
	// Guarded reports whether the function checks somewhere that there is such a value, or
	// passes it to a call. Present reports whether it only checks that there is one, of any
	// type.
	Guarded, Present bool
	// Others reports whether the function also asserts another type that decoded JSON may
	// have.
	Others bool
	// Recovers reports whether the declaration calls recover.
	Recovers bool
}

// Assertions returns the type assertions on arguments in a declaration, except for
// arguments that the declaration sets itself. given are variables that contain the
// arguments in handlers that no SDK calls, with whether they were compared with the
// schema.
func (p *Package) Assertions(decl ast.Decl, given map[types.Object]bool) []Assertion {
	if !has(p.Tree.In(decl, (*ast.TypeAssertExpr)(nil))) {
		return nil
	}
	if p.passed == nil {
		p.passOn(given)
	}
	a := p.assertsIn(decl, given)
	for key, level := range p.guards {
		if a.helper {
			a.guards(nil, key, level)
		}
	}
	return a.list()
}

// assertsIn examines a declaration.
func (p *Package) assertsIn(decl ast.Decl, given map[types.Object]bool) *asserts {
	s := newScan(p, nil)
	s.strict = true
	a := &asserts{scan: s, given: given, guarded: map[guardedIn]guard{}, withOK: map[ast.Expr]bool{}}
	for obj, checked := range given {
		s.vars[obj], s.checked[obj] = 0, checked
	}
	for obj, checked := range p.passed {
		s.vars[obj], s.checked[obj] = 0, checked
		a.helper = a.helper || decl.Pos() <= obj.Pos() && obj.Pos() < decl.End()
	}
	for n := range p.Tree.In(decl, (*ast.FuncType)(nil)) {
		s.handed(n.(*ast.FuncType))
	}
	s.bindIn(decl)
	for n := range p.Tree.In(decl, (*ast.AssignStmt)(nil), (*ast.IndexExpr)(nil)) {
		s.examineUse(n)
	}
	s.inner(decl)
	s.holders(decl)
	for n := range p.Tree.In(decl, (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.TypeSwitchStmt)(nil), (*ast.BinaryExpr)(nil), (*ast.CallExpr)(nil), (*ast.TypeAssertExpr)(nil)) {
		a.examine(n)
	}
	return a
}

// passOn finds the maps in which functions of the package get arguments from handlers, and
// what these check.
func (p *Package) passOn(given map[types.Object]bool) {
	p.passed, p.guards = map[types.Object]bool{}, map[string]guard{}
	for more := true; more; {
		more = false
		for _, key := range slices.Sorted(maps.Keys(p.funcs)) {
			decl := p.declNamed(key)
			var a *asserts
			for n := range p.Tree.In(decl, (*ast.CallExpr)(nil)) {
				call := n.(*ast.CallExpr)
				fn := typeutil.StaticCallee(p.Info, call)
				if fn == nil || p.decl(fn) == nil {
					continue
				}
				for i, arg := range call.Args {
					v := parameterOf(fn, i)
					if _, known := p.passed[v]; known || v == nil || !isMap(v.Type()) {
						continue
					}
					if a == nil {
						a = p.assertsIn(decl, given)
					}
					if _, ok := a.of(arg); ok {
						p.passed[v], more = a.comesFrom(arg, func(o types.Object) bool { return a.checked[o] }), true
						for at, level := range a.guarded {
							p.guards[at.key] = max(p.guards[at.key], level)
						}
					}
				}
			}
		}
	}
}

// asserts collects the assertions of a declaration.
type asserts struct {
	*scan
	given map[types.Object]bool
	found []Assertion
	// guarded are the arguments that the declaration checks or passes to a call.
	guarded  map[guardedIn]guard
	withOK   map[ast.Expr]bool
	recovers bool
	// helper reports whether the declaration gets the arguments from a handler.
	helper bool
}

// guardedIn is an argument, "" for all, in a literal that handles calls. For another function the
// literal is nil: what it checks counts for the whole declaration.
type guardedIn struct {
	handler ast.Node
	key     string
}

// guard is what a declaration checks of an argument.
type guard int

const (
	unguarded guard = iota
	present         // that there is a value
	guarded         // more, as far as known
)

func (a *asserts) examine(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) == 2 && len(n.Rhs) == 1 {
			a.commaOK(n.Rhs[0])
		}
	case *ast.ValueSpec:
		if len(n.Names) == 2 && len(n.Values) == 1 {
			a.commaOK(n.Values[0])
		}
	case *ast.TypeSwitchStmt:
		a.guard(switched(n), guarded)
	case *ast.BinaryExpr:
		for _, e := range []ast.Expr{n.X, n.Y} {
			if n.Op == token.EQL || n.Op == token.NEQ {
				level := guarded
				if a.p.Info.Types[n.X].IsNil() || a.p.Info.Types[n.Y].IsNil() {
					level = present
				}
				a.guard(e, level)
			}
			if _, ok := a.of(e); ok && a.object(e) == nil {
				a.guards(a.handlerAt(e), "", guarded)
			}
		}
	case *ast.CallExpr:
		if a.object(n.Fun) == types.Universe.Lookup("recover") {
			a.recovers = true
		}
		for _, arg := range n.Args { // the callee may check it
			a.guard(arg, guarded)
		}
	case *ast.TypeAssertExpr:
		if n.Type == nil {
			break
		}
		one := Assertion{Expr: n, Decoded: decodedType(a.p.Info.TypeOf(n.Type)) != "", WithOK: a.withOK[n]}
		if r := a.argument(n.X); r != nil {
			if r.Key == "" {
				break
			}
			one.Key, one.Direct = r.Key, r.expr == ast.Unparen(n.X)
			one.Checked = one.Direct && a.comesFrom(n.X, func(o types.Object) bool { return a.checked[o] })
			a.found = append(a.found, one)
		} else if _, ok := a.of(n.X); ok && isAny(a.p.Info.TypeOf(n.X)) && !a.comesFrom(n.X, func(o types.Object) bool { _, ok := a.given[o]; return ok }) {
			a.found = append(a.found, one)
		}
	}
}

// comesFrom reports whether an expression contains a variable for which f holds.
func (s *scan) comesFrom(e ast.Expr, f func(types.Object) bool) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && f(s.p.Info.Uses[id])
		return !found
	})
	return found
}

func has(seq iter.Seq[ast.Node]) bool {
	for range seq {
		return true
	}
	return false
}

// guard records that the declaration checks an argument, if an expression is one.
func (a *asserts) guard(e ast.Expr, level guard) {
	if r := a.argument(e); r != nil {
		a.guards(a.handlerAt(e), r.Key, level)
	}
}

func (a *asserts) guards(handler ast.Node, key string, level guard) {
	at := guardedIn{handler, key}
	a.guarded[at] = max(a.guarded[at], level)
}

// handlerAt returns the innermost literal that contains a node and handles calls, or nil.
func (a *asserts) handlerAt(n ast.Node) ast.Node {
	for _, outer := range enclosing.Path(a.p.Files, n.Pos()) {
		if _, ok := outer.(*ast.FuncLit); ok && a.p.handles(outer) {
			return outer
		}
	}
	return nil
}

// commaOK records an assignment v, ok := args["x"] or v, ok := args["x"].(T), which
// does not panic.
func (a *asserts) commaOK(e ast.Expr) {
	e = ast.Unparen(e)
	a.withOK[e] = true
	if _, index := e.(*ast.IndexExpr); index {
		a.guard(e, present)
	} else {
		a.guard(asserted(e), guarded)
	}
}

// list returns the assertions.
func (a *asserts) list() []Assertion {
	var out []Assertion
	for _, one := range a.found {
		if one.Key != "" && a.sets[one.Key] {
			continue
		}
		level := max(a.guarded[guardedIn{a.handlerAt(one.Expr), one.Key}], a.guarded[guardedIn{nil, one.Key}])
		one.Guarded, one.Present = level > unguarded, level == present
		one.Recovers = a.recovers
		for _, o := range a.found {
			one.Others = one.Others || o.Expr != one.Expr && o.Key == one.Key && o.Decoded
		}
		out = append(out, one)
	}
	return out
}

// reads reports whether a function reads single arguments or passes them on.
func (f *Func) reads() bool {
	return slices.ContainsFunc(f.Params, func(p Param) bool { return p.Open || len(p.Reads) > 0 || len(p.Into) > 0 })
}
