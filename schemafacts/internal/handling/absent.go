package handling

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// assign follows a statement that assigns places. If it may not run, what it assigns is
// unknown unless that is the argument.
func (a *absence) assign(n ast.Node, runs bool) {
	switch n := n.(type) {
	case *ast.RangeStmt:
		a.set(n.Key, unknown)
		a.set(n.Value, unknown)
	case *ast.IncDecStmt:
		a.set(n.X, unknown)
	case *ast.ValueSpec:
		for i, name := range n.Names {
			switch {
			case len(n.Values) == 0:
				a.set(name, zeroOf(a.p.Info.TypeOf(name)))
			case len(n.Values) == len(n.Names):
				a.give(name, n.Values[i], a.eval(n.Values[i]), runs)
			}
		}
	case *ast.AssignStmt:
		switch {
		case n.Tok != token.ASSIGN && n.Tok != token.DEFINE:
			a.set(n.Lhs[0], unknown)
		case len(n.Lhs) == len(n.Rhs):
			values := make([]worth, len(n.Rhs))
			for i, e := range n.Rhs {
				values[i] = a.eval(e)
			}
			for i, lhs := range n.Lhs {
				a.give(lhs, n.Rhs[i], values[i], runs)
			}
		default:
			v, second := a.two(n.Rhs[0])
			for i, lhs := range n.Lhs {
				switch id, ok := ast.Unparen(n.Lhs[1]).(*ast.Ident); {
				case len(n.Lhs) > 2:
					v = unknown
				case i == 1:
					v = second
				default:
					v.sure = ok && id.Name == "_"
				}
				a.give(lhs, n.Rhs[0], v, runs)
			}
		}
	}
}

// give assigns a value to the place that lhs denotes. If rhs is a composite literal, it
// also assigns the fields that the literal names.
func (a *absence) give(lhs, rhs ast.Expr, w worth, runs bool) {
	if !runs {
		if !a.isArgument(rhs) {
			a.set(lhs, unknown)
		}
		return
	}
	a.set(lhs, w)
	if addr, ok := ast.Unparen(rhs).(*ast.UnaryExpr); ok && addr.Op == token.AND {
		rhs = addr.X
	}
	p, ok := a.place(lhs)
	lit, isLit := ast.Unparen(rhs).(*ast.CompositeLit)
	if !ok || !isLit || p.field != nil {
		return
	}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				if v, ok := a.p.Info.Uses[id].(*types.Var); ok {
					a.put(place{p.obj, v}, a.eval(kv.Value), kv.Value.Pos())
				}
			}
		}
	}
}

// set assigns a value to the place that lhs denotes.
func (a *absence) set(lhs ast.Expr, w worth) {
	p, ok := a.place(lhs)
	if !ok {
		return
	}
	if p.field == nil {
		for other := range a.env {
			if other.obj == p.obj {
				delete(a.env, other)
			}
		}
	}
	a.put(p, w, lhs.Pos())
}

func (a *absence) put(p place, w worth, at token.Pos) {
	a.env[p] = w
	if w.c != nil && a.holds[p] {
		a.written = at
	}
}

// two evaluates an expression with two results, such as v, ok := args["name"] or a
// reader that returns a value and an error.
func (a *absence) two(e ast.Expr) (value, second worth) {
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.TypeAssertExpr:
		if a.eval(x.X).null && x.Type != nil {
			return zeroOf(a.p.Info.TypeOf(x.Type)), truth(false)
		}
	case *ast.IndexExpr:
		if a.isRead(e) {
			return null, truth(false)
		}
	case *ast.CallExpr:
		res, ok := a.p.Info.TypeOf(e).(*types.Tuple)
		if !a.isRead(e) || !ok || res.Len() != 2 {
			break
		}
		if r := a.byExpr[e]; r.demands {
			return zeroOf(res.At(0).Type()), truth(true) // not nil
		} else if r.Default != "" {
			return a.eval(e), null
		}
	}
	return unknown, unknown
}

// eval returns the value of an expression as far as it is known if the argument is
// missing; see worth.
func (a *absence) eval(e ast.Expr) worth {
	e = ast.Unparen(e)
	tv := a.p.Info.Types[e]
	switch {
	case tv.Value != nil:
		return known(asWritten(tv))
	case tv.IsNil():
		return null
	}
	if r := a.byExpr[e]; a.isRead(e) {
		if _, ok := e.(*ast.IndexExpr); ok {
			return null
		}
		return worth{c: literalText(r.Default), param: r.DefaultParam, sure: true}
	}
	switch x := e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		if p, ok := a.place(x); ok {
			if w, ok := a.env[p]; ok {
				return w
			} else if a.argumentOf(p) {
				return zeroOf(p.field.Type())
			}
			return worth{param: a.param(x), sure: true}
		}
	case *ast.CallExpr:
		return a.call(x)
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			return not(a.eval(x.X))
		}
	case *ast.BinaryExpr:
		return a.binary(x)
	}
	return unknown
}

// call evaluates a conversion, a call of min or max, and a call of len or of a function in
// changesText if its argument is "".
func (a *absence) call(call *ast.CallExpr) worth {
	if len(call.Args) == 0 || len(call.Args) > 2 {
		return unknown
	}
	v := a.eval(call.Args[0])
	switch id, ok := ast.Unparen(call.Fun).(*ast.Ident); {
	case a.p.Info.Types[call.Fun].IsType():
		return v
	case len(call.Args) == 2:
		w := a.eval(call.Args[1])
		if less := compare(v, token.LSS, w); stripped(a.p.Info, call) != call && less != unknown {
			if less.is(id.Name == "min") {
				return v
			}
			return w
		}
	case v.c == nil || v.c.Kind() != constant.String || constant.StringVal(v.c) != "":
	case ok && id.Name == "len" && a.p.Info.Types[call.Fun].IsBuiltin():
		return known(constant.MakeInt64(0))
	case changesText(a.p.Info, call):
		return v
	}
	return unknown
}

func (a *absence) binary(e *ast.BinaryExpr) worth {
	x, y := a.eval(e.X), a.eval(e.Y)
	switch e.Op {
	case token.LAND:
		return both(x, y)
	case token.LOR:
		return not(both(not(x), not(y)))
	case token.EQL, token.NEQ:
		if y.null && (x.null || x.c != nil) {
			return truth(x.null == (e.Op == token.EQL))
		}
		fallthrough
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return compare(x, e.Op, y)
	}
	return unknown
}

// compare compares two constants that are numbers, or of one kind.
func compare(x worth, op token.Token, y worth) worth {
	if x.c != nil && y.c != nil && isNumber(x.c) == isNumber(y.c) && (isNumber(x.c) || x.c.Kind() == y.c.Kind()) {
		return truth(constant.Compare(x.c, op, y.c))
	}
	return unknown
}

func isNumber(v constant.Value) bool { return v.Kind() == constant.Int || v.Kind() == constant.Float }

// zeroOf returns the zero value of a type.
func zeroOf(t types.Type) worth {
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
		if _, ok := types.Unalias(t).(*types.TypeParam); !ok {
			return null
		}
	}
	return unknown
}
