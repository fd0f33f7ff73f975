package handling

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
)

// worth is what a trial knows about a value.
type worth struct {
	kind  kind
	c     constant.Value // of a constant
	param int            // the number of the parameter that it is
	// unsure is set for the zero value that a variable has beside a variable such as ok,
	// which the body then tests.
	unsure bool
	// of are the fields of a struct, or of the struct that a pointer leads to, or nil.
	of *fields
}

type kind int

const (
	anything kind = iota
	constantKind
	parameter
	nilKind
	aValue  // not nil
	zeroAny // the zero value of whatever type
	text    // a text that no code names
	missing // of an argument: the call lacks it
	grown   // a list that was nil before an append
	maybe   // nil or grown
)

var (
	unknown = worth{}
	null    = worth{kind: nilKind}
	some    = worth{kind: aValue}
	zero    = worth{kind: zeroAny}
	other   = worth{kind: text}
	absent  = worth{kind: missing}
)

func known(c constant.Value) worth {
	if c == nil {
		return unknown
	}
	return worth{kind: constantKind, c: c}
}

func textOf(s string) worth { return known(constant.MakeString(s)) }

func truth(b bool) worth { return known(constant.MakeBool(b)) }

// is reports whether a value is known to be b.
func (w worth) is(b bool) bool {
	return w.c != nil && w.c.Kind() == constant.Bool && constant.BoolVal(w.c) == b
}

func (w worth) isText() bool {
	return w.kind == text || w.c != nil && w.c.Kind() == constant.String
}

func same(x, y worth) bool {
	x.of, y.of = nil, nil
	if x.c != nil && y.c != nil {
		return x.unsure == y.unsure && x.c.Kind() == y.c.Kind() && constant.Compare(x.c, token.EQL, y.c)
	}
	return x == y
}

func not(w worth) worth {
	if w.is(true) || w.is(false) {
		return truth(w.is(false))
	}
	return unknown
}

func both(x, y worth) worth {
	switch {
	case x.is(false) || y.is(false):
		return truth(false)
	case x.is(true) && y.is(true):
		return x
	}
	return unknown
}

// compare compares two values: constants that are numbers or of one kind, nil, and the
// argument, if it is a text that is unlike others.
func (t *trial) compare(x worth, op token.Token, y worth) worth {
	if x.c != nil && y.c != nil {
		ordered := op != token.EQL && op != token.NEQ
		if isNumber(x.c) && isNumber(y.c) || x.c.Kind() == y.c.Kind() && !(ordered && x.c.Kind() == constant.Bool) {
			return truth(constant.Compare(x.c, op, y.c))
		}
		return unknown
	}
	if op != token.EQL && op != token.NEQ || slices.ContainsFunc([]kind{x.kind, y.kind}, func(k kind) bool { return k == anything || k == parameter || k == maybe }) {
		return unknown
	}
	switch {
	case x.kind == nilKind || y.kind == nilKind:
		return truth((x.kind == y.kind) == (op == token.EQL))
	case x.kind == zeroAny && y.kind == zeroAny:
		return truth(op == token.EQL)
	case x.kind == zeroAny && y.c != nil:
		return truth(isZeroConstant(y.c) == (op == token.EQL))
	case y.kind == text && x.c != nil:
		return t.compare(y, op, x)
	case x.kind == text && y.isText() && y.c != nil:
		t.compared(constant.StringVal(y.c))
		return truth(op == token.NEQ)
	}
	return unknown
}

func isNumber(v constant.Value) bool { return v.Kind() == constant.Int || v.Kind() == constant.Float }

// zeroOf returns the zero value of a type.
func zeroOf(t types.Type) worth {
	if _, generic := types.Unalias(t).(*types.TypeParam); generic {
		return zero
	}
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return truth(false)
		case u.Info()&types.IsString != 0:
			return known(constant.MakeString(""))
		case u.Info()&types.IsNumeric != 0:
			return known(constant.MakeInt64(0))
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface:
		return null
	case *types.Struct:
		return worth{of: &fields{}}
	}
	return unknown
}

// assign follows an assignment.
func (t *trial) assign(n *ast.AssignStmt) {
	values := make([]worth, len(n.Lhs))
	switch {
	case n.Tok != token.ASSIGN && n.Tok != token.DEFINE:
	case len(n.Lhs) == len(n.Rhs):
		for i, e := range n.Rhs {
			values[i] = t.eval(e)
		}
	default:
		v, second := t.two(n.Rhs[0])
		v.unsure = identOf(n.Lhs[1]) == nil || identOf(n.Lhs[1]).Name != "_"
		values[len(values)-1] = second
		if len(values) == 2 {
			values[0] = v
		}
		if call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr); ok {
			for i, w := range values {
				if w.kind == anything {
					w = t.result(call, i)
					values[i].kind, values[i].of = w.kind, w.of
				}
			}
		}
	}
	t.effects(n)
	for i, lhs := range n.Lhs {
		t.give(lhs, n.Rhs[min(i, len(n.Rhs)-1)], values[i])
	}
}

