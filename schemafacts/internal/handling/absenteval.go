package handling

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
)

// two evaluates an expression with two results, such as v, ok := args["name"] or a
// reader that returns a value and an error.
func (a *absence) two(e ast.Expr) (value, second worth) {
	no := worth{c: constant.MakeBool(false), param: None}
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.TypeAssertExpr:
		if a.eval(x.X).null && x.Type != nil {
			return zeroOf(a.p.Info.TypeOf(x.Type)), no
		}
	case *ast.IndexExpr:
		if a.isRead(e) {
			return worth{null: true, param: None}, no
		}
	case *ast.CallExpr:
		if !a.isRead(e) {
			break
		}
		res, ok := a.p.Info.TypeOf(e).(*types.Tuple)
		if !ok || res.Len() != 2 {
			break
		}
		r := a.byExpr[e]
		if r.demands {
			return zeroOf(res.At(0).Type()), worth{some: true, param: None}
		}
		if r.Default != "" {
			return a.eval(e), worth{null: true, param: None}
		}
	}
	return unknown, unknown
}

// eval returns the abstract value of an expression.
func (a *absence) eval(e ast.Expr) worth {
	e = ast.Unparen(e)
	tv := a.p.Info.Types[e]
	switch {
	case tv.Value != nil:
		return worth{c: asWritten(tv), param: None}
	case tv.IsNil():
		return worth{null: true, param: None}
	}
	if a.isRead(e) {
		if _, ok := e.(*ast.IndexExpr); ok {
			return worth{null: true, param: None}
		}
		return ofRead(a.byExpr[e])
	}
	switch x := e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return a.load(x)
	case *ast.CallExpr:
		return a.call(x)
	case *ast.UnaryExpr:
		if v := a.eval(x.X); x.Op == token.NOT && (v.is(true) || v.is(false)) {
			return worth{c: constant.MakeBool(v.is(false)), param: None}
		}
	case *ast.BinaryExpr:
		return a.binary(x)
	}
	return unknown
}

// asWritten returns the value of a constant. For a float32 it returns the shortest
// decimal that denotes the same float32, so that 0.1 stays 0.1.
func asWritten(tv types.TypeAndValue) constant.Value {
	if b, ok := tv.Type.Underlying().(*types.Basic); ok && b.Kind() == types.Float32 {
		f, _ := constant.Float32Val(tv.Value)
		return constant.MakeFromLiteral(strconv.FormatFloat(float64(f), 'g', -1, 32), token.FLOAT, 0)
	}
	return tv.Value
}

// ofRead returns the default that a reader of the SDK returns for a missing argument.
func ofRead(r *found) worth {
	w := worth{param: r.DefaultParam}
	var v any
	if r.Default == "" || json.Unmarshal([]byte(r.Default), &v) != nil {
		return w
	}
	w.param = None
	switch v := v.(type) {
	case bool:
		w.c = constant.MakeBool(v)
	case string:
		w.c = constant.MakeString(v)
	case float64:
		w.c = constant.ToInt(constant.MakeFromLiteral(r.Default, token.FLOAT, 0))
		if w.c.Kind() != constant.Int {
			w.c = constant.MakeFloat64(v)
		}
	}
	return w
}

func (a *absence) load(e ast.Expr) worth {
	p, ok := a.place(e)
	if !ok {
		return unknown
	}
	if w, known := a.env[p]; known {
		return w
	}
	if a.argumentOf(p) {
		return zeroOf(p.field.Type())
	}
	return worth{param: a.param(e)}
}

// call evaluates a conversion, or a call of len, min, max or a function that keeps a
// text.
func (a *absence) call(call *ast.CallExpr) worth {
	if w, ok := a.minMax(call); ok {
		return w
	}
	if len(call.Args) != 1 {
		return unknown
	}
	v := a.eval(call.Args[0])
	id, isIdent := ast.Unparen(call.Fun).(*ast.Ident)
	switch {
	case a.p.Info.Types[call.Fun].IsType() && !isDuration(a.p.Info.TypeOf(call)):
		return v
	case a.p.Info.Types[call.Fun].IsBuiltin() && isIdent && id.Name == "len":
		if v.null {
			return worth{c: constant.MakeInt64(0), param: None}
		}
		if v.c != nil && v.c.Kind() == constant.String {
			return worth{c: constant.MakeInt64(int64(len(constant.StringVal(v.c)))), param: None}
		}
	case keepsText(a.p.Info, call) && v.c != nil && v.c.Kind() == constant.String && constant.StringVal(v.c) == "":
		return v
	}
	return unknown
}

// minMax evaluates a call of min or max with two arguments. It returns false for any
// other call.
func (a *absence) minMax(call *ast.CallExpr) (worth, bool) {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok || len(call.Args) != 2 || !a.p.Info.Types[call.Fun].IsBuiltin() || id.Name != "min" && id.Name != "max" {
		return unknown, false
	}
	x, y := a.eval(call.Args[0]), a.eval(call.Args[1])
	if x.c == nil || y.c == nil || !sameKind(x.c, y.c) {
		return unknown, true
	}
	if constant.Compare(x.c, token.LSS, y.c) == (id.Name == "min") {
		return x, true
	}
	return y, true
}

func (a *absence) binary(e *ast.BinaryExpr) worth {
	x := a.eval(e.X)
	known := func(b bool) worth { return worth{c: constant.MakeBool(b), param: None} }
	if e.Op == token.LAND || e.Op == token.LOR {
		decides := e.Op == token.LOR
		y := a.eval(e.Y)
		switch {
		case x.is(decides) || y.is(decides):
			return known(decides)
		case x.is(!decides) && y.is(!decides):
			return known(!decides)
		}
		return unknown
	}
	y := a.eval(e.Y)
	switch e.Op {
	case token.EQL, token.NEQ:
		if y.null && (x.null || x.some) {
			return known(x.null == (e.Op == token.EQL))
		}
		fallthrough
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if x.c != nil && y.c != nil && sameKind(x.c, y.c) {
			return known(constant.Compare(x.c, e.Op, y.c))
		}
	}
	return unknown
}

func sameKind(x, y constant.Value) bool {
	number := func(v constant.Value) bool { return v.Kind() == constant.Int || v.Kind() == constant.Float }
	return x.Kind() == y.Kind() || number(x) && number(y)
}

// is reports whether a value is known to be true, or known to be false.
func (w worth) is(b bool) bool {
	return w.c != nil && w.c.Kind() == constant.Bool && constant.BoolVal(w.c) == b
}

// zeroOf returns the zero value of a type.
func zeroOf(t types.Type) worth {
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return worth{c: constant.MakeBool(false), param: None}
		case u.Info()&types.IsString != 0:
			return worth{c: constant.MakeString(""), param: None}
		case u.Info()&types.IsNumeric != 0:
			return worth{c: constant.MakeInt64(0), param: None}
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface:
		if _, ok := types.Unalias(t).(*types.TypeParam); !ok {
			return worth{null: true, param: None}
		}
	}
	return unknown
}
