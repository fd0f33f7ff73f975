package handling

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/types/typeutil"
)

// ret follows a return statement.
func (t *trial) ret(n *ast.ReturnStmt) flow {
	failed := t.failure(n)
	t.effects(n)
	switch {
	case n.End() < t.first:
		return 0
	case failed:
		return fails
	}
	t.left = t.left || t.depth > 0 && t.doubt == 0
	t.exit(n)
	return ends
}

// failure reports whether a return statement returns an error. Without a condition, and
// together with a result, an error that source does not make may be nil.
func (t *trial) failure(n *ast.ReturnStmt) bool {
	if len(n.Results) == 0 {
		return false
	}
	last := ast.Unparen(n.Results[len(n.Results)-1])
	call, isCall := last.(*ast.CallExpr)
	if isCall && len(n.Results) == 1 && t.refused(call) {
		return true
	}
	typ := t.p.Info.TypeOf(last)
	isNil := t.p.Info.Types[last].IsNil()
	if !isNil && typ != nil && types.Implements(typ, types.Universe.Lookup("error").Type().Underlying().(*types.Interface)) {
		switch w := t.eval(last); w.kind {
		case some.kind:
			return true
		case null.kind:
			isNil = true
		default:
			obj := t.object(last)
			others := n.Results[:len(n.Results)-1]
			empty := len(others) > 0 && !slices.ContainsFunc(others, func(e ast.Expr) bool { return !t.p.Info.Types[e].IsNil() })
			return t.depth > 0 && (obj == nil || empty)
		}
	}
	if id, ok := ast.Unparen(n.Results[0]).(*ast.Ident); ok && schemafacts.IsResult(t.p.Info.TypeOf(id)) && t.eval(id).kind == some.kind {
		if _, ok := t.p.once(t.p.Info.Uses[id], t.body).(*ast.CallExpr); ok {
			return true // a helper made it to refuse the call
		}
	}
	failed, done := t.failures[n]
	if !done {
		kinds := kindsOf(t.p.result(n.Results[0], t.body, 3))
		failed = len(kinds) == 1 && kinds[0] == Failure
		t.failures[n] = failed
	}
	return failed
}

// refused reports whether a call returns an error because of the argument: the function
// reads it, a field of a struct contains it, or the call passes it.
func (t *trial) refused(call *ast.CallExpr) bool {
	for _, r := range t.byCall[call] {
		if t.isArg(r) && t.refusedBy(r.reader) {
			return true
		}
	}
	static := typeutil.StaticCallee(t.p.Info, call)
	for i := -1; i < len(call.Args); i++ {
		obj := t.object(pointed(argument(call, i)))
		for v, r := range t.fields[obj] {
			d := t.p.fieldsIn(static, i)[r.name()]
			_, set := t.env[place{obj, v}]
			if t.isArg(r) && !set && t.refusedBy(d) {
				t.at = d.at
				return true
			}
		}
	}
	if t.accepts(call, false).is(false) {
		return true
	}
	fn := t.p.callee(call)
	for _, at := range t.p.limits(fn) {
		if !at.Zero {
			continue
		}
		w := t.passed(call, at)
		if isZeroConstant(w.c) || w.kind == nilKind && at.Field != "" {
			if t.at = call.Pos(); argument(call, at.Param) != nil {
				t.at = argument(call, at.Param).Pos()
			}
			return true
		}
		if w.kind == aValue && at.Param >= 0 && isErrorType(fn.Signature().Params().At(at.Param).Type()) {
			return true
		}
	}
	return false
}

// isArg reports whether a read is of the argument.
func (t *trial) isArg(r *found) bool { return t.arg != nil && sameArgument(r, t.arg) }

// refusedBy reports whether a reader returns an error for the argument.
func (t *trial) refusedBy(r Read) bool {
	switch f := r.Flag; {
	case t.given.kind == missing:
		return r.Demanded || f != nil && t.env[place{obj: t.fn.Signature().Params().At(f.Param)}].is(!f.Not)
	case t.given.kind == nilKind:
		return r.NotNull
	case t.given.kind == zeroAny:
		return r.Zero
	case len(r.Values) > 0 && t.given.isText():
		return t.among(t.given, r.Values, r.AnyCase).is(false)
	}
	return false
}