// declare follows a declaration of variables.
func (t *trial) declare(n *ast.DeclStmt) {
	for _, spec := range n.Decl.(*ast.GenDecl).Specs {
		spec, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		for i, name := range spec.Names {
			switch {
			case len(spec.Values) == 0:
				t.set(name, zeroOf(t.p.Info.TypeOf(name)).placed(name.Pos()))
			case len(spec.Values) == len(spec.Names):
				w := t.eval(spec.Values[i])
				t.effects(spec.Values[i])
				t.give(name, spec.Values[i], w)
			default:
				t.effects(spec.Values[0])
			}
		}
	}
}

// give assigns a value to the place that lhs denotes. If rhs is a composite literal, it
// also assigns the fields that the literal names. A branch that may not run does not assign
// the argument: it is for calls that have it.
func (t *trial) give(lhs, rhs ast.Expr, w worth) {
	if t.doubt > 0 && t.given.kind == missing && t.isArgument(rhs) {
		return
	}
	if _, isCall := ast.Unparen(rhs).(*ast.CallExpr); !isCall {
		w = w.placed(lhs.Pos())
	}
	t.set(lhs, w)
	t.replaces(lhs, rhs)
	p, ok := t.place(lhs)
	lit, isLit := pointed(rhs).(*ast.CompositeLit)
	if !ok || !isLit || p.field != nil {
		return
	}
	t.switchedOff(p.obj, t.p.Info.TypeOf(lit))
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if v, ok := t.p.Info.Uses[identOf(kv.Key)].(*types.Var); ok {
				t.put(place{p.obj, v}, t.eval(kv.Value), kv.Value.Pos())
			}
		}
	}
}

// switchedOff sets the fields of a new struct. A bool field is false, unless it has a tag: it may then
// be left out where the struct is encoded. Called code may replace the zero value of other types.
func (t *trial) switchedOff(obj types.Object, typ types.Type) {
	if st, ok := structOf(typ); ok && t.given.kind == missing && t.leading {
		for i := range st.NumFields() {
			f := st.Field(i)
			if b, ok := f.Type().Underlying().(*types.Basic); ok && st.Tag(i) == "" && types.Identical(f.Type(), types.Typ[types.Bool]) {
				t.put(place{obj, f}, truth(false), token.NoPos)
			} else if ok && b.Info()&(types.IsNumeric|types.IsString) != 0 && t.fields[obj] == nil {
				t.put(place{obj, f}, zero, token.NoPos)
			}
		}
	}
}

// replaces makes the fields of a decoded struct unknown if another struct replaces it that code
// makes of it, as in in = complete(in), or that a pointer to it gets.
func (t *trial) replaces(lhs, rhs ast.Expr) {
	star, isStar := ast.Unparen(lhs).(*ast.StarExpr)
	if isStar {
		lhs = star.X
	}
	obj := t.object(lhs)
	if len(t.fields[obj]) == 0 || !isStar && !t.comesFrom(rhs, func(o types.Object) bool { return o == obj }) {
		return
	}
	for v := range t.fields[obj] {
		t.put(place{obj, v}, unknown, token.NoPos)
	}
}

// set assigns a value to the place that lhs denotes.
func (t *trial) set(lhs ast.Expr, w worth) {
	p, ok := t.place(lhs)
	if !ok {
		t.setPart(lhs)
		return
	}
	if t.leading || t.fields[p.obj] != nil {
		w.of = nil // other code may change it, or decode arguments into it
	}
	if p.field == nil {
		for other := range t.env {
			if other.obj == p.obj {
				delete(t.env, other)
			}
		}
	} else if p.field.Embedded() {
		t.changeEmbedded(p.obj)
	}
	t.put(p, w, lhs.Pos())
}

// setPart follows an assignment to a part of the value in a place.
func (t *trial) setPart(lhs ast.Expr) {
	switch e := ast.Unparen(lhs).(type) {
	case *ast.SelectorExpr:
		t.change(e.X)
	case *ast.StarExpr:
		t.change(e.X)
	}
}

// change makes unknown what an expression is, if it is a struct whose fields are known.
func (t *trial) change(e ast.Expr) {
	if t.eval(e).of != nil {
		t.set(e, unknown)
	}
}

func (t *trial) put(p place, w worth, at token.Pos) {
	if in := t.env[place{obj: p.obj}]; p.field != nil && in.of != nil {
		t.env[place{obj: p.obj}] = in.with(p.field, w)
	} else {
		t.env[p] = w
	}
	if w.c != nil && t.holds[p] {
		t.written = at
	}
}

// completes follows a call to which a new struct is passed that has the argument in a field: the
// function may use a default in place of zero.
func (t *trial) completes(call *ast.CallExpr, fn *types.Func) {
	if !t.leading || t.given.kind != missing {
		return
	}
	for p := range t.holds {
		if p.field == nil || t.argumentOf(p) || t.env[p].kind != zeroAny {
			continue
		}
		for _, d := range t.p.limits(fn) {
			obj, _ := t.structArgument(call, d.Param)
			if fields := ArgumentFields(p.obj.Type()); d.Default != "" && obj == p.obj && slices.ContainsFunc(fields, func(f ArgumentField) bool { return f.Name == d.Field && f.Field() == p.field }) {
				t.put(p, known(literalText(d.Default)), call.Pos())
			}
		}
	}
}
