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
		if !a.isRead(e) {
			break
		}
		res, ok := a.p.Info.TypeOf(e).(*types.Tuple)
		if !ok || res.Len() != 2 {
			break
		}
		r := a.byExpr[e]
		if r.demands {
			return zeroOf(res.At(0).Type()), some
		}
		if r.Default != "" {
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
	if a.isRead(e) {
		if _, ok := e.(*ast.IndexExpr); ok {
			return null
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
			return truth(v.is(false))
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
	var v any
	if r.Default == "" || json.Unmarshal([]byte(r.Default), &v) != nil {
		return worth{param: r.DefaultParam}
	}
	switch v := v.(type) {
	case bool:
		return truth(v)
	case string:
		return known(constant.MakeString(v))
	case float64:
		c := constant.MakeFloat64(v)
		if i := constant.ToInt(c); i.Kind() == constant.Int {
			c = i
		}
		return known(c)
	}
	return unknown
}

func (a *absence) load(e ast.Expr) worth {
	p, ok := a.place(e)
	if !ok {
		return unknown
	}
	if w, ok := a.env[p]; ok {
		return w
	}
	if a.argumentOf(p) {
		return zeroOf(p.field.Type())
	}
	return worth{param: a.param(e)}
}

// call evaluates a conversion, or a call of len, min, max or a function in textFunc.
func (a *absence) call(call *ast.CallExpr) worth {
	if w, ok := a.minMax(call); ok {
		return w
	}
	if len(call.Args) != 1 {
		return unknown
	}
	v := a.eval(call.Args[0])
	if a.p.Info.Types[call.Fun].IsType() {
		return v
	}
	if v.c == nil || v.c.Kind() != constant.String {
		return unknown
	}
	text := constant.StringVal(v.c)
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && id.Name == "len" && a.p.Info.Types[call.Fun].IsBuiltin() {
		return known(constant.MakeInt64(int64(len(text))))
	}
	if f := textFunc(a.p.Info, call); f != nil {
		return known(constant.MakeString(f(text)))
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
	x, y := a.eval(e.X), a.eval(e.Y)
	switch e.Op {
	case token.LAND, token.LOR:
		switch decides := e.Op == token.LOR; {
		case x.is(decides) || y.is(decides):
			return truth(decides)
		case x.is(!decides) && y.is(!decides):
			return truth(!decides)
		}
	case token.EQL, token.NEQ:
		if y.null && (x.null || x.some) {
			return truth(x.null == (e.Op == token.EQL))
		}
		fallthrough
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if x.c != nil && y.c != nil && sameKind(x.c, y.c) {
			return truth(constant.Compare(x.c, e.Op, y.c))
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