func isZeroConstant(c constant.Value) bool {
	if c == nil {
		return false
	}
	text := jsonText(c)
	return text == `""` || text == "0" || text == "false"
}

// effects follows the calls in an expression or a simple statement: they may set the fields
// of a struct, also to a default, and what literals assign is unknown.
func (t *trial) effects(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			if _, isResult := t.values[e]; isResult {
				t.values[e] = t.eval(e)
			}
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			if t.leading && t.reading(n.Body) {
				t.inner = t.list(n.Body.List)
				if t.inner&falls != 0 {
					t.exit(nil)
				}
			} else {
				t.forget(n.Body)
			}
			return false
		case *ast.CallExpr:
			t.passes(n)
		}
		return t.gives(n)
	})
}

// gives makes unknown what other code may change because an expression gives it a pointer. It
// returns false if the parts of the expression give nothing away.
func (t *trial) gives(n ast.Node) bool {
	e, ok := n.(ast.Expr)
	if !ok {
		return true
	}
	p, isPlace := t.place(pointed(e))
	_, isResult := t.values[e]
	switch e := e.(type) {
	case *ast.UnaryExpr:
		if e.Op == token.AND && isPlace && t.fields[p.obj] == nil && !isResult {
			t.set(e.X, unknown)
		}
	case *ast.SelectorExpr:
		if fn, ok := t.p.Info.Uses[e.Sel].(*types.Func); ok && fn.Signature().Recv() != nil && isPointer(fn.Signature().Recv().Type()) {
			t.lent(e.X)
		}
		return !isPlace
	case *ast.BinaryExpr:
		return !t.p.Info.Types[e.Y].IsNil()
	case *ast.Ident:
		if isPlace && isPointer(p.obj.Type()) {
			t.lent(e)
		}
	}
	return !isResult || !isPlace
}

// lent makes the fields of a struct unknown to which code gets a pointer: later code only counts in a
// trial for values, since the argument is meant for it.
func (t *trial) lent(e ast.Expr) {
	switch {
	case !t.leading:
		t.change(e)
	case e.Pos() < t.first && t.fields[t.object(e)] == nil:
		t.set(e, unknown)
	}
}

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

// passes follows a call to which a struct with decoded arguments is passed.
func (t *trial) passes(call *ast.CallExpr) {
	fn := typeutil.StaticCallee(t.p.Info, call)
	t.completes(call, t.p.callee(call))
	if len(t.fields) == 0 {
		return
	}
	_, _, decodes := t.decodes(call)
	if fn != nil && !decodes {
		sum := t.p.summary(fn)
		decodes = sum != nil && len(sum.Params) > 0
	}
	for i := -1; i < len(call.Args); i++ {
		t.changeEmbedded(t.embeds(call, i))
		obj, pointer := t.structArgument(call, i)
		if t.fields[obj] == nil {
			continue
		}
		does, decl := t.p.fieldsIn(fn, i), t.p.decl(fn)
		for v, r := range t.fields[obj] {
			p := place{obj, v}
			w, set := t.env[p]
			switch d := does[r.name()]; {
			case d.keeps && t.isArg(r) && t.given.isText() && (t.given.c == nil || !isZeroConstant(t.given.c)):
			case d.Default != "" && (!set || isZeroConstant(w.c)):
				t.put(p, known(literalText(d.Default)), d.at)
			case decodes:
				if t.given.kind != missing && pointer {
					delete(t.env, p)
				}
			case pointer && (d.Default == "" || w.c == nil) && (decl == nil || r.embedded || t.p.sets(fn, i, v, flowDepth)):
				t.put(p, unknown, call.Pos())
			}
		}
	}
}

// embeds returns the struct whose embedded struct a call passes, also to a promoted method.
func (t *trial) embeds(call *ast.CallExpr, i int) types.Object {
	arg := argument(call, i)
	if arg == nil {
		return nil
	}
	p, _ := t.place(pointed(arg))
	sel, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	method := t.p.Info.Selections[sel]
	if p.field != nil && p.field.Embedded() || p.field == nil && i == -1 && method != nil && len(method.Index()) > 1 {
		return p.obj
	}
	return nil
}

// changeEmbedded makes the fields of embedded structs unknown.
func (t *trial) changeEmbedded(obj types.Object) {
	for v, r := range t.fields[obj] {
		if r.embedded {
			t.put(place{obj, v}, unknown, token.NoPos)
		}
	}
}

// structArgument returns the variable that a call passes, or a pointer to which it passes. A
// promoted method gets only an embedded struct.
func (t *trial) structArgument(call *ast.CallExpr, i int) (obj types.Object, pointer bool) {
	arg := argument(call, i)
	if arg == nil {
		return nil, false
	}
	to := pointed(arg)
	if obj = t.object(to); obj == nil {
		return nil, false
	}
	typ := obj.Type()
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && i == -1 {
		s := t.p.Info.Selections[sel]
		if s == nil || len(s.Index()) > 1 {
			return nil, false
		}
		if s.Kind() == types.MethodVal {
			typ = s.Obj().(*types.Func).Signature().Recv().Type()
		}
	}
	return obj, isPointer(typ) || to != ast.Unparen(arg)
}

// refine records what a condition says of variables in the code that runs if it is b.
func (t *trial) refine(cond ast.Expr, b bool) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.Ident:
		t.suppose(e, truth(b))
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			t.refine(e.X, !b)
		}
	case *ast.BinaryExpr:
		switch {
		case e.Op == token.LAND && b, e.Op == token.LOR && !b:
			t.refine(e.X, b)
			t.refine(e.Y, b)
		case (e.Op == token.EQL || e.Op == token.NEQ) && t.p.Info.Types[e.Y].IsNil():
			if b == (e.Op == token.EQL) {
				t.suppose(e.X, null)
			} else {
				t.suppose(e.X, some)
			}
		case (e.Op == token.EQL && !b || (e.Op == token.NEQ || e.Op == token.GTR) && b) && isZeroConstant(t.eval(e.Y).c):
			if call, ok := ast.Unparen(e.X).(*ast.CallExpr); ok && len(call.Args) == 1 && t.eval(call.Args[0]).kind == maybe {
				t.suppose(call.Args[0], some)
			}
		}
	}
}

func (t *trial) suppose(e ast.Expr, w worth) {
	p, ok := t.place(e)
	if old := t.valueOf(p, e); ok && (p.field == nil || old.kind == maybe) {
		if w.of = old.of; old.kind == maybe && w.kind == aValue {
			w.kind = grown
		}
		t.put(p, w, e.Pos())
	}
}

// forget makes unknown what code assigns that may not run, or may run several times, unless
// it is the argument.
func (t *trial) forget(n ast.Node) {
	if n == nil {
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if rhs := n.Rhs[min(i, len(n.Rhs)-1)]; !t.isArgument(rhs) {
					t.set(lhs, t.extended(lhs, rhs))
				}
			}
		case *ast.IncDecStmt:
			t.set(n.X, unknown)
		case *ast.RangeStmt:
			t.set(n.Key, unknown)
			t.set(n.Value, unknown)
		}
		return t.gives(n)
	})
}

// extended returns the value of a list to which code appends elements that may not run.
func (t *trial) extended(lhs, rhs ast.Expr) worth {
	call, ok := ast.Unparen(rhs).(*ast.CallExpr)
	if !ok || !isAppend(t.p.Info, call) {
		return unknown
	}
	to, ok := t.place(lhs)
	if from, _ := t.place(call.Args[0]); !ok || from != to {
		return unknown
	}
	w := t.valueOf(to, lhs)
	if w.kind == nilKind {
		w.kind = maybe
	}
	return w
}

// exit records what the places contain at an end of the function without an error, and what
// it returns.
func (t *trial) exit(n *ast.ReturnStmt) {
	t.last = join(t.last, t.env, neutral)
	out := unknown
	switch {
	case n == nil:
	case len(n.Results) == 1 || len(n.Results) == 2 && t.p.Info.Types[n.Results[1]].IsNil():
		out = t.eval(n.Results[0])
	case len(n.Results) == 2 && t.arg == nil:
		out = t.eval(n.Results[1])
	}
	t.outputs = append(t.outputs, out)
}
